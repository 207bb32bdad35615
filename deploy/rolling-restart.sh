#!/usr/bin/env bash
# 逐个重启 nginx 后的节点，期间没有失败的请求：rolling-restart.sh 8001 8002；upgrade.sh 用它换上新版本。
# 对每个节点：在 nginx.conf 中标为 down 并重新载入，等旧的 nginx 进程不再接新请求，重启，就绪后放回。
# 另一个节点须已就绪（一个都没有就绪时直接逐个启动）；任何一步失败即停下，被摘下的节点留在 down，nginx 继续用其余节点。
# 可用环境变量改：NGINX_CONF（留空则不改代理的配置，用于 Caddy）、NGINX（nginx 命令）、
# RESTART（重启一个节点的命令，后面跟端口）、READY_SECONDS（等待就绪的秒数）。
set -euo pipefail
conf=${NGINX_CONF-/etc/nginx/conf.d/zhiping.conf}
nginx=${NGINX:-nginx}
# nginx itself reads sockets from this variable.
unset NGINX
patience=${READY_SECONDS:-60}

fail() { echo "$1" >&2; exit 1; }
restart() {
  if [ -n "${RESTART:-}" ]; then $RESTART "$1"; return; fi
  # A release that ended at each start has used up the starts that systemd allows.
  systemctl reset-failed "zhiping@$1" 2>/dev/null || true
  systemctl restart "zhiping@$1"
}
is_ready() { curl -fsS -o /dev/null --max-time 5 "http://127.0.0.1:$1/title/health/ready" 2>/dev/null; }
becomes_ready() {
  local deadline=$((SECONDS + patience))
  until is_ready "$1"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 0.2
  done
}
# Whatever an earlier run has left in the line of this node goes.
mark() {
  [ -n "$conf" ] || return 0
  sed -i "/^ *server 127\.0\.0\.1:$1\b/ { s/ down\b//g; s/;/$2;/ }" "$conf"
  $nginx -t -q && $nginx -s reload && sleep 1
}

serving=0
for port in "$@"; do ! is_ready "$port" || serving=1; done
if [ -n "$conf" ] && [ ! -e "$conf" ]; then
  [ "$serving" = 0 ] || fail "没有 ${conf}：请用 NGINX_CONF 指明 nginx 的配置，用其他代理的设为空。"
  conf=
fi
for port in "$@"; do
  for other in "$@"; do
    [ "$serving" = 0 ] || [ "$other" = "$port" ] || is_ready "$other" || fail "节点 $other 没有就绪，停止。"
  done
  mark "$port" ' down'
  restart "$port" || fail "节点 $port 不能重启，已从代理摘下。"
  becomes_ready "$port" || fail "节点 $port 在 $patience 秒内没有就绪，已从代理摘下。"
  mark "$port" ''
  echo "节点 $port 已重启。"
done

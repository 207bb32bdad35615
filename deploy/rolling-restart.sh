#!/usr/bin/env bash
# 逐个重启 nginx 后的节点，期间没有失败的请求：rolling-restart.sh 8001 8002
# 对每个节点：在 nginx.conf 中标为 down 并重新载入，等旧的 nginx 进程不再接新请求，重启，就绪后放回。
# 另一个节点须已就绪；任何一步失败即停下，被摘下的节点留在 down，nginx 继续用其余节点。
# 升级：先备份，换上新版本的程序（npm ci && npm run build），再运行本脚本；数据库由第一个重启的节点升级。
# 可用环境变量改：NGINX_CONF、NGINX（nginx 命令）、RESTART（重启一个节点的命令，后面跟端口）。
set -euo pipefail
conf=${NGINX_CONF:-/etc/nginx/conf.d/zhiping.conf}
nginx=${NGINX:-nginx}
restart() { if [ -n "${RESTART:-}" ]; then $RESTART "$1"; else systemctl restart "zhiping@$1"; fi; }
is_ready() { curl -fsS -o /dev/null --max-time 5 "http://127.0.0.1:$1/title/health/ready" 2>/dev/null; }
reload() { $nginx -t -q && $nginx -s reload && sleep 1; }

for port in "$@"; do
  for other in "$@"; do
    [ "$other" = "$port" ] || is_ready "$other" || { echo "节点 $other 没有就绪，停止。" >&2; exit 1; }
  done
  sed -i "s|^\( *server 127\.0\.0\.1:$port [^;]*\);|\1 down;|" "$conf"
  reload
  restart "$port"
  for _ in $(seq 60); do is_ready "$port" && break; sleep 1; done
  is_ready "$port" || { echo "节点 $port 一分钟内没有就绪，已从 nginx 摘下。" >&2; exit 1; }
  sed -i "s|^\( *server 127\.0\.0\.1:$port [^;]*\) down;|\1;|" "$conf"
  reload
  echo "节点 $port 已重启。"
done

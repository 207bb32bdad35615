#!/usr/bin/env bash
# 安装与升级：在新版本的目录（git clone 或解开的归档）中以 root 执行 deploy/upgrade.sh。失败时旧版本照常运行，并写明怎么办。
# 1. 把本目录装到 /opt/zhiping/releases/<版本>，不碰正在运行的版本；
# 2. 用新版本的程序核对设置和数据库；
# 3. 各版本的网页文件都放入 /opt/zhiping/assets，逐个重启期间新旧节点都能提供；
# 4. 数据库需要升级的，先备份再升级；
# 5. 链接 /opt/zhiping/current 指向新版本，逐个重启（rolling-restart.sh）；有节点没有就绪的退回旧版本；
# 6. 只留最近三个版本。
# 其他用法：
#   upgrade.sh --prepare       只做前三步；有多台机器时，先在每台执行一次，再逐台执行 upgrade.sh
#   upgrade.sh --back [版本]   退回上一个或指定的版本；数据库已升级的不能退回，只能恢复备份
# 设置写在 /etc/zhiping-upgrade.conf（bash 的写法，仅 root 可读；用 UPGRADE_CONF 可另指），不写即为默认：
#   NODES='8001 8002'                            本机的节点
#   MIGRATE_DATABASE_URL=…                       表的所有者；只有一个数据库角色时不写
#   BACKUP='systemctl start zhiping-backup'      升级数据库之前的备份命令
#   INSTALL='npm ci --omit=dev && …'             在新版本的目录中安装依赖、构建网页的命令
#   ENV_FILE=/etc/zhiping.env                    节点的设置
#   ZHIPING_HOME=/opt/zhiping                    各版本所在的目录
#   COMPILED=/var/cache/zhiping                  编译缓存，其中 90 天以前的会删去
#   RESTART、NGINX_CONF、NGINX、READY_SECONDS    见 rolling-restart.sh
set -euo pipefail
umask 022
tree=$(cd "$(dirname "$0")/.." && pwd -P)
set -a
NODES='8001 8002'
BACKUP='systemctl start zhiping-backup'
INSTALL='npm ci --omit=dev && npm run build --workspace web -- --logLevel warn'
ENV_FILE=/etc/zhiping.env
ZHIPING_HOME=/opt/zhiping
COMPILED=/var/cache/zhiping
settings=${UPGRADE_CONF:-/etc/zhiping-upgrade.conf}
[ ! -e "$settings" ] || . "$settings"
set +a
releases=$ZHIPING_HOME/releases

say() { echo "== $1"; }
fail() { echo "$1" >&2; exit 1; }
is_ready() { curl -fsS -o /dev/null --max-time 5 "http://127.0.0.1:$1/title/health/ready" 2>/dev/null; }
target_of() { basename "$(readlink "$ZHIPING_HOME/$1" || true)"; }
point() {
  ln -sfn "releases/$2" "$ZHIPING_HOME/.$1"
  mv -fT "$ZHIPING_HOME/.$1" "$ZHIPING_HOME/$1"
}

# A commit that is no release adds its hash, so that two states of one version never share a directory.
name_of_tree() {
  local version
  [ "$(dirname "$tree")" != "$releases" ] || { basename "$tree"; return; }
  version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$tree/package.json")
  [ ! -e "$tree/.git" ] || git -C "$tree" describe --exact-match --tags --match "v$version" >/dev/null 2>&1 ||
    version+=-$(git -C "$tree" rev-parse --short HEAD)
  echo "$version"
}

# A git clone gives its commit, an unpacked archive its files; neither gives settings or data.
read_tree() {
  if [ -e "$tree/.git" ]; then git -C "$tree" archive HEAD; else
    tar -C "$tree" --exclude=./node_modules --exclude=./web/dist --exclude=./data --exclude=./.env -cf - .
  fi
}

# The directory gets its name when it is complete.
install_release() {
  local fresh=$releases/.new
  [ ! -d "$releases/$1" ] || { say "$1 已经装好"; return; }
  say "安装 $1"
  rm -rf "$fresh"
  trap 'rm -rf "$releases/.new"' EXIT
  mkdir -p "$fresh"
  read_tree | tar -xf - -C "$fresh" --no-same-owner --no-same-permissions
  (cd "$fresh" && bash -euo pipefail -c "$INSTALL" </dev/null) || fail '安装失败，原因见上；旧版本照常运行。改正后再执行。'
  [ -x "$fresh/node_modules/.bin/node" ] && [ -f "$fresh/web/dist/index.html" ] ||
    fail '安装命令（INSTALL）没有装好依赖和网页；旧版本照常运行。'
  [ ! -d "$ZHIPING_HOME/current/recognition/node_modules" ] || [ -d "$fresh/recognition/node_modules" ] ||
    fail '现在的版本装有文字识别，请在 INSTALL 中也安装（docs/operations.md“文字识别”）；旧版本照常运行。'
  mv -T "$fresh" "$releases/$1"
}

migrate() {
  local release=$releases/$1
  shift
  (cd "$release" && node_modules/.bin/node --env-file="$ENV_FILE" server/scripts/migrate.ts "$@")
}

# Hard links: they cost no space, and a file that only this directory still has belongs to a release that is gone.
share_assets() {
  local release
  mkdir -p "$ZHIPING_HOME/assets"
  for release in "$releases"/*; do cp -alf "$release/web/dist/assets/." "$ZHIPING_HOME/assets/"; done
}

# Sets `pending` to 2 where the database is older than this release.
check() {
  say "核对设置和数据库"
  pending=0
  migrate "$1" --check || pending=$?
  [ "$pending" = 0 ] || [ "$pending" = 2 ] || fail '核对没有通过，原因见上；旧版本照常运行。改正后再执行。'
}

no_way_back() {
  fail "数据库已升级，旧版本 $1 不能再启动，所以没有退回。仍在运行的节点继续服务，请不要重启它们。
查明原因（journalctl -u 'zhiping@*'）并改正后，再执行 deploy/upgrade.sh，会从这里继续；
改正不了的，停下全部节点，从升级前的备份恢复（docs/operations.md“安装、升级与退回”），备份以后的修改会丢失。"
}

bring_up_to_date() {
  local former
  former=$(target_of current)
  [ "$pending" = 2 ] || return 0
  if [ -n "$former" ]; then
    say "数据库要升级：先备份（此后不能退回 ${former}，只能恢复备份）"
    bash -euo pipefail -c "$BACKUP" </dev/null || fail '备份失败，原因见上；什么都没有改动，旧版本照常运行。'
  fi
  say '升级数据库'
  migrate "$1" || {
    [ -z "$former" ] || migrate "$former" --check >/dev/null 2>&1 || no_way_back "$former"
    fail '数据库升级失败，原因见上；数据库没有改动，旧版本照常运行。'
  }
}

# A node that is not ready comes first: all others serve meanwhile.
order_nodes() {
  local port ready=() waiting=()
  for port in $NODES; do if is_ready "$port"; then ready+=("$port"); else waiting+=("$port"); fi; done
  [ ${#ready[@]} = 0 ] || [ ${#waiting[@]} -le 1 ] ||
    fail "节点 ${waiting[*]} 没有就绪，重启其余节点会中断服务；请先修复，或从 NODES 中去掉。"
  order=("${waiting[@]}" "${ready[@]}")
}

# Goes back to the release before where a node does not get ready; `active` is the release that the nodes run then.
activate() {
  local former older port touched=()
  former=$(target_of current)
  older=$(target_of previous)
  share_assets
  say "${former:+从 $former }换到 ${1}，逐个重启"
  [ -z "$former" ] || [ "$former" = "$1" ] || point previous "$former"
  point current "$1"
  active=$1
  ! "$tree/deploy/rolling-restart.sh" "${order[@]}" || return 0
  [ -n "$former" ] && [ "$former" != "$1" ] || fail "$1 没有就绪，原因见 journalctl -u 'zhiping@*'；改正后再执行。"
  migrate "$former" --check >/dev/null || no_way_back "$former"
  say "退回 $former"
  point current "$former"
  if [ -n "$older" ]; then point previous "$older"; else rm "$ZHIPING_HOME/previous"; fi
  # The nodes behind the one that is not ready still run the former release.
  for port in "${order[@]}"; do
    touched=("$port" "${touched[@]}")
    is_ready "$port" || break
  done
  "$tree/deploy/rolling-restart.sh" "${touched[@]}" || fail "退回 $former 时有节点没有就绪，请查看 journalctl -u 'zhiping@*'。"
  active=$former
}

clean_up() {
  local kept=' ' name
  for name in $(target_of current) $(target_of previous) $(ls -t "$releases"); do
    case $kept in *" $name "*) continue ;; esac
    if [ "$(wc -w <<<"$kept")" -lt 3 ]; then kept+="$name "; else rm -rf "${releases:?}/$name"; fi
  done
  share_assets
  find "$ZHIPING_HOME/assets" -type f -links 1 -delete
  [ ! -d "$COMPILED" ] || find "$COMPILED" -type f -mtime +90 -delete
}

upgrade() {
  local name
  name=$(name_of_tree)
  install_release "$name"
  check "$name"
  if [ "$1" = prepare ]; then
    share_assets
    say "$name 已准备好，没有重启任何节点"
    return
  fi
  order_nodes
  bring_up_to_date "$name"
  activate "$name"
  if [ "$active" != "$name" ]; then
    rm -rf "${releases:?}/$name"
    fail "$name 没有就绪，已退回 ${active}，服务没有中断。原因见 journalctl -u 'zhiping@*'；改正后再执行。"
  fi
  clean_up
  say "已是 $name"
}

go_back() {
  local name=${1:-$(target_of previous)}
  [ -n "$name" ] && [ -d "$releases/$name" ] || fail "没有可以退回的版本 ${name}。现有：$(ls "$releases" | xargs)"
  migrate "$name" --check ||
    fail "不能退回 ${name}，原因见上。数据库已升级的，只能停下全部节点，从升级前的备份恢复（docs/operations.md“安装、升级与退回”）。"
  order_nodes
  activate "$name"
  [ "$active" = "$name" ] || fail "$name 没有就绪，仍用 ${active}，服务没有中断。"
  say "已退回 $name"
}

main() {
  mkdir -p "$releases"
  exec 9>"$ZHIPING_HOME/.lock"
  flock -n 9 || fail '另一个 upgrade.sh 正在运行。'
  case ${1:-} in
    '') upgrade all ;;
    --prepare) upgrade prepare ;;
    --back) go_back "${2:-}" ;;
    *) fail '用法：upgrade.sh [--prepare | --back [版本]]' ;;
  esac
}
main "$@"
exit

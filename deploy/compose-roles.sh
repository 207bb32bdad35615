#!/bin/sh
# 建库时建立产品运行的角色：它不拥有任何表，权限由 npm run migrate 授予（docs/operations.md“两个数据库角色”）。
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role zhiping_app login password :'password';
SQL

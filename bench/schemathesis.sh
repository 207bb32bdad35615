#!/usr/bin/env bash
# Has an independent generator call every endpoint of a running demo (NODE_ENV=test CAPTCHA_ANSWER=TEST npm start) by its
# own description, with all checks, more slowly than
# one address may. Usage: bench/schemathesis.sh http://127.0.0.1:8000 'Bearer …'
set -euo pipefail
base=$1
export TOKEN=$2
venv=${SCHEMATHESIS_VENV:-${TMPDIR:-/tmp}/schemathesis-venv}
[ -x "$venv/bin/st" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install -q 'schemathesis==4.32.5'; }
exec "$venv/bin/st" --config-file "$(dirname "$0")/schemathesis.toml" run "$base/title/doc.html/json" \
  --phases examples,coverage,fuzzing --max-examples 15 --rate-limit 80/s --generation-database none --continue-on-failure

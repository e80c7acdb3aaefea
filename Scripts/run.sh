#!/usr/bin/env bash
# Starts the development server and the demo app, says what to open, and ends both with Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.build/release
pids=()

stop() {
    trap - EXIT INT TERM
    kill -TERM "${pids[@]}" 2>/dev/null || true
    wait "${pids[@]}" 2>/dev/null || true
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Succeeds once the server started as $1 says it is ready; fails when that process has ended.
wait_until_ready() {
    until (exec 3<>"/dev/tcp/localhost/$2") 2>/dev/null; do
        kill -0 "$1" 2>/dev/null || return 1
        sleep 0.1
    done
}

"$bin/gatehouse" serve --dev --issuer http://localhost:8080 --listen localhost:8080 --data .gatehouse &
pids+=($!)
wait_until_ready $! 8080

"$bin/gatehouse-demo" &
pids+=($!)
wait_until_ready $! 8090

cat <<EOF

  Demo app          http://localhost:8090
  Mailbox           http://localhost:8080/dev/mail
  In the terminal   .build/release/gatehouse login

  Ctrl-C ends both.

EOF
wait -n "${pids[@]}"

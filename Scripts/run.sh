#!/usr/bin/env bash
# Starts the development server and the demo app, prints their URLs, and stops both on Ctrl-C.
#
# GATEHOUSE_BIN is the folder of the binaries, GATEHOUSE_PORT and GATEHOUSE_DEMO_PORT replace the ports 8080 and 8090,
# GATEHOUSE_DATA replaces the data folder .gatehouse.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${GATEHOUSE_BIN:-.build/release}
port=${GATEHOUSE_PORT:-8080}
demo_port=${GATEHOUSE_DEMO_PORT:-8090}
issuer=http://localhost:$port
pids=()

stop() {
    trap - EXIT INT TERM
    kill -TERM "${pids[@]}" 2>/dev/null || true
    wait "${pids[@]}" 2>/dev/null || true
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

answers() {
    (exec 3<>"/dev/tcp/localhost/$1") 2>/dev/null
}

# Another program on these ports would be mistaken for the server later.
for taken in "$port" "$demo_port"; do
    if answers "$taken"; then
        echo "Port $taken is in use. Stop the program that uses it, or set GATEHOUSE_PORT or GATEHOUSE_DEMO_PORT." >&2
        exit 1
    fi
done

# Succeeds once process $1 accepts connections on port $2; fails if it has ended.
wait_until_ready() {
    until answers "$2"; do
        kill -0 "$1" 2>/dev/null || return 1
        sleep 0.1
    done
    kill -0 "$1" 2>/dev/null
}

"$bin/gatehouse" serve --dev --issuer "$issuer" --listen "localhost:$port" --data "${GATEHOUSE_DATA:-.gatehouse}" &
pids+=($!)
wait_until_ready $! "$port"

GATEHOUSE_ISSUER=$issuer GATEHOUSE_DEMO_PORT=$demo_port "$bin/gatehouse-demo" >/dev/null &
pids+=($!)
wait_until_ready $! "$demo_port"

cat <<EOF

  Demo app          http://localhost:$demo_port
  Mailbox           $issuer/dev/mail
  In the terminal   $bin/gatehouse login --issuer $issuer
  An app of Kii     custom URL $issuer/api, app ID gatehouse-kii, app key gatehouse-kii-key

  Ctrl-C ends both.

EOF
wait -n "${pids[@]}"

#!/usr/bin/env bash
# Measures what a server costs to start and to keep: milliseconds until it is ready, and resident memory at rest.
# Five starts, each on the data of the one before; the first of them makes the database, so the median tells about a restart.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --product gatehouse
port=18080
data=$(mktemp -d)
server=
trap '[[ -z "$server" ]] || kill "$server"; rm -rf "$data"' EXIT

for run in 1 2 3 4 5; do
    out="$data/out.$run"
    : >"$out"
    started=$(date +%s%N)
    .build/release/gatehouse serve --dev --listen "localhost:$port" --data "$data" >"$out" &
    server=$!
    until grep -q '^Gatehouse is listening' "$out"; do
        kill -0 "$server"
        sleep 0.005
    done
    ready=$((($(date +%s%N) - started) / 1000000))
    for _ in $(seq 20); do curl -sf "http://localhost:$port/.well-known/openid-configuration" >/dev/null; done
    sleep 2
    resident=$(($(ps -o rss= -p "$server") / 1024))
    kill "$server"
    wait "$server" || true
    server=
    echo "start $run: ready after $ready ms, $resident MB resident"
done

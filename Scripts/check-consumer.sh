#!/usr/bin/env bash
# Builds an app with only the SDK (Tests/Fixtures/Consumer). Fails if it resolves or compiles more than the SDK needs.
set -euo pipefail
cd "$(dirname "$0")/../Tests/Fixtures/Consumer"
scratch=../../../.build/consumer
# docs/decisions/0001-server-trait.md
expected='flyingfox swift-asn1 swift-crypto swift-http-types'
server='Gatehouse(Server|Store|HTTP|Commands|Delivery|Migration|Passwords)|ArgumentParser|Hummingbird|NIO|CPhoneNumber'

rm -f Package.resolved
swift package --scratch-path "$scratch" resolve
swift build --scratch-path "$scratch" -debug-info-format none
# This app blocks all of its threads; it ends only if network callbacks run on other threads.
timeout 60 "$(swift build --scratch-path "$scratch" --show-bin-path)/KiiConsumer"
resolved=$(sed -n 's/.*"identity" : "\(.*\)",/\1/p' Package.resolved | sort)
compiled=$(cd "$(swift build --scratch-path "$scratch" --show-bin-path)" && find ./*.build -name '*.o' | cut -d/ -f2 | sort -u | sed 's/\.build$//')

echo "An app with the SDK resolves:" $resolved
echo "and compiles:" $compiled
if [[ "$(echo $resolved)" != "$expected" ]]; then
    echo "Expected: $expected" >&2
    exit 1
fi
if grep -qE "$server" <<<"$compiled"; then
    echo "The app compiles a module of the server." >&2
    exit 1
fi

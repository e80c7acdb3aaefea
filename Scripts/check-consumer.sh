#!/usr/bin/env bash
# An app that uses the SDK alone: builds Tests/Fixtures/Consumer and fails when that downloaded or compiled more than the SDK needs.
set -euo pipefail
cd "$(dirname "$0")/../Tests/Fixtures/Consumer"
scratch=../../../.build/consumer
# docs/decisions/0001-server-trait.md
expected='flyingfox swift-asn1 swift-crypto swift-http-types'
server='Gatehouse(Server|Store|HTTP|Commands|Delivery|Passwords)|ArgumentParser|Hummingbird|NIO|CPhoneNumber'

rm -f Package.resolved
swift package --scratch-path "$scratch" resolve
swift build --scratch-path "$scratch"
# An app that waits on every thread it has; it comes back when the network answers on threads of its own.
timeout 60 "$(swift build --scratch-path "$scratch" --show-bin-path)/KiiConsumer"
resolved=$(sed -n 's/.*"identity" : "\(.*\)",/\1/p' Package.resolved | sort)
compiled=$(cd "$(swift build --scratch-path "$scratch" --show-bin-path)" && find ./*.build -name '*.o' | cut -d/ -f2 | sort -u | sed 's/\.build$//')

echo "An app with the SDK resolves:" $resolved
echo "and compiles:" $compiled
if [[ "$(echo $resolved)" != "$expected" ]]; then
    echo "It should resolve: $expected" >&2
    exit 1
fi
if grep -qE "$server" <<<"$compiled"; then
    echo "A part of the server is among what is compiled." >&2
    exit 1
fi

#!/usr/bin/env bash
# Compares the public API of the SDK with the newest release. Intended breaks are in Scripts/api-breakages.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
products=(Gatehouse GatehouseUI LoginWithAmazon MSAL KiiSDK GatehouseTesting GatehouseVerifier GatehouseHummingbird)

if ! baseline=$(git describe --tags --abbrev=0 --match '[0-9]*.[0-9]*.[0-9]*' HEAD^ 2>/dev/null); then
    echo "SKIPPED: there is no release tag, so the public API was not compared with a release." >&2
    exit 0
fi
echo "Comparing the public API with $baseline. The first comparison builds that release."
exec swift package diagnose-api-breaking-changes "$baseline" \
    --breakage-allowlist-path "$PWD/Scripts/api-breakages.txt" --products "${products[@]}"

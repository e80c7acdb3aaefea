#!/usr/bin/env bash
# Compiles the samples in Tests/ObjectiveC with Apple's clang against the facades, built for the iOS simulator.
set -euo pipefail
cd "$(dirname "$0")/.."
build=.build-xcode/objective-c

xcodebuild build -scheme GatehouseSDK -destination 'generic/platform=iOS Simulator' \
    -derivedDataPath "$build" -clonedSourcePackagesDirPath .build-xcode/SourcePackages

# Xcode writes the headers of Swift targets here, each with its module map.
maps=$(find "$build/Build/Intermediates.noindex" -type d -name 'GeneratedModuleMaps-iphonesimulator' | head -n 1)
[[ -n $maps ]] || { echo "Xcode wrote no headers for Objective-C." >&2; exit 1; }
options=(-fsyntax-only -x objective-c -Wall -Werror -Wno-deprecated-declarations -fmodules -I "$maps")
for module in LoginWithAmazon MSAL KiiSDK; do
    options+=("-fmodule-map-file=$maps/$module.modulemap")
done
# The headers that name the frameworks, such as <LoginWithAmazon/LoginWithAmazon.h>.
for folder in Sources/*/include; do
    options+=(-I "$folder")
done

count=0
for sample in $(find Tests/ObjectiveC -name '*.m' | sort); do
    ownership=(-fobjc-arc)
    # Samples from before automatic reference counting release objects themselves.
    if grep -qE ' (release|autorelease|retain)\]' "$sample"; then
        ownership=(-fno-objc-arc -Wno-objc-property-no-attribute)
    fi
    echo "$sample"
    xcrun --sdk iphonesimulator clang -target arm64-apple-ios17.0-simulator "${options[@]}" "${ownership[@]}" "$sample"
    count=$((count + 1))
done
[[ $count -gt 0 ]] || { echo "Tests/ObjectiveC contains no samples." >&2; exit 1; }
echo "$count samples compile."

#!/usr/bin/env bash
# Builds the Xcode project of an example for the iOS simulator: build-example.sh NAME
set -euo pipefail
cd "$(dirname "$0")/.."
project=Examples/${1:?usage: build-example.sh NAME}/$1.xcodeproj
[[ -d $project ]] || { echo "$project does not exist." >&2; exit 64; }

# Xcode creates a scheme for each target of a project without shared schemes.
exec xcodebuild build -project "$project" -scheme "$1" -destination 'generic/platform=iOS Simulator' \
    -derivedDataPath .build-xcode/examples -clonedSourcePackagesDirPath .build-xcode/SourcePackages \
    CODE_SIGNING_ALLOWED=NO

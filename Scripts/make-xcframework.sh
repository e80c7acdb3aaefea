#!/usr/bin/env bash
# Builds static XCFrameworks of the SDK and a zip of them for CocoaPods and for projects without packages.
# make-xcframework.sh [PLATFORM…]; by default macOS, iOS, tvOS, watchOS, visionOS and their simulators.
#
# A client of a framework needs every module that its interface names. These have a framework each; the objects of all
# other modules (keys, cryptography) are part of Gatehouse.framework, which all others need.
set -euo pipefail
cd "$(dirname "$0")/.."
products=(Gatehouse GatehouseUI LoginWithAmazon MSAL KiiSDK)
# Modules in the interface of Gatehouse.
interfaces=(GatehouseWire HTTPTypes)
build=.build-xcode/release
output=.build-xcode/frameworks

platforms=("$@")
if [[ ${#platforms[@]} -eq 0 ]]; then
    platforms=(
        macOS iOS 'iOS Simulator' tvOS 'tvOS Simulator' watchOS 'watchOS Simulator' visionOS 'visionOS Simulator'
    )
fi

# Prints the suffix of the folder with the products for a platform.
suffix() {
    case $1 in
    macOS) echo '' ;;
    iOS) echo -iphoneos ;;
    'iOS Simulator') echo -iphonesimulator ;;
    tvOS) echo -appletvos ;;
    'tvOS Simulator') echo -appletvsimulator ;;
    watchOS) echo -watchos ;;
    'watchOS Simulator') echo -watchsimulator ;;
    visionOS) echo -xros ;;
    'visionOS Simulator') echo -xrsimulator ;;
    *) echo "unknown platform: $1" >&2; exit 64 ;;
    esac
}

# make_framework MODULE PRODUCTS MAPS FOLDER OBJECT…: assembles a static framework from what Xcode has built.
make_framework() {
    local module=$1 products_folder=$2 maps=$3 bundle=$4/$1.framework
    local framework=$bundle resources=$bundle
    # Frameworks of macOS have versions.
    if [[ $4 == */macOS ]]; then framework=$bundle/Versions/A resources=$bundle/Versions/A/Resources; fi
    shift 4
    mkdir -p "$framework/Modules" "$framework/Headers" "$resources"
    xcrun libtool -static -no_warning_for_no_symbols -o "$framework/$module" "$@"
    cp -R "$products_folder/$module.swiftmodule" "$framework/Modules/"
    # A client compiles the interface; the binary form is for this compiler alone.
    find "$framework/Modules" \( -name '*.swiftmodule' -type f -o -name '*.private.swiftinterface' \
        -o -name '*.package.swiftinterface' -o -name '*.abi.json' \) -delete
    rm -rf "$framework/Modules/$module.swiftmodule/Project"
    if ! compgen -G "$framework/Modules/$module.swiftmodule/*.swiftinterface" >/dev/null; then
        echo "$module has no interface: was it built for distribution?" >&2
        exit 1
    fi
    if [[ -f $maps/$module-Swift.h ]]; then
        cp "$maps/$module-Swift.h" "$framework/Headers/"
        # Headers of the facades for Objective-C, with the vendor's file names.
        find Sources -path "*/include/$module/*.h" -exec cp {} "$framework/Headers/" \;
        {
            echo "framework module $module {"
            echo "    header \"$module-Swift.h\""
            echo "    requires objc"
            echo "    export *"
            echo "}"
        } >"$framework/Modules/module.modulemap"
    fi
    if [[ $module == Gatehouse ]]; then cp Sources/Gatehouse/PrivacyInfo.xcprivacy "$resources/"; fi
    {
        echo '<?xml version="1.0" encoding="UTF-8"?>'
        echo '<plist version="1.0"><dict>'
        echo "<key>CFBundleIdentifier</key><string>dev.gatehouse.$module</string>"
        echo "<key>CFBundleName</key><string>$module</string>"
        echo "<key>CFBundleExecutable</key><string>$module</string>"
        echo '<key>CFBundlePackageType</key><string>FMWK</string>'
        echo "<key>CFBundleShortVersionString</key><string>$version</string>"
        echo "<key>CFBundleVersion</key><string>$version</string>"
        echo '</dict></plist>'
    } >"$resources/Info.plist"
    if [[ $framework != "$bundle" ]]; then
        ln -s A "$bundle/Versions/Current"
        for name in "$module" Modules Headers Resources; do ln -s "Versions/Current/$name" "$bundle/$name"; done
    fi
}

version=$(sed -n 's/^ *version: "\(.*\)",$/\1/p' Sources/GatehouseCommands/GatehouseCommand.swift)
rm -rf "$output" .build-xcode/slices
mkdir -p "$output"

for platform in "${platforms[@]}"; do
    # Optimized, with interfaces that later compilers read.
    xcodebuild build -scheme GatehouseSDK -configuration Release -destination "generic/platform=$platform" \
        -derivedDataPath "$build" -clonedSourcePackagesDirPath .build-xcode/SourcePackages \
        BUILD_LIBRARY_FOR_DISTRIBUTION=YES SWIFT_VERIFY_EMITTED_MODULE_INTERFACE=NO
    folder=$build/Build/Products/Release$(suffix "$platform")
    maps=$build/Build/Intermediates.noindex/GeneratedModuleMaps$(suffix "$platform")
    slice=.build-xcode/slices/${platform// /-}
    mkdir -p "$slice"
    for module in "${products[@]:1}" "${interfaces[@]}"; do
        make_framework "$module" "$folder" "$maps" "$slice" "$folder/$module.o"
    done
    hidden=()
    for object in "$folder"/*.o; do
        module=$(basename "$object" .o)
        [[ " ${products[*]} ${interfaces[*]} " == *" $module "* || $module == *Tests ]] || hidden+=("$object")
    done
    make_framework Gatehouse "$folder" "$maps" "$slice" "$folder/Gatehouse.o" "${hidden[@]}"
done

for module in "${products[@]}" "${interfaces[@]}"; do
    arguments=()
    for slice in .build-xcode/slices/*; do
        arguments+=(-framework "$slice/$module.framework")
    done
    xcodebuild -create-xcframework "${arguments[@]}" -output "$output/$module.xcframework"
done

# An app compiles with these frameworks alone.
if [[ -d .build-xcode/slices/macOS ]]; then
    printf 'import %s\n' "${products[@]}" >.build-xcode/Client.swift
    xcrun --sdk macosx swiftc -typecheck -swift-version 6 -F .build-xcode/slices/macOS .build-xcode/Client.swift
fi

cp LICENSE Gatehouse.podspec "$output/"
rm -f .build-xcode/Gatehouse.zip
(cd "$output" && zip --quiet --recurse-paths --symlinks ../Gatehouse.zip .)
echo ".build-xcode/Gatehouse.zip: version $version for ${platforms[*]}"

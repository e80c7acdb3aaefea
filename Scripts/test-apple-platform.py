#!/usr/bin/env python3
"""Builds the SDK for one of Apple's platforms and runs its tests, on the newest simulator that the SDK supports.

usage: test-apple-platform.py macOS|iOS|tvOS|watchOS|visionOS
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build-xcode"

# The SDK and the name in the identifier of a simulator's runtime.
SIMULATORS = {
    "iOS": ("iphonesimulator", "iOS"),
    "tvOS": ("appletvsimulator", "tvOS"),
    "watchOS": ("watchsimulator", "watchOS"),
    "visionOS": ("xrsimulator", "xrOS"),
}


def version(text: str) -> tuple[int, ...]:
    """Returns the major and minor version."""
    return tuple(int(number) for number in re.findall(r"\d+", text))[:2]


def newest_device(listing: dict, runtime_name: str, sdk_version: str) -> str | None:
    """Returns the identifier of a device with the newest runtime up to the version of the SDK.

    `listing` is the output of `simctl list devices available --json`.
    """
    found: list[tuple[tuple[int, ...], str]] = []
    for runtime, devices in listing["devices"].items():
        match = re.search(rf"\.SimRuntime\.{runtime_name}-([\d-]+)$", runtime)
        if not match or version(match[1]) > version(sdk_version):
            continue
        found += [(version(match[1]), device["udid"]) for device in devices if device.get("isAvailable", True)]
    # The first device of the newest runtime.
    return max(found, key=lambda entry: entry[0])[1] if found else None


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def destination(platform: str) -> str:
    if platform == "macOS":
        return "platform=macOS"
    sdk, runtime_name = SIMULATORS[platform]
    sdk_version = output("xcrun", "--sdk", sdk, "--show-sdk-version").strip()
    listing = json.loads(output("xcrun", "simctl", "list", "devices", "available", "--json"))
    device = newest_device(listing, runtime_name, sdk_version)
    if device is None:
        sys.exit(f"No simulator for {platform} {sdk_version}. Try: xcodebuild -downloadPlatform {platform}")
    return f"id={device}"


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1] not in ("macOS", *SIMULATORS):
        sys.exit(__doc__.strip().splitlines()[-1])
    platform = sys.argv[1]
    result = BUILD / f"{platform}.xcresult"
    shutil.rmtree(result, ignore_errors=True)
    # The shared scheme builds the targets of the SDK alone, without the server and its system libraries.
    command = [
        "xcodebuild", "test", "-scheme", "GatehouseSDK", "-destination", destination(platform),
        "-derivedDataPath", str(BUILD / platform), "-clonedSourcePackagesDirPath", str(BUILD / "SourcePackages"),
        "-resultBundlePath", str(result),
    ]
    print(*command, flush=True)
    sys.exit(subprocess.run(command, cwd=ROOT).returncode)


if __name__ == "__main__":
    main()

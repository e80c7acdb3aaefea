#!/usr/bin/env python3
"""Type-checks the sources for Apple platforms on Linux, against stubs of Apple's frameworks.

The compiler runs in Swift 6 mode with Objective-C interoperability, once as on iOS and once as on macOS. The
Objective-C samples are then compiled against the headers that it generates. Tests/AppleStubs describes the stubs and
the limits of this check.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from documentation import snippets

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUBS = ROOT / "Tests/AppleStubs"
OUTPUT = ROOT / ".build/apple"
PLATFORMS = {
    "iOS": ["UIKit"],
    "macOS": ["AppKit"],
}
"""The user interface framework of each platform."""
FRAMEWORKS = [
    "ObjectiveC", "CoreFoundation", "Dispatch", "Darwin", "Foundation", "notify", "os", "Security", "CryptoKit",
    "UIKit", "AppKit", "AuthenticationServices", "WebKit", "LocalAuthentication", "Network", "SwiftUI", "Combine",
]
"""The stubs, each after those that it imports."""
MODULES = [
    "GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseTransport", "GatehouseVerifier", "Gatehouse",
    "LoginWithAmazon", "MSAL", "KiiSDK", "GatehouseUI",
]
APPS = ["iOSApp", "KiiNotes", "LoginWithAmazonObjC", "MSALTutorial"]
"""The examples for iOS."""
COMPILER = "6.3.1"
EXPECTATION = "// Expected: "
"""Begins a line in a planted mistake, before a part of the diagnostic that it must cause."""


class Failure(Exception):
    """A command that printed diagnostics or failed."""


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, **options)
    output = (result.stdout + result.stderr).strip()
    if result.returncode != 0 or output:
        raise Failure(output or f"exit status {result.returncode}")


class Toolchain:
    """The compiler and its resources, with the one type that Objective-C interoperability needs in addition."""

    def __init__(self):
        self.root = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent
        version = subprocess.run(["swiftc", "--version"], capture_output=True, text=True).stdout
        self.version = re.search(r"Swift version (\S+)", version)[1]
        self.triple = json.loads(
            subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True).stdout
        )["target"]["moduleTriple"]
        self.resources = OUTPUT / f"resources-{self.version}"

    def prepare(self):
        """Links the compiler's resources, without Linux's Foundation, and compiles the standard library again.

        Imported methods with an error parameter need `AutoreleasingUnsafeMutablePointer`, which the standard library
        has on Apple platforms only.
        """
        done = self.resources / "ready"
        if done.exists():
            return
        shutil.rmtree(self.resources, ignore_errors=True)
        original = self.root / "lib/swift"
        (self.resources / "linux").mkdir(parents=True)
        for entry in original.iterdir():
            if entry.name not in {"CoreFoundation", "dispatch", "linux", "os"}:
                (self.resources / entry.name).symlink_to(entry)
        replaced = {"Dispatch", "Foundation", "FoundationNetworking", "FoundationXML", "Swift"}
        for entry in (original / "linux").iterdir():
            if entry.name.split(".")[0] not in replaced:
                (self.resources / "linux" / entry.name).symlink_to(entry)
        module = self.resources / "linux/Swift.swiftmodule"
        module.mkdir()
        interface = module / f"{self.triple}.swiftinterface"
        source = original / "linux/Swift.swiftmodule" / interface.name
        interface.write_text(source.read_text() + (STUBS / "Swift/AutoreleasingPointer.swiftinterface").read_text())
        run([
            "swiftc", "-frontend", "-compile-module-from-interface", interface, "-parse-stdlib",
            "-resource-dir", self.resources, "-module-name", "Swift", "-suppress-warnings",
            "-o", module / f"{self.triple}.swiftmodule",
        ])
        done.touch()


class Platform:
    """The stubs of a platform, and the modules of the package that were checked against them."""

    def __init__(self, name, toolchain):
        self.name = name
        self.toolchain = toolchain
        self.modules = OUTPUT / name
        shutil.rmtree(self.modules, ignore_errors=True)
        self.modules.mkdir(parents=True)
        others = {framework for frameworks in PLATFORMS.values() for framework in frameworks} - set(PLATFORMS[name])
        self.frameworks = [framework for framework in FRAMEWORKS if framework not in others]
        self.headers = [
            STUBS / framework for framework in self.frameworks if (STUBS / framework / "module.modulemap").exists()
        ]

    @property
    def flags(self):
        definition = f"-DAPPLE_{self.name.upper()}=1"
        return [
            "-resource-dir", self.toolchain.resources, "-enable-objc-interop", "-parse-as-library",
            "-swift-version", "6", "-module-cache-path", OUTPUT / "cache", "-Xcc", definition,
            *(flag for folder in [self.modules, *self.headers] for flag in ["-I", folder]),
        ]

    def compile_stubs(self):
        for framework in self.frameworks:
            sources = self.sources(framework)
            if not sources:
                continue
            underlying = ["-import-underlying-module"] if STUBS / framework in self.headers else []
            run([
                "swiftc", "-frontend", "-emit-module", *self.flags, *underlying, "-module-name", framework,
                "-disable-objc-attr-requires-foundation-module", "-suppress-warnings",
                "-o", self.modules / f"{framework}.swiftmodule", *sources,
            ])

    def sources(self, framework):
        """The Swift files of a stub; `Name+Other.swift` belongs to platforms with the stub `Other` only."""
        return [
            path for path in sorted((STUBS / framework).glob("*.swift"))
            if "+" not in path.stem or path.stem.split("+")[1] in self.frameworks
        ]

    def check(self, module, sources):
        """Type-checks a module of the package, and emits it for those that import it."""
        flags = [
            *self.flags, *package_flags(), "-module-name", module,
            "-plugin-path", self.toolchain.root / "lib/swift/host/plugins",
        ]
        run(["swiftc", "-frontend", "-typecheck", *flags, *sources])
        run([
            "swiftc", "-frontend", "-emit-module", *flags, "-experimental-skip-all-function-bodies",
            "-emit-objc-header-path", self.modules / f"{module}-Swift.h",
            # For the documentation: the symbols that Linux does not have.
            "-emit-symbol-graph", "-emit-symbol-graph-dir", self.modules / "symbols" / module,
            "-symbol-graph-minimum-access-level", "public",
            "-o", self.modules / f"{module}.swiftmodule", *sources,
        ])


    def check_app(self, name):
        """Type-checks an example that is an app, in Swift or Objective-C."""
        folder = ROOT / "Examples" / name / name
        sources = sorted(folder.glob("*.swift"))
        if sources:
            plugins = self.toolchain.root / "lib/swift/host/plugins"
            modules = ["-I", ROOT / ".build/debug/Modules", "-plugin-path", plugins]
            # The samples call what the vendors have deprecated.
            flags = [*self.flags, *modules, "-suppress-warnings", "-module-name", name]
            run(["swiftc", "-frontend", "-typecheck", *flags, *sources])
        for source in sorted(folder.glob("*.m")):
            self.check_objective_c(source)

    def check_snippets(self):
        """Compiles the code blocks of the documentation that are for Apple's platforms; returns their number."""
        count = 0
        modules = ["-I", ROOT / ".build/debug/Modules", "-plugin-path", self.toolchain.root / "lib/swift/host/plugins"]
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            for document in snippets.documents():
                blocks = [block for block in snippets.blocks(document) if block.needs_apple]
                count += len(blocks)
                swift = [block for block in blocks if block.language == "swift"]
                if swift:
                    files = snippets.swift_files(document, swift, folder)
                    flags = [*self.flags, *modules, "-suppress-warnings", "-module-name", snippets.module(document)]
                    run(["swiftc", "-frontend", "-typecheck", *flags, *files])
                for block in blocks:
                    if block.language == "objc":
                        self.check_objective_c(snippets.objective_c_file(block, folder))
        return count

    def check_objective_c(self, sample):
        """Compiles an Objective-C file as an app would."""
        is_counted = "-fno-objc-arc" not in sample.read_text().split("\n", 1)[0]
        run([
            "clang", "-fsyntax-only", "-x", "objective-c", "-fblocks", "-fobjc-runtime=macosx-10.15",
            "-fconstant-string-class=NSConstantString", "-Wall", "-Werror",
            "-fobjc-arc" if is_counted else "-Wno-objc-property-no-attribute", f"-DAPPLE_{self.name.upper()}=1",
            *(flag for folder in [self.modules, *self.headers, *header_targets()] for flag in ["-I", folder]),
            sample,
        ])

    def check_mistake(self, file):
        """Checks that a file with a planted mistake fails with the diagnostic that it names."""
        expected = [
            line.removeprefix(EXPECTATION) for line in file.read_text().splitlines() if line.startswith(EXPECTATION)
        ]
        try:
            if file.suffix == ".m":
                self.check_objective_c(file)
            else:
                run(["swiftc", "-frontend", "-typecheck", *self.flags, *package_flags(), file])
        except Failure as failure:
            if all(text in str(failure) for text in expected) and expected:
                return
            raise Failure(f"{file}: expected {expected}, got:\n{failure}")
        raise Failure(f"{file} compiles although it has a mistake.")


def header_targets():
    """The headers that Objective-C apps import."""
    return sorted((ROOT / "Sources").glob("*ObjC/include"))


def package_flags():
    """The flags with which the package compiles the SDK, as far as they do not name a platform."""
    manifest = (ROOT / ".build/debug.yaml").read_text()
    found = re.search(r'args: (\[".*/swiftc","-module-name","Gatehouse",.*\])', manifest)
    if not found:
        raise Failure("The SDK was not built. Run `swift build` first.")
    arguments = json.loads(found[1])
    flags = ["-I", ROOT / ".build/debug/Modules", "-package-name", "main"]
    for index, argument in enumerate(arguments):
        if argument == "-enable-upcoming-feature":
            flags += [argument, arguments[index + 1]]
        if argument == "-strict-memory-safety":
            flags.append(argument)
        if argument.startswith("-fmodule-map-file="):
            flags += ["-Xcc", argument, "-Xcc", "-I" + os.path.dirname(argument.split("=", 1)[1])]
    return flags


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="the modules to check; by default all that apps link")
    options = parser.parse_args()
    toolchain = Toolchain()
    if toolchain.version != COMPILER:
        print(f"SKIPPED: the check needs Swift {COMPILER}, and this is Swift {toolchain.version}.", file=sys.stderr)
        return
    try:
        toolchain.prepare()
        for name in PLATFORMS:
            platform = Platform(name, toolchain)
            platform.compile_stubs()
            for module in options.modules or MODULES:
                sources = sorted((ROOT / "Sources" / module).rglob("*.swift"))
                if sources:
                    platform.check(module, sources)
                    print(f"{name}: {module} type-checks", flush=True)
            if options.modules:
                continue
            mistakes = [*(ROOT / "Tests/AppleStubs/Mistakes").iterdir()]
            for file in sorted(mistakes):
                platform.check_mistake(file)
            print(f"{name}: {len(mistakes)} planted mistakes are found")
            if "UIKit" not in platform.frameworks:
                continue
            samples = [*(ROOT / "Tests/ObjectiveC").rglob("*.m")]
            for sample in sorted(samples):
                platform.check_objective_c(sample)
            print(f"{name}: {len(samples)} Objective-C samples compile", flush=True)
            for app in APPS:
                platform.check_app(app)
                print(f"{name}: example {app} type-checks", flush=True)
            print(f"{name}: {platform.check_snippets()} code blocks of the documentation compile", flush=True)
    except Failure as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Checks the code blocks of the documentation: Swift is type-checked, others are parsed.

    check-snippets.py MODULES [DOCUMENT]...

MODULES is the folder of the built modules, such as .build/debug/Modules. The blocks of a document are type-checked
together, each as a function; one that consists of types and extensions, or has attributes, is checked at file level.
Tests/Snippets/<document>.swift declares the names that a document leaves to its reader. If it has a class `Members`,
the functions are its members and may use `self`. A block with imports has only these, another those of its document.

check-apple.py checks the blocks in Objective-C, and those that import a framework of Apple's.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from documentation import snippets
from documentation.snippets import Block
from swift_modules import import_arguments

# Languages without a check: configuration of other programs, diagrams and HTTP.
UNCHECKED = {"", "caddyfile", "html", "http", "ini", "mermaid", "nginx", "text", "yaml"}


class Swift:
    """Type-checks the Swift blocks of a document as one module."""

    def __init__(self, modules: pathlib.Path, folder: pathlib.Path):
        self.folder = folder
        swiftc = shutil.which("swiftc")
        if not swiftc:
            sys.exit("swiftc was not found.")
        library = pathlib.Path(os.path.realpath(swiftc)).parent.parent / "lib" / "swift"
        self.command = [swiftc, "-typecheck", "-swift-version", "6", "-suppress-warnings", "-parse-as-library"]
        self.command += ["-module-cache-path", str(folder / "cache"), *import_arguments(modules)]
        self.command += ["-I", str(library / "pm" / "ManifestAPI"), "-package-description-version", "6.2"]
        self.command += ["-plugin-path", str(library / "host" / "plugins" / "testing")]

    def check(self, document: pathlib.Path, blocks: list[Block]) -> list[str]:
        """Returns the diagnostics of the blocks of a document."""
        files = snippets.swift_files(document, blocks, self.folder)
        command = [*self.command, "-module-name", snippets.module(document)]
        done = subprocess.run([*command, *map(str, files)], cwd=snippets.ROOT, capture_output=True, text=True)
        return [] if done.returncode == 0 else [done.stderr.strip() or f"{document}: swiftc failed"]


def check_shell(block: Block) -> str | None:
    done = subprocess.run(["bash", "-n"], input=block.code, capture_output=True, text=True)
    return f"{block.place}: {done.stderr.strip()}" if done.returncode else None


def check_json(block: Block) -> str | None:
    try:
        json.loads(block.code)
    except ValueError as error:
        return f"{block.place}: {error}"
    return None


def check_python(block: Block) -> str | None:
    try:
        compile(block.code, block.place, "exec")
    except SyntaxError as error:
        return f"{block.document}:{block.line + (error.lineno or 1) - 1}: {error.msg}"
    return None


CHECKS = {"sh": check_shell, "json": check_json, "python": check_python}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", type=pathlib.Path, metavar="MODULES")
    parser.add_argument("documents", type=pathlib.Path, nargs="*", metavar="DOCUMENT")
    options = parser.parse_args()

    counts = collections.Counter()
    problems: list[str] = []
    swift = collections.defaultdict(list)
    for document in options.documents or snippets.documents():
        for block in snippets.blocks(document):
            if block.needs_apple:
                counts[f"{block.language} for Apple's platforms, which make test-apple checks"] += 1
            elif block.language == "swift":
                counts["swift"] += 1
                swift[document].append(block)
            elif block.language in CHECKS:
                counts[block.language] += 1
                problems += filter(None, [CHECKS[block.language](block)])
            elif block.language not in UNCHECKED:
                problems.append(f"{block.place}: blocks of {block.language} are not checked; add a check or use text")
    with tempfile.TemporaryDirectory() as temporary:
        checker = Swift(options.modules, pathlib.Path(temporary))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for found in pool.map(lambda item: checker.check(*item), swift.items()):
                problems += found
    if not options.documents and counts["swift"] < 80:
        problems.append("Blocks are missing: there are fewer than 80 of Swift.")
    print("\n".join(problems), file=sys.stderr)
    print("Code blocks: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

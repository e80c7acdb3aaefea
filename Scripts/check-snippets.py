#!/usr/bin/env python3
"""Checks the code blocks of the documentation: Swift is type-checked, others are parsed.

    check-snippets.py MODULES [--include FOLDER]... [--objc-include FOLDER]... [DOCUMENT]...

MODULES is the folder of the built modules, such as .build/debug/Modules. The blocks of a document are type-checked
together, each as a function; one that consists of types and extensions, or has attributes, is checked at file level.
Tests/Snippets/<document>.swift declares the names that a document leaves to its reader. If it has a class `Members`,
the functions are its members and may use `self`.

A block that imports a framework of Apple's is checked if a folder of --include contains its module; Objective-C is
checked if --objc-include names its headers. Others are counted as skipped.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from swift_modules import import_arguments

ROOT = pathlib.Path(__file__).resolve().parent.parent
PREAMBLES = ROOT / "Tests" / "Snippets"
APPLE = {"AppKit", "AuthenticationServices", "Combine", "GatehouseUI", "LocalAuthentication", "Security", "SwiftUI", "UIKit"}
CONDITIONAL = {"FoundationNetworking"}
# Languages without a check: configuration of other programs, diagrams and HTTP.
UNCHECKED = {"", "caddyfile", "html", "http", "ini", "mermaid", "nginx", "text", "yaml"}

FENCE = re.compile(r"^( *)(`{3,})\s*(.*)$")
IMPORT = re.compile(r"^\s*(?:@\w+(?:\(\w+\))?\s+)?import\s+(?:(?:struct|class|enum|protocol|func)\s+)?(\w+)")
CONDITION = re.compile(r"^#(?:if|else|elseif|endif)\b")
MANIFEST = re.compile(r"^\s*\.(package|product)\(")
ATTRIBUTES = r"(?:@\w+(?:\([^)]*\))?\s+)*"
MODIFIERS = r"(?:(?:public|internal|fileprivate|private|final|indirect|nonisolated)\s+)*"
TYPE = re.compile(rf"^{ATTRIBUTES}{MODIFIERS}(?:struct|class|enum|actor|protocol|extension)\s+\w")
# Not allowed in a function.
FILE_LEVEL = re.compile(r"^(?:@Test|@Suite|@main|#Preview)\b")
MEMBER = re.compile(r"^(?:private|override|@IBAction|@objc)\b", re.MULTILINE)


@dataclasses.dataclass
class Block:
    document: pathlib.Path
    """The path below the root."""
    line: int
    """The line of the first line of code, starting at 1."""
    language: str
    code: str

    @property
    def place(self) -> str:
        return f"{self.document}:{self.line}"

    @property
    def imports(self) -> set[str]:
        return {match[1] for line in self.code.split("\n") if (match := IMPORT.match(line))}

    @property
    def is_manifest(self) -> bool:
        return bool(MANIFEST.match(self.code_lines[0])) if self.code_lines else False

    @property
    def code_lines(self) -> list[str]:
        return [line for line in self.code.split("\n") if line.strip() and not line.lstrip().startswith("//")]


def blocks(document: pathlib.Path) -> list[Block]:
    """Returns the fenced code blocks of a Markdown file."""
    found = []
    lines = (ROOT / document).read_text().split("\n")
    at = 0
    while at < len(lines):
        opening = FENCE.match(lines[at])
        at += 1
        if not opening:
            continue
        indent, fence, language = opening[1], opening[2], opening[3].split(",")[0].strip()
        start = at
        while at < len(lines) and lines[at].strip() != fence:
            at += 1
        code = "\n".join(line.removeprefix(indent) for line in lines[start:at])
        found.append(Block(document, start + 1, language, code))
        at += 1
    return found


def documents() -> list[pathlib.Path]:
    """Returns the Markdown files of the repository, without build products."""
    files = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md", "*.tutorial"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )
    return sorted(pathlib.Path(name) for name in files.stdout.split("\n") if name and (ROOT / name).is_file())


def name(document: pathlib.Path) -> str:
    """Returns the name of a document's preamble, such as `docs-kii` or `Gatehouse-Errors`."""
    parts = [part.removesuffix(".docc") for part in document.with_suffix("").parts if part not in ("/", "Sources")]
    return "-".join(dict.fromkeys(parts))


class Swift:
    """Type-checks the Swift blocks of a document as one module."""

    def __init__(self, modules: pathlib.Path, includes: list[pathlib.Path], folder: pathlib.Path):
        self.folder = folder
        self.includes = includes
        swiftc = shutil.which("swiftc")
        if not swiftc:
            sys.exit("swiftc was not found.")
        toolchain = pathlib.Path(os.path.realpath(swiftc)).parent.parent
        self.frameworks = {path.stem for include in includes for path in include.glob("*.swiftmodule")}
        self.command = [swiftc, "-typecheck", "-swift-version", "6", "-suppress-warnings", "-parse-as-library"]
        self.command += ["-module-cache-path", str(folder / "cache")]
        self.command += [argument for folder in includes for argument in ("-I", str(folder))]
        self.command += import_arguments(modules)
        self.command += ["-I", str(toolchain / "lib" / "swift" / "pm" / "ManifestAPI")]
        self.command += ["-package-description-version", "6.2"]
        macros = toolchain / "lib" / "swift" / "host" / "plugins" / "testing"
        self.command += ["-plugin-path", str(macros)]

    def check(self, document: pathlib.Path, snippets: list[Block]) -> tuple[int, list[str]]:
        """Returns the number of skipped blocks, and the diagnostics."""
        known = [block for block in snippets if block.imports & APPLE <= self.frameworks]
        if not known:
            return len(snippets), []
        folder = self.folder / name(document)
        folder.mkdir(parents=True)
        files = []
        preamble = PREAMBLES / f"{name(document)}.swift"
        base, imports = None, []
        if preamble.exists():
            text = preamble.read_text()
            base = "Members" if re.search(r"^(?:@MainActor )?class Members\b", text, re.MULTILINE) else None
            imports = [line for line in text.split("\n") if IMPORT.match(line)]
            files.append(preamble)
        # A block without imports uses those of its document.
        shared = imports + [line for block in known for line in block.code.split("\n") if IMPORT.match(line)]
        for number, block in enumerate(known, 1):
            file = folder / f"Block{number}.swift"
            file.write_text(unit(block, number, list(dict.fromkeys(shared)), base))
            files.append(file)
        command = [*self.command, "-module-name", re.sub(r"\W", "_", name(document)) + "_Snippets"]
        done = subprocess.run([*command, *map(str, files)], cwd=ROOT, capture_output=True, text=True)
        problems = [] if done.returncode == 0 else [done.stderr.strip() or f"{document}: swiftc failed"]
        return len(snippets) - len(known), problems


def unit(block: Block, number: int, imports: list[str], base: str | None) -> str:
    """Returns a Swift file in which the block is a declaration or the body of one."""
    place = f'#sourceLocation(file: "{block.document}", line: {block.line})'
    code = "\n".join("" if IMPORT.match(line) else line for line in block.code.split("\n"))
    if "// swift-tools-version" in block.code:
        return f"import PackageDescription\nfunc block{number}() {{\n{place}\n{code}\n}}\n"
    if block.is_manifest:
        return manifest(block, number)
    # Imports behind a condition stay conditional.
    imports = [f"#if canImport({name})\n{line}\n#endif" if (name := IMPORT.match(line)[1]) in CONDITIONAL else line
               for line in imports]
    head = "\n".join(["import Foundation", *imports])
    top = [line for line in code.split("\n") if line and line[0] not in " })]/" and not CONDITION.match(line)]
    first = top[0] if top else ""
    if any(FILE_LEVEL.match(line) for line in top) or (TYPE.match(first) and all(TYPE.match(line) for line in top)):
        return f"{head}\n{place}\n{code}\n"
    function = f"func run() async throws -> Any? {{\n{place}\n{code}\nreturn nil\n}}"
    if base:
        body = f"{place}\n{code}" if MEMBER.search(code) else function
        return f"{head}\nfinal class Block{number}: {base} {{\n{body}\n}}\n"
    return f"{head}\nenum Block{number} {{\nstatic {function}\n}}\n"


def manifest(block: Block, number: int) -> str:
    """Returns a file in which each line of the block is an element of a manifest's array."""
    lines = ["import PackageDescription", f"func block{number}() {{"]
    types = {"package": "Package.Dependency", "product": "Target.Dependency"}
    for at, line in enumerate(block.code.split("\n")):
        # Also the alternatives in comments.
        text = re.sub(r"^\s*//[^.]*(?=\.(?:package|product)\()", "", line).rstrip().rstrip(",")
        if match := MANIFEST.match(text):
            lines.append(f'#sourceLocation(file: "{block.document}", line: {block.line + at})')
            lines.append(f"let _: {types[match[1]]} = {text.strip()}")
    lines.append("}")
    return "\n".join(lines) + "\n"


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


def check_objective_c(block: Block, includes: list[pathlib.Path], folder: pathlib.Path) -> str | None:
    """Compiles a block of Objective-C: as a file if it has an implementation, otherwise as the body of a method."""
    lines = block.code.split("\n")
    head = [line for line in lines if line.startswith(("#import", "@import", "#include"))]
    code = "\n".join("" if line in head else line for line in lines)
    if not re.search(r"^@(?:implementation|interface|protocol)\b", code, re.MULTILINE):
        is_method = re.search(r"^[-+] ?\(", code, re.MULTILINE)
        body = code if is_method else f"- (void)run {{\n{code}\n}}"
        code = f"@interface Sample (Block)\n@end\n@implementation Sample (Block)\n{body}\n@end"
    file = folder / f"{name(block.document)}-{block.line}.m"
    preamble = PREAMBLES / f"{name(block.document)}.h"
    text = [*head, f'#import "{preamble}"' if preamble.exists() else "", code]
    file.write_text("\n".join(text) + "\n")
    command = ["clang", "-fsyntax-only", "-fobjc-arc", "-fblocks", "-Wall", "-Werror", "-Wno-unused-variable"]
    command += [argument for include in includes for argument in ("-I", str(include))]
    done = subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, text=True)
    return f"{block.place}: {done.stderr.strip()}" if done.returncode else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", type=pathlib.Path, metavar="MODULES")
    parser.add_argument("documents", type=pathlib.Path, nargs="*", metavar="DOCUMENT")
    parser.add_argument("--include", type=pathlib.Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--objc-include", type=pathlib.Path, action="append", default=[], metavar="FOLDER")
    options = parser.parse_args()

    counts: dict[str, int] = {}
    skipped: dict[str, int] = {}
    problems: list[str] = []
    swift: dict[pathlib.Path, list[Block]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for document in options.documents or documents():
            for block in blocks(document):
                language = block.language
                counts[language] = counts.get(language, 0) + 1
                problem = None
                match language:
                    case "swift":
                        swift.setdefault(document, []).append(block)
                    case "sh":
                        problem = check_shell(block)
                    case "json":
                        problem = check_json(block)
                    case "python":
                        problem = check_python(block)
                    case "objc" if options.objc_include:
                        problem = check_objective_c(block, options.objc_include, folder)
                    case "objc":
                        skipped["objc"] = skipped.get("objc", 0) + 1
                    case _ if language in UNCHECKED:
                        pass
                    case _:
                        problem = f"{block.place}: blocks of {language} are not checked; add a check or use text"
                if problem:
                    problems.append(problem)
        checker = Swift(options.modules.resolve(), [path.resolve() for path in options.include], folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for omitted, found in pool.map(lambda item: checker.check(*item), swift.items()):
                if omitted:
                    skipped["swift"] = skipped.get("swift", 0) + omitted
                problems += found
    if not options.documents and counts.get("swift", 0) < 80:
        problems.append("Blocks are missing: there are fewer than 80 of Swift.")
    print("\n".join(problems), file=sys.stderr)
    checked = ", ".join(f"{count} {language}" for language, count in sorted(counts.items()) if language not in UNCHECKED)
    print(f"Code blocks: {checked}." + "".join(f" Skipped: {count} {name}." for name, count in skipped.items()))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

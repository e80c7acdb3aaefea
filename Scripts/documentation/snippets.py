"""The code blocks of the documentation, as files that a compiler accepts."""

import dataclasses
import pathlib
import re
import subprocess

from .products import ROOT

PREAMBLES = ROOT / "Tests" / "Snippets"
APPLE = {
    "AppKit", "AuthenticationServices", "Combine", "GatehouseUI", "LocalAuthentication", "Security", "SwiftUI", "UIKit",
}
"""The modules that exist on Apple's platforms only."""
CONDITIONAL = {"FoundationNetworking"}
"""The modules that exist elsewhere only."""

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
    def needs_apple(self) -> bool:
        return self.language == "objc" or self.language == "swift" and not self.imports.isdisjoint(APPLE)

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


def module(document: pathlib.Path) -> str:
    """Returns the name of the module of a document's blocks."""
    return re.sub(r"\W", "_", name(document)) + "_Snippets"


def swift_files(document: pathlib.Path, found: list[Block], folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes the Swift blocks of a document to files, and returns these with the file of its other names."""
    folder = folder / name(document)
    folder.mkdir(parents=True)
    files, shared, base = [], [], None
    preamble = PREAMBLES / f"{name(document)}.swift"
    if preamble.exists():
        text = preamble.read_text()
        base = "Members" if re.search(r"^(?:@MainActor )?class Members\b", text, re.MULTILINE) else None
        shared = [line for line in text.split("\n") if IMPORT.match(line)]
        files.append(preamble)
    shared += [line for block in found for line in block.code.split("\n") if IMPORT.match(line)]
    for number, block in enumerate(found, 1):
        own = [line for line in block.code.split("\n") if IMPORT.match(line)]
        file = folder / f"Block{number}.swift"
        file.write_text(unit(block, number, own or ["import Foundation", *dict.fromkeys(shared)], base))
        files.append(file)
    return files


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
    head = "\n".join(imports)
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


def objective_c_file(block: Block, folder: pathlib.Path) -> pathlib.Path:
    """Writes a block of Objective-C to a file: its methods as those of a class, its statements as those of a method."""
    lines = block.code.split("\n")
    head = [line for line in lines if line.startswith(("#import", "@import", "#include"))]
    code = "\n".join("" if line in head else line for line in lines)
    place = f'#line {block.line} "{block.document}"'
    if re.search(r"^@(?:implementation|interface|protocol)\b", code, re.MULTILINE):
        code = f"{place}\n{code}"
    else:
        is_method = re.search(r"^[-+] ?\(", code, re.MULTILINE)
        body = f"{place}\n{code}" if is_method else f"- (void)run {{\n{place}\n{code}\n}}"
        code = f"@interface Sample (Block)\n@end\n@implementation Sample (Block)\n{body}\n@end"
    preamble = PREAMBLES / f"{name(block.document)}.h"
    names = [f'#import "{preamble}"'] if preamble.exists() else []
    file = folder / f"{name(block.document)}-{block.line}.m"
    file.write_text("\n".join([*head, *names, code]) + "\n")
    return file

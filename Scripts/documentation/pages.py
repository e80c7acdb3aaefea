"""The pages of the documentation site, from the Markdown files of the repository."""

import dataclasses
import html
import posixpath
import re
import urllib.parse

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from .products import ROOT

INDEX = "docs/README.md"
# Files that are shown as pages, by the path of the page.
OTHERS = {
    "README.md": "about.html",
    "ARCHITECTURE.md": "architecture.html",
    "CHANGELOG.md": "changelog.html",
    "CONTRIBUTING.md": "contributing.html",
    "SECURITY.md": "security.html",
    "Benchmarks/README.md": "benchmarks.html",
    "Benchmarks/results.md": "benchmark-results.html",
    "Interop/README.md": "interop.html",
}
DOCC = re.compile(r"^Sources/(\w+)/\w+\.docc/(\w+)\.(md|tutorial)$")
LANGUAGES = {"sh": "bash", "objc": "objective-c", "caddyfile": "nginx", "mermaid": "text", "": "text"}


@dataclasses.dataclass
class Heading:
    level: int
    text: str
    identifier: str


@dataclasses.dataclass
class Page:
    """A page of the site."""

    path: str
    """The path from the root of the site, such as `guides/clients.html`."""
    title: str
    description: str
    body: str
    source: str | None = None
    headings: list[Heading] = dataclasses.field(default_factory=list)
    is_landing: bool = False


class SourceError(Exception):
    """A link in a Markdown file that leads nowhere."""


def targets() -> dict[str, str]:
    """Returns the path of the page of each Markdown file and of some folders, by the path of the source."""
    found = dict(OTHERS)
    for file in sorted(ROOT.glob("docs/*.md")):
        found[f"docs/{file.name}"] = f"guides/{'index' if file.name == 'README.md' else file.stem}.html"
    for file in sorted(ROOT.glob("docs/decisions/*.md")):
        found[f"docs/decisions/{file.name}"] = f"decisions/{file.stem}.html"
    for file in sorted(ROOT.glob("Examples/*/README.md")):
        page = f"examples/{file.parent.name.lower()}.html"
        found |= {str(file.relative_to(ROOT)): page, str(file.parent.relative_to(ROOT)): page}
    found |= {"docs/decisions": "decisions/index.html", "Examples": "examples/index.html"}
    return {source: path for source, path in found.items() if (ROOT / source).exists()}


def docc_path(source: str) -> str | None:
    """Returns the path of an article or tutorial in the documentation archive, or `None` for another file."""
    match = DOCC.match(source)
    if not match:
        return None
    module, article, kind = match.groups()
    if kind == "tutorial":
        return f"tutorials/{module.lower()}/{article.lower()}/"
    return f"documentation/{module.lower()}/" + ("" if article == module else f"{article.lower()}/")


def slug(text: str, used: dict[str, int]) -> str:
    """Returns the identifier of a heading, as GitHub makes it."""
    base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    count = used.get(base, 0)
    used[base] = count + 1
    return f"{base}-{count}" if count else base


def relative(target: str, page: str) -> str:
    """Returns the address of a path of the site, as seen from a page."""
    path, mark, fragment = target.partition("#")
    start = posixpath.dirname(page) or "."
    found = posixpath.relpath(path, start) if path else ""
    return found + ("/" if path.endswith("/") else "") + mark + fragment


def plain(tokens: list[Token]) -> str:
    """Returns the text of inline tokens without their markup."""
    return "".join(
        token.content if token.type in ("text", "code_inline") else " " if token.type == "softbreak" else ""
        for token in tokens
    )


def shortened(text: str, limit: int = 155) -> str:
    """Returns a text cut at the end of a sentence or a word, for the description of a page."""
    if len(text) <= limit:
        return text
    sentence = text[:limit].rfind(". ")
    if sentence > 60:
        return text[: sentence + 1]
    return text[: text[:limit].rfind(" ")].rstrip(",;:") + " …"


def code(text: str, language: str) -> str:
    """Returns a code block with its highlighting."""
    try:
        lexer = get_lexer_by_name(LANGUAGES.get(language, language))
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    lines = highlight(text, lexer, HtmlFormatter(nowrap=True)).rstrip("\n")
    # It can be scrolled with the keyboard.
    return f'<pre tabindex="0"><code>{lines}</code></pre>\n'


class Renderer:
    """Turns Markdown into pages, with links to other pages instead of files."""

    def __init__(self, targets: dict[str, str]):
        self.targets = targets
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        self.images: dict[str, str] = {}
        """The files of the images, by their paths in the site."""
        self.docc_links: set[str] = set()
        """The linked paths of the documentation archive."""
        self.problems: list[str] = []

    def page(self, source: str) -> Page:
        text = (ROOT / source).read_text()
        path = self.targets[source]
        tokens = self.markdown.parse(text)
        title, description, headings = "", "", []
        used: dict[str, int] = {}
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                inline = tokens[at + 1]
                heading = Heading(int(token.tag[1]), plain(inline.children), slug(inline.content, used))
                token.attrSet("id", heading.identifier)
                headings.append(heading)
                title = title or (heading.text if heading.level == 1 else "")
            if token.type == "paragraph_open" and not description and not token.hidden:
                description = plain(tokens[at + 1].children).strip()
            if token.type == "inline":
                self.rewrite(token.children, source, path)
            if token.type == "html_block":
                token.content = self.rewrite_html(token.content, source, path)
        if not title:
            self.problems.append(f"{source}: the first heading is missing")
        return Page(path, title, shortened(description), self.render(tokens), source, headings)

    def rewrite(self, children: list[Token], source: str, path: str) -> None:
        ends: list[str] = []
        for child in children:
            if child.type == "link_open":
                address = child.attrs["href"]
                target = self.address(address, source, path)
                if target:
                    child.attrSet("href", target)
                    ends.append("</a>")
                else:
                    # A file of the repository without a page.
                    location = posixpath.normpath(posixpath.join(posixpath.dirname(source), address))
                    child.type, child.content = "html_inline", f'<span class="file" title="{html.escape(location)}">'
                    ends.append("</span>")
            elif child.type == "link_close":
                child.type, child.content = "html_inline", ends.pop()
            elif child.type == "html_inline":
                child.content = self.rewrite_html(child.content, source, path)
            elif child.type == "image":
                child.attrSet("src", self.image(child.attrs["src"], source, path))
                child.attrSet("loading", "lazy")

    def rewrite_html(self, text: str, source: str, path: str) -> str:
        text = re.sub(r' src="([^"]+)"', lambda match: f' src="{self.image(match[1], source, path)}"', text)
        return re.sub(
            r' href="([^"]+)"', lambda match: f' href="{self.address(match[1], source, path) or match[1]}"', text
        )

    def address(self, address: str, source: str, path: str) -> str | None:
        """Returns the address of a link as the page needs it, or `None` for a file without a page."""
        parts = urllib.parse.urlsplit(address)
        if parts.scheme or parts.netloc or not parts.path:
            return address
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), parts.path))
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        if file in self.targets:
            return relative(self.targets[file] + fragment, path)
        if not (ROOT / file).exists():
            self.problems.append(f"{source}: {address} does not exist")
            return None
        if file.endswith((".png", ".svg")):
            return self.image(address, source, path)
        if place := docc_path(file):
            self.docc_links.add(place)
            return relative(place + fragment, path)
        return None

    def image(self, address: str, source: str, path: str) -> str:
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), address))
        if not (ROOT / file).is_file():
            self.problems.append(f"{source}: the image {address} does not exist")
        place = "images/" + posixpath.basename(file)
        self.images[place] = file
        return relative(place, path)

    def render(self, tokens: list[Token]) -> str:
        heading = ""
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                heading = plain(tokens[at + 1].children)
            if token.type == "table_open":
                token.meta["label"] = heading
        rules = self.markdown.renderer.rules
        rules["fence"] = lambda tokens, at, *_: code(tokens[at].content, tokens[at].info.split(",")[0].strip())
        rules["code_block"] = lambda tokens, at, *_: code(
            tokens[at].content, "sh" if is_shell(tokens[at].content) else ""
        )
        rules["table_open"] = lambda tokens, at, *_: table_start(tokens[at].meta["label"])
        rules["table_close"] = lambda *_: "</table>\n</div>\n"
        return self.markdown.renderer.render(tokens, self.markdown.options, {})

    def inline(self, text: str, source: str, path: str) -> str:
        """Renders a line of Markdown of a file for a page."""
        tokens = self.markdown.parseInline(text)
        self.rewrite(tokens[0].children, source, path)
        return self.markdown.renderer.render(tokens, self.markdown.options, {})


def table_start(label: str) -> str:
    """Returns the beginning of a table that is scrolled where the screen is narrower, also with the keyboard."""
    return f'<div class="table" role="group" tabindex="0" aria-label="Table: {html.escape(label)}">\n<table>\n'


def is_shell(text: str) -> bool:
    """Returns whether an indented block begins with a command."""
    return bool(re.match(r"(?:sudo|gatehouse|make|curl|swift|GATEHOUSE_\w+=)\b", text.lstrip()))


@dataclasses.dataclass
class Section:
    """A part of the index of the guides: the guides of one kind of reader."""

    title: str
    identifier: str
    rows: list[tuple[str, str]]
    """Task and guides of each row, in Markdown."""
    links: list[tuple[str, str]]
    """Label and address of each link, without duplicates."""


def index_sections() -> list[Section]:
    """Returns the sections of the index of the guides, from which the navigation is made."""
    sections: list[Section] = []
    used: dict[str, int] = {}
    for line in (ROOT / INDEX).read_text().split("\n"):
        if line.startswith("#"):
            identifier = slug(line.lstrip("# "), used)
            if line.startswith("## "):
                sections.append(Section(line[3:], identifier, [], []))
        elif line.startswith("| ") and sections and not line.startswith("|---"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if "](" not in line:
                continue
            section = sections[-1]
            section.rows.append((cells[0], cells[1]))
            known = {address for _, address in section.links}
            for label, address in re.findall(r"\[([^\]]+)\]\(([^)]+)\)", cells[1]):
                if address not in known:
                    section.links.append((label if label[0] == "`" else label[0].upper() + label[1:], address))
    return sections


def first_paragraph(source: str) -> tuple[str, str]:
    """Returns the title and the first paragraph of a Markdown file, as text."""
    lines = (ROOT / source).read_text().split("\n")
    title = lines[0].lstrip("# ").strip("`")
    paragraph: list[str] = []
    for line in lines[1:]:
        if line.strip():
            paragraph.append(line.strip())
        elif paragraph:
            break
    return title, " ".join(paragraph)

"""Checks of the finished site: links, anchors, and what every page must have."""

import dataclasses
import html.parser
import pathlib
import posixpath
import re
import urllib.parse


@dataclasses.dataclass
class Document:
    """The content of an HTML file that the checks read."""

    links: list[str] = dataclasses.field(default_factory=list)
    identifiers: list[str] = dataclasses.field(default_factory=list)
    headings: list[int] = dataclasses.field(default_factory=list)
    language: str = ""
    title: str = ""
    description: str = ""
    landmarks: list[str] = dataclasses.field(default_factory=list)
    problems: list[str] = dataclasses.field(default_factory=list)


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.document = Document()
        self.in_title = False

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        document = self.document
        if values.get("id"):
            document.identifiers.append(values["id"])
        for name in ("href", "src"):
            if values.get(name):
                document.links.append(values[name])
        if re.fullmatch(r"h[1-6]", tag):
            document.headings.append(int(tag[1]))
        if tag in ("main", "header", "footer"):
            document.landmarks.append(tag)
        if tag == "html":
            document.language = values.get("lang", "")
        if tag == "meta" and values.get("name") == "description":
            document.description = values.get("content", "")
        if tag == "img" and "alt" not in values:
            document.problems.append(f"the image {values.get('src')} has no alternative text")
        if tag in ("script", "iframe"):
            document.problems.append(f"has a {tag}")
        self.in_title = self.in_title or tag == "title"

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_title = False

    def handle_data(self, data):
        if self.in_title:
            self.document.title += data


def read(file: pathlib.Path) -> Document:
    reader = Reader()
    reader.feed(file.read_text())
    return reader.document


def page_problems(document: Document) -> list[str]:
    """Returns what a page lacks."""
    problems = list(document.problems)
    for name in ("language", "title", "description"):
        if not getattr(document, name).strip():
            problems.append(f"has no {name}")
    if document.headings.count(1) != 1:
        problems.append(f"has {document.headings.count(1)} headings of level 1")
    for above, level in zip(document.headings, document.headings[1:]):
        if level > above + 1:
            problems.append(f"has a heading of level {level} below one of level {above}")
    if document.landmarks.count("main") != 1:
        problems.append("has no main part")
    for identifier in sorted(set(document.identifiers)):
        if document.identifiers.count(identifier) > 1:
            problems.append(f"uses the identifier {identifier} twice")
    return problems


def external_problem(address: str) -> str | None:
    """Returns what is wrong with the form of an address of another site."""
    parts = urllib.parse.urlsplit(address)
    if parts.scheme not in ("https", "http", "mailto"):
        return f"the scheme of {address} is unknown"
    if parts.scheme != "mailto" and not re.fullmatch(r"[\w.-]+(:\d+)?", parts.netloc):
        return f"the host of {address} is invalid"
    return f"{address} contains spaces" if re.search(r"\s", address) else None


def check(site: pathlib.Path, pages: list[str], docc_links: set[str], has_archive: bool) -> list[str]:
    """Returns the problems of the pages. Without an archive its links were checked against their sources."""
    documents = {path: read(site / path) for path in pages}
    problems: list[str] = []
    for path, document in documents.items():
        problems += [f"{path} {problem}" for problem in page_problems(document)]
        for address in document.links:
            if problem := link_problem(site, path, address, documents, docc_links, has_archive):
                problems.append(f"{path}: {problem}")
    return problems + [f"{path}: no link leads there" for path in unreachable(documents)]


def link_problem(site, path: str, address: str, documents, docc_links: set[str], has_archive: bool) -> str | None:
    parts = urllib.parse.urlsplit(address)
    if parts.scheme or parts.netloc:
        return external_problem(address)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), parts.path)) if parts.path else path
    if target.startswith(("documentation/", "tutorials/")) and not has_archive:
        return None if target + "/" in docc_links else f"{address} is not an article"
    file = site / target
    if file.is_dir():
        file, target = file / "index.html", target + "/index.html"
    if not file.is_file():
        return f"{address} does not exist"
    fragment = urllib.parse.unquote(parts.fragment)
    if fragment and target in documents and fragment not in documents[target].identifiers:
        return f"{address} has no such anchor"
    return None


def unreachable(documents: dict[str, Document]) -> list[str]:
    """Returns the pages that no path of links connects with the landing page."""
    found = {"index.html"}
    waiting = ["index.html"]
    while waiting:
        path = waiting.pop()
        for address in documents[path].links:
            target = urllib.parse.urlsplit(address).path
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if target in documents and target not in found:
                found.add(target)
                waiting.append(target)
    return sorted(set(documents) - found)

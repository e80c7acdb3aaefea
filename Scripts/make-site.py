#!/usr/bin/env python3
"""Makes the documentation site from the Markdown files, and checks it.

    make-site.py FOLDER [--archive FOLDER]

Without --archive (the output of docc merge) the site lacks the documentation of the Swift products; links to it are
checked against its sources. The script fails if a link or an anchor leads nowhere, or a page lacks what every page has.
"""

import argparse
import html
import json
import pathlib
import posixpath
import re
import shutil
import string
import sys

from documentation import checks, reference
from documentation.pages import (
    INDEX, Page, Renderer, code, first_paragraph, index_sections, relative, shortened, targets
)
from documentation.products import PRODUCTS, ROOT, catalog

HERE = pathlib.Path(__file__).resolve().parent / "documentation"
RESOURCES = "Sources/GatehouseHTTP/Resources"


def card(address: str, title: str, text: str) -> str:
    text = f'<span class="card-text">{text}</span>' if text else ""
    return f'<li><a href="{address}"><span class="card-title">{title}</span>{text}</a></li>'


class Site:
    """The pages with their navigation."""

    def __init__(self, has_archive: bool):
        self.has_archive = has_archive
        self.targets = targets()
        self.renderer = Renderer(self.targets)
        self.sections = index_sections()
        self.layout = string.Template((HERE / "layout.html").read_text())
        self.mark = (ROOT / RESOURCES / "mark.mustache").read_text().strip()
        self.products = [product for product in PRODUCTS if (ROOT / catalog(product)).exists()]
        self.references = reference.references()

    def pages(self) -> list[Page]:
        found = [self.renderer.page(source) for source in self.targets if source.endswith(".md")]
        found += [self.decisions(), self.examples(), self.api(), *self.references]
        return [self.landing(), *found]

    def markdown(self, text: str, page: str) -> str:
        """Renders a cell of the index of the guides."""
        return self.renderer.inline(text, INDEX, page)

    def landing(self) -> Page:
        title, text = first_paragraph("README.md")
        # The imports and the first lines of the sample.
        sample = re.search(r"```swift\n(.*?\n\n.*?)\n\n", (ROOT / "README.md").read_text(), re.DOTALL)[1]
        body = [
            f'<div class="hero">\n<div>\n<h1 id="top">{title}</h1>\n<p>{html.escape(text)}</p>\n<p class="actions">',
            '<a class="action action-main" href="#start">Start</a>',
            '<a class="action" href="guides/index.html">All guides</a></p>\n</div>',
            f'<div class="hero-code">{code(sample, "swift")}</div>\n</div>',
            '<h2 id="start">Start</h2>\n<ul class="cards">',
        ]
        for section in self.sections:
            for _, address in section.links:
                if address.startswith("quickstart-"):
                    source = f"docs/{address}"
                    name, summary = first_paragraph(source)
                    platform = name.removeprefix("Quickstart: ")
                    text = self.renderer.inline(summary, source, "index.html")
                    body.append(card(self.targets[source], html.escape(platform[0].upper() + platform[1:]), text))
        body.append("</ul>")
        for section in self.sections:
            rows = [row for row in section.rows if "](quickstart-" not in row[1]]
            if rows:
                body.append(f'<h2 id="{section.identifier}">{section.title}</h2>\n<ul class="cards">')
                body += [self.row(*row) for row in rows]
                body.append("</ul>")
        body.append('<h2 id="reference">Reference</h2>\n<ul class="cards">')
        body += self.reference_cards("index.html")
        body.append("</ul>")
        return Page("index.html", f"{title}: {shortened(text, 60)}", shortened(text), "\n".join(body), is_landing=True)

    def row(self, task: str, links: str) -> str:
        """Returns a card for the first guide of a row of the index; the index itself has all."""
        address = re.search(r"\]\(([^)]+)\)", links)[1]
        labels = ", ".join(re.findall(r"\[([^\]]+)\]\(", links)).replace("`", "")
        target = self.renderer.address(address, INDEX, "index.html")
        if not target:
            return f"<li>{self.markdown(links, 'index.html')}</li>"
        sentence = self.markdown(task[0].upper() + task[1:], "index.html")
        return card(target, sentence, "" if labels.lower() in task.lower() else html.escape(labels))

    def reference_cards(self, page: str) -> list[str]:
        cards = []
        for product in self.products:
            _, text = first_paragraph(catalog(product))
            target = self.renderer.address("../" + catalog(product), INDEX, page)
            cards.append(card(target, f"<code>{product}</code>", html.escape(text)))
        for found in self.references:
            cards.append(card(relative(found.path, page), found.title, html.escape(found.description)))
        return cards

    def api(self) -> Page:
        """Returns the list of all references."""
        text = "The Swift products, and the server's JSON APIs."
        cards = "\n".join(self.reference_cards("reference/index.html"))
        body = f'<h1 id="top">Reference</h1>\n<p>{text}</p>\n<ul class="cards">\n{cards}\n</ul>'
        return Page("reference/index.html", "Reference", text, body)

    def decisions(self) -> Page:
        rows = []
        for source, path in self.targets.items():
            if source.startswith("docs/decisions/"):
                title, _ = first_paragraph(source)
                rows.append(f'<li><a href="{relative(path, "decisions/index.html")}">{html.escape(title)}</a></li>')
        body = '<h1 id="top">Decision records</h1>\n<ul>\n' + "\n".join(rows) + "\n</ul>"
        return Page("decisions/index.html", "Decision records", "Why the project is built as it is.", body)

    def examples(self) -> Page:
        cards = []
        for source, path in self.targets.items():
            if source.startswith("Examples/") and source.endswith(".md"):
                title, text = first_paragraph(source)
                text = self.renderer.inline(text, source, "examples/index.html")
                cards.append(card(relative(path, "examples/index.html"), html.escape(title), text))
        text = "Small apps to start from, in the folder <code>Examples</code>."
        body = f'<h1 id="top">Examples</h1>\n<p>{text}</p>\n<ul class="cards">\n' + "\n".join(cards) + "\n</ul>"
        return Page("examples/index.html", "Examples", "Small apps to start from.", body)

    # The frame of a page.

    def areas(self, page: Page) -> str:
        items = [("Guides", "guides/index.html"), ("Reference", "reference/index.html"),
                 ("Architecture", "architecture.html"), ("Security", "security.html"), ("Changes", "changelog.html")]
        return "\n".join(f"<li>{self.link(label, target, page)}</li>" for label, target in items)

    def link(self, label: str, target: str, page: Page) -> str:
        current = ' aria-current="page"' if target == page.path else ""
        return f'<a href="{relative(target, page.path)}"{current}>{html.escape(label)}</a>'

    def navigation(self, page: Page) -> str:
        """Returns the list of the guides: in a column, and on phones in a box that opens."""
        if page.is_landing:
            return ""
        parts = []
        for section in self.sections:
            items = [item for link in section.links if (item := self.navigation_item(*link, page))]
            parts.append(f"<h2>{section.title}</h2>\n<ul>\n" + "\n".join(items) + "\n</ul>")
        references = [self.link(found.title, found.path, page) for found in self.references]
        items = "\n".join(f"<li>{item}</li>" for item in references)
        parts.append(f"<h2>Reference</h2>\n<ul>\n{items}\n</ul>")
        lists = "\n".join(parts)
        return (
            f'<nav class="guides wide-only" aria-label="Guides">\n{lists}\n</nav>\n'
            f'<nav class="guides narrow-only" aria-label="Guides">\n<details><summary>All guides</summary>\n'
            f"<div>\n{lists}\n</div>\n</details>\n</nav>"
        )

    def navigation_item(self, label: str, address: str, page: Page) -> str | None:
        file = posixpath.normpath(posixpath.join("docs", address))
        text = label.strip("`")
        if target := self.targets.get(file):
            return f"<li>{self.link(text, target, page)}</li>"
        place = self.renderer.address(address, INDEX, page.path)
        return f'<li><a href="{place}">{html.escape(text)}</a></li>' if place else None

    def contents(self, page: Page) -> str:
        shown = [heading for heading in page.headings if heading.level in (2, 3)]
        if len(shown) > 24:
            shown = [heading for heading in shown if heading.level == 2]
        if len(shown) < 2:
            return ""
        items = [
            f'<li><a{" class=" + chr(34) + "deeper" + chr(34) if heading.level == 3 else ""} '
            f'href="#{heading.identifier}">{html.escape(heading.text)}</a></li>'
            for heading in shown
        ]
        heading = '<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n'
        return heading + "\n".join(items) + "\n</ul>\n</nav>"

    def html(self, page: Page) -> str:
        contents = self.contents(page)
        kind = "landing" if page.is_landing else "with-contents" if contents else "plain"
        name = page.title if page.is_landing else f"{page.title} · Gatehouse"
        return self.layout.substitute(
            title=html.escape(name), description=html.escape(page.description), root=root(page.path), kind=kind,
            mark=self.mark, areas=self.areas(page), navigation=self.navigation(page), body=page.body,
            contents=contents, origin=f"Source of this page: <code>{page.source}</code>" if page.source else "",
        )


def root(path: str) -> str:
    """Returns the address of the root of the site, as seen from a page."""
    return "../" * path.count("/")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--archive", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()

    shutil.rmtree(options.folder, ignore_errors=True)
    if options.archive:
        shutil.copytree(options.archive, options.folder)
    options.folder.mkdir(parents=True, exist_ok=True)
    site = Site(options.archive is not None)
    pages = site.pages()
    for page in pages:
        file = options.folder / page.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(site.html(page))
    for place, file in site.renderer.images.items():
        (options.folder / place).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / file, options.folder / place)
    shutil.copyfile(HERE / "site.css", options.folder / "site.css")
    shutil.copyfile(ROOT / RESOURCES / "icon.svg", options.folder / "icon.svg")
    (options.folder / "openapi.json").write_text(json.dumps(reference.document(), indent=2) + "\n")

    paths = [page.path for page in pages]
    problems = site.renderer.problems
    problems += checks.check(options.folder, paths, site.renderer.docc_links, site.has_archive)
    print("\n".join(dict.fromkeys(problems)), file=sys.stderr)
    print(f"{len(pages)} pages in {options.folder}" + (f", {len(problems)} problems." if problems else "."))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

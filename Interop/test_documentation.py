"""The documentation site as `make site` builds it, and the check of its code blocks."""

import functools
import http.server
import pathlib
import re
import subprocess
import sys
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe

from gatehouse import BINARIES, ROOT
from journey import PASSWORD
from person import Person

sys.path.insert(0, str(ROOT / "Scripts"))

from documentation import checks  # noqa: E402

PAGES = ["index.html", "guides/index.html", "guides/clients.html", "guides/quickstart-uikit.html", "rest/account.html"]
PAGE = """<!doctype html><html lang="en"><head><title>Page</title><meta name="description" content="A page."></head>
<body><main><h1 id="top">Page</h1>{}</main></body></html>"""


def run(*command) -> subprocess.CompletedProcess:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=ROOT)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> pathlib.Path:
    """The site without the Swift references; its script fails for every broken link."""
    folder = tmp_path_factory.mktemp("documentation") / "site"
    done = run(sys.executable, ROOT / "Scripts" / "make-site.py", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(site) -> str:
    """The site on a web server."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


# The site.


def test_shows_every_guide(site):
    guides = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"README"}
    assert len(guides) > 20
    assert {path.stem for path in (site / "guides").glob("*.html")} == guides | {"index"}


def test_names_every_guide_in_navigation(site):
    page = (site / "guides" / "clients.html").read_text()
    navigation = re.search(r"<nav class=\"guides.*?</nav>", page, re.DOTALL)[0]
    missing = [path.name for path in (site / "guides").glob("*.html") if f'href="{path.name}' not in navigation]
    assert missing == ["index.html"]


def test_describes_every_operation(site, server):
    operations = [
        operation["operationId"]
        for path in server.get("/openapi.json").json()["paths"].values()
        for operation in path.values()
    ]
    references = "".join(path.read_text() for path in (site / "rest").glob("*.html"))
    assert [name for name in operations if f'<h2 id="{name}">' not in references] == []


def test_names_existing_tests_of_standards():
    named = set(re.findall(r"`(\w+(?:Tests|\.py))`", (ROOT / "docs" / "standards.md").read_text()))
    suites = {
        name for file in (ROOT / "Tests").rglob("*.swift") for name in re.findall(r"\bstruct (\w+)", file.read_text())
    }
    assert len(named) > 50
    assert named - suites - {file.name for file in (ROOT / "Interop").glob("test_*.py")} == set()


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_is_accessible(address, new_page, width, scheme):
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for name in PAGES:
        page.goto(address + name)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{name}: {results.generate_report()}"


@pytest.mark.parametrize("forced_colors", ["none", "active"])
def test_fits_every_page_on_phone(site, address, new_page, forced_colors):
    page = new_page(viewport={"width": 320, "height": 800}, forced_colors=forced_colors)
    for file in sorted(site.rglob("*.html")):
        page.goto(address + str(file.relative_to(site)))
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") <= 0, file.relative_to(site)


def test_loads_nothing_from_elsewhere(address, new_page):
    page = new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    for name in PAGES:
        page.goto(address + name)
    assert len(requests) > len(PAGES)
    assert [url for url in requests if not url.startswith(address)] == []


def test_skips_to_content_by_keyboard(address, new_page):
    page = new_page()
    page.goto(address + "guides/clients.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


# Its checks.


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<a href="other.html">', "index.html: other.html does not exist"),
        ('<a href="#below">', "index.html: #below has no such anchor"),
        ('<a href="htps://example.com/">', "index.html: the scheme of htps://example.com/ is unknown"),
        ('<a href="https:///path">', "index.html: the host of https:///path is invalid"),
        ('<a href="documentation/gatehouse/none/">', "index.html: documentation/gatehouse/none/ is not an article"),
        ('<img src="image.png" alt="">', "index.html: image.png does not exist"),
        ('<p id="top">', "index.html uses the identifier top twice"),
        ("<h3>Deep</h3>", "index.html has a heading of level 3 below one of level 1"),
        ("<h1>Again</h1>", "index.html has 2 headings of level 1"),
        ("<script></script>", "index.html has a script"),
        ('<a href="#top">', None),
        ('<a href="documentation/gatehouse/errors/">', None),
    ],
)
def test_finds_problem_of_page(tmp_path, body, problem):
    (tmp_path / "index.html").write_text(PAGE.format(body))
    found = checks.check(tmp_path, ["index.html"], {"documentation/gatehouse/errors/"}, has_archive=False)
    assert found == ([problem] if problem else [])


def test_finds_page_without_link(tmp_path):
    for name in ("index.html", "lost.html"):
        (tmp_path / name).write_text(PAGE.format(""))
    assert checks.check(tmp_path, ["index.html", "lost.html"], set(), False) == ["lost.html: no link leads there"]


# The check of code blocks.


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ('```swift\nlet count: Int = "one"\n```', "guide.md:4"),
        ("```swift\nimport Gatehouse\n\nlet client = GatehouseClient(server: 1)\n```", "guide.md:6"),
        ('```swift\n.package(name: "gatehouse", folder: "..")\n```', "guide.md:4"),
        ("```sh\nfor x in a; do\n```", "guide.md:4"),
        ('```json\n{"a": }\n```', "guide.md:4"),
        ("```python\nx =\n```", "guide.md:4"),
        ("```ruby\nputs 1\n```", "guide.md:4"),
        ("```swift\nlet count: Int = 1\n```", None),
        (
            "```swift\nimport Gatehouse\n\nextension GatehouseClient { var name: String { configuration.clientID } }\n```",
            None,
        ),
        ("```sh\nfor x in a; do echo $x; done\n```", None),
    ],
)
def test_checks_code_block(tmp_path, block, problem):
    guide = tmp_path / "guide.md"
    guide.write_text(f"# Guide\n\n{block}\n")
    done = run(sys.executable, ROOT / "Scripts" / "check-snippets.py", BINARIES / "Modules", guide)
    assert done.returncode == (1 if problem else 0), done.stdout + done.stderr
    if problem:
        assert problem in done.stderr


# Code that only runs, not compiles.


def test_signs_in_with_code_of_openid_quickstart(server, make_application, email):
    guide = (ROOT / "docs" / "quickstart-openid-client.md").read_text()
    code = re.search(r"```python\n(.*?)```", guide, re.DOTALL)[1]
    registered = make_application("Quickstart", "--type", "confidential", "--redirect-uri", "http://localhost/callback")
    for old, new in {
        "http://localhost:8080": server.issuer,
        "CLIENT ID": registered.id,
        '"SECRET"': f'"{registered.client["client_secret"]}"',
    }.items():
        assert old in code
        code = code.replace(old, new)
    names: dict = {"__name__": __name__}
    exec(compile(code, "quickstart-openid-client.md", "exec"), names)
    server.create_user(email, PASSWORD)
    browser = names["app"].test_client()
    person = Person(server, email, PASSWORD).open(browser.get("/sign-in").headers["Location"]).sign_in()
    assert browser.get("/callback", query_string=person.answer).text == f"Hello, {email}"

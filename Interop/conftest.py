import contextlib
import itertools
import os
import pathlib
import signal
from collections.abc import Iterator

import pytest
import requests
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

import apache
import wiretap
from apache import Apache
from application import Application, Callbacks
from gatehouse import GATEHOUSE, Server, new_session
from journey import Journey
from mail_server import Mailbox
from nodes import Nodes
from postgres_cluster import PostgresCluster, programs
from receiver import Receiver

CHROMIUM = os.environ.get("GATEHOUSE_CHROMIUM", "/usr/bin/chromium")

_numbers = itertools.count(1)

# Much longer than a page takes, so that tests pass on a busy machine.
expect.set_options(timeout=15_000)


def pytest_configure(config):
    # A background shell ignores SIGINT, and child processes would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    wiretap.watch_requests()
    if not GATEHOUSE.exists():
        pytest.exit(f"{GATEHOUSE} is missing: build it with 'swift build', or name its folder in GATEHOUSE_BIN.", 2)


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Server:
    """A development server that tests share."""
    server = Server(tmp_path_factory.mktemp("server"), "--dev").start()
    yield server
    server.stop()


@pytest.fixture
def make_server(tmp_path):
    """Creates servers with options, and stops them gracefully after the test."""
    with contextlib.ExitStack() as stack:

        def make(*options, **more) -> Server:
            folder = tmp_path / f"server-{next(_numbers)}"
            folder.mkdir()
            server = Server(folder, *options, **more)
            stack.callback(server.stop)
            return server

        yield make


@pytest.fixture(scope="session")
def cluster() -> PostgresCluster:
    """A PostgreSQL for tests that create databases."""
    if not programs():
        pytest.skip("PostgreSQL is not installed (apt: postgresql)")
    cluster = PostgresCluster()
    yield cluster
    cluster.stop()


@pytest.fixture
def make_apache():
    """Creates web servers with mod_auth_openidc, and stops them after the test."""
    if not apache.is_installed():
        pytest.skip("Apache is not installed (apt: libapache2-mod-auth-openidc)")
    with contextlib.ExitStack() as stack:

        def make() -> Apache:
            made = Apache()
            stack.callback(made.stop)
            return made

        yield make


@pytest.fixture(scope="session")
def mailbox() -> Mailbox:
    mailbox = Mailbox()
    yield mailbox
    mailbox.stop()


@pytest.fixture
def make_nodes(tmp_path, cluster, mailbox):
    """Creates servers that share a new database, and stops them gracefully after the test."""
    with contextlib.ExitStack() as stack:

        def make(count: int = 2, database: str | None = None, **more) -> Nodes:
            folder = tmp_path / f"nodes-{next(_numbers)}"
            nodes = Nodes(folder, database or cluster.database(), mailbox, count, **more)
            for node in nodes:
                stack.callback(node.stop)
            return nodes

        yield make


@pytest.fixture(scope="module")
def nodes(tmp_path_factory, cluster, mailbox) -> Nodes:
    """Two nodes on a new database that the tests of a module share."""
    nodes = Nodes(tmp_path_factory.mktemp("nodes"), cluster.database(), mailbox).start()
    yield nodes
    for node in nodes:
        node.stop()


@pytest.fixture
def http(secure_server) -> requests.Session:
    """A session that trusts the certificate of the module's server."""
    with new_session() as session:
        session.verify = secure_server.http.verify
        yield session


@pytest.fixture(scope="session")
def callbacks() -> Callbacks:
    callbacks = Callbacks()
    yield callbacks
    callbacks.close()


@pytest.fixture
def make_application(server, callbacks):
    """Registers apps at the shared server or another one."""

    def make(name: str = "Example App", *options, at: Server = server, **more) -> Application:
        return Application(at, callbacks, name, *options, **more)

    return make


@pytest.fixture
def application(make_application) -> Application:
    """A confidential web app with consent."""
    return make_application("Example App", "--type", "confidential")


@pytest.fixture
def email() -> str:
    """An unused email address."""
    return f"person{next(_numbers)}.{os.getpid()}@example.com"


@pytest.fixture(scope="session")
def playwright() -> Playwright:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright) -> Browser:
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    )
    yield browser
    browser.close()


@pytest.fixture
def new_page(browser):
    """Opens pages in separate browsers, and fails the test if a console has errors."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def new(**options) -> Page:
        context = browser.new_context(
            **{"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, "ignore_https_errors": True} | options
        )
        contexts.append(context)
        context.on("request", wiretap.keep_visit)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield new
    for context in contexts:
        context.close()
    assert complaints == []


def is_complaint(message) -> bool:
    """Chromium logs every unsuccessful response; tests check those themselves."""
    return message.type in ("error", "warning") and not message.text.startswith("Failed to load resource: the server")


@pytest.fixture(params=["script", "plain"])
def page(request, new_page) -> Page:
    """A browser, with and without JavaScript."""
    return new_page(java_script_enabled=request.param == "script")


@pytest.fixture
def journey(server, page, email) -> Journey:
    """A user with an unused address at a browser, with and without JavaScript."""
    return Journey(server, page, email)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server that receives requests of Gatehouse."""
    receiver = Receiver()
    yield receiver
    receiver.close()

"""Several nodes with one key file and one database, without a load balancer."""

import concurrent.futures
import itertools
import pathlib
import secrets
import threading

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import NewConnectionError

from gatehouse import PATIENCE, Server, free_port, new_session
from mail_server import Mailbox


class RoundRobin(HTTPAdapter):
    """Sends each request to the next node, like a name with several addresses.

    It repeats what HTTP clients repeat by themselves (libcurl under URLSession, Chromium): a refused connection goes to
    the next address, and a request on a reused connection that ends without a response is sent once over a new one. All
    other failures are the caller's.
    """

    def __init__(self, nodes: "list[Node]", first: int = 0):
        super().__init__()
        self.turn = itertools.cycle(nodes[first:] + nodes[:first])
        self.count = len(nodes)
        self.repeats = 0

    def send(self, request, **options):
        repeats = refusals = 0
        while True:
            node = next(self.turn)
            made = self._connections_made(node)
            try:
                return self._send(request, node, options)
            except requests.ConnectionError as error:
                if is_refusal(error):
                    refusals += 1
                    if refusals == self.count:
                        raise
                elif repeats == 0 and self._connections_made(node) == made:
                    repeats = 1
                    self.repeats += 1
                else:
                    raise

    def _send(self, request, node: "Node", options: dict) -> requests.Response:
        known_as = request.url
        request.headers["Host"] = known_as.split("/")[2]
        request.url = known_as.replace(node.issuer, node.address, 1)
        try:
            answer = super().send(request, **options)
        finally:
            request.url = known_as
        answer.url = known_as
        answer.node = node
        return answer

    def _connections_made(self, node: "Node") -> int:
        return self.poolmanager.connection_from_url(node.address).num_connections


def is_refusal(error: requests.ConnectionError) -> bool:
    cause = error.args[0] if error.args else None
    return isinstance(getattr(cause, "reason", cause), NewConnectionError)


class Node(Server):
    """A node, which listens on another address than its issuer's."""

    def __init__(self, folder: pathlib.Path, issuer: str, key: bytes, **variables: str):
        super().__init__(folder, **variables)
        self.shared_issuer = issuer
        self.data.mkdir(0o700, parents=True)
        (self.data / "key").touch(0o600)
        (self.data / "key").write_bytes(key)
        self.http = self.new_session()

    def new_session(self) -> requests.Session:
        session = super().new_session()
        session.mount("http://", RoundRobin([self]))
        return session

    @property
    def issuer(self) -> str:
        return self.shared_issuer

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def kill(self) -> None:
        """Kills the process."""
        self.process.kill()
        self.process = None


class Nodes:
    """The nodes, as one server."""

    def __init__(
        self,
        folder: pathlib.Path,
        database: str,
        mailbox: Mailbox | None = None,
        count: int = 2,
        issuer: str | None = None,
        key: bytes | None = None,
        **variables: str,
    ):
        self.database = database
        self.mailbox = mailbox
        # No process listens there.
        self.issuer = issuer or f"http://localhost:{free_port()}"
        key = key or secrets.token_bytes(32)
        settings = {"GATEHOUSE_DATABASE": database} | ({"GATEHOUSE_SMTP": mailbox.url} if mailbox else {}) | variables
        self.nodes = [Node(folder / f"node-{number}", self.issuer, key, **settings) for number in range(1, count + 1)]
        self._own = threading.local()
        self._threads = itertools.count()

    def __getitem__(self, index: int) -> Node:
        return self.nodes[index]

    def start(self) -> "Nodes":
        """Starts all nodes at once."""
        with concurrent.futures.ThreadPoolExecutor(len(self.nodes)) as starts:
            list(starts.map(Node.start, self.nodes))
        return self

    def new_session(self, first: int = 0) -> requests.Session:
        """A client's connections, with requests to the nodes in turn."""
        session = new_session()
        session.mount("http://", RoundRobin(self.nodes, first))
        return session

    @property
    def turns(self) -> RoundRobin:
        """The connections of this thread."""
        if not hasattr(self._own, "turns"):
            self._own.turns = RoundRobin(self.nodes, next(self._threads) % len(self.nodes))
        return self._own.turns

    @property
    def http(self) -> requests.Session:
        """A session of this thread."""
        if not hasattr(self._own, "http"):
            self._own.http = new_session()
            self._own.http.mount("http://", self.turns)
        return self._own.http

    def get(self, path: str, **options) -> requests.Response:
        return self.http.get(self.issuer + path, timeout=PATIENCE, **options)

    def post(self, path: str, form: dict | None = None, **options) -> requests.Response:
        return self.http.post(self.issuer + path, data=form, timeout=PATIENCE, **options)

    def administer(self, *arguments, stdin: str = ""):
        return self.nodes[0].administer(*arguments, stdin=stdin)

    def create_client(self, name: str, *options) -> dict:
        return self.nodes[0].create_client(name, *options)

    def create_user(self, email: str, password: str | None = None, **attributes: str) -> dict:
        return self.nodes[0].create_user(email, password, **attributes)

    def mails(self, email: str) -> list[dict]:
        return self.mailbox.mails(email)

    def code(self, email: str, number: int = 1) -> str:
        return self.mailbox.code(email, number)

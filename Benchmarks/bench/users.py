"""The clients and signed-in users of the loads, with their tokens."""

import base64
import concurrent.futures
import hashlib
import html
import json
import re
import urllib.parse
from collections.abc import Iterable

from .keys import ProofSigner
from .server import Server

CLIENT = "benchmark-app"
SERVICE = "benchmark-service"
BACKEND = "benchmark-backend"
NATIVE = "benchmark-native"
REDIRECT = "https://app.example.com/callback"
PASSWORD = "lantern-orbit-pebble-42"
VERIFIER = "one-verifier-that-is-shared-by-all-users-of-the-benchmark"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def email(number: int) -> str:
    return f"person{number}@example.com"


def passkey(number: int) -> bytes:
    """Returns the credential ID of a user's passkey."""
    return f"passkey-{number:08}".encode()


def authorize_path(**more: str) -> str:
    return "/oauth2/authorize?" + urllib.parse.urlencode({
        "response_type": "code", "client_id": CLIENT, "redirect_uri": REDIRECT, "scope": "openid email offline_access",
        "state": "state", "nonce": "nonce", "code_challenge": CHALLENGE, "code_challenge_method": "S256",
    } | more)


def basic(user: str, password: str) -> str:
    """Returns the header line of HTTP Basic authentication."""
    return f"Authorization: Basic {base64.b64encode(f'{user}:{password}'.encode()).decode()}\r\n"


class Browser:
    """A minimal browser: cookies, hidden fields, redirects."""

    def __init__(self, server: Server):
        self.server = server
        self.connection = server.connect()
        self.cookies: dict[str, str] = {}

    def request(self, method: str, path: str, body: str | None = None, **fields: str) -> tuple[int, str, str]:
        """Returns status, body and `Location` of the response."""
        fields |= {"Host": self.server.host} | (FORM if body is not None else {})
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request(method, path, body, fields)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, text, answer.headers["Location"] or ""

    def open(self, path: str) -> tuple[str, str]:
        """Follows redirects to a page or out of the server; returns page and URL."""
        status, text, location = self.request("GET", path)
        while status == 303 and location.startswith("/"):
            status, text, location = self.request("GET", location)
        return text, location

    def submit(self, page: str, action: str, **fields: str) -> tuple[str, str]:
        hidden = {name: html.unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)}
        status, text, location = self.request("POST", "/sign-in", urllib.parse.urlencode(hidden | fields | {"action": action}))
        return self.open(location) if status == 303 and location.startswith("/") else (text, location)

    def sign_in(self, address: str) -> None:
        page, _ = self.open(authorize_path())
        page, _ = self.submit(page, "password", email=address)
        _, location = self.submit(page, "continue", password=PASSWORD)
        if not location.startswith(REDIRECT):
            raise RuntimeError(f"{address} could not sign in: {location or page}")

    def tokens(self, signer: ProofSigner | None = None) -> dict:
        """Starts a session of the app for the signed-in user, bound to the key of the signer."""
        _, location = self.open(authorize_path(prompt="none"))
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)["code"][0]
        status, text, _ = self.request("POST", "/oauth2/token", urllib.parse.urlencode({
            "grant_type": "authorization_code", "code": code, "client_id": CLIENT, "redirect_uri": REDIRECT, "code_verifier": VERIFIER,
        }), **({"DPoP": signer.proof("POST", f"{self.server.scheme}://{self.server.host}/oauth2/token")} if signer else {}))
        if status != 200:
            raise RuntimeError(text)
        return json.loads(text)


class Users:
    """The input of a load: credentials of the services, tokens and browser cookies of each user."""

    def __init__(self, service: dict, backend: dict):
        self.service = basic(service["client_id"], service["client_secret"])
        self.backend = basic(backend["client_id"], backend["client_secret"])
        self.refresh: list[str] = []
        self.access: list[str] = []
        # Of other users, whose sessions are bound to a key.
        self.bound_refresh: list[str] = []
        self.bound_access: list[str] = []
        self.cookies: list[str] = []

    @staticmethod
    def register(server: Server, id_token_algorithm: str) -> "Users":
        """Registers the clients, and one account to copy."""
        server.run(
            "client", "create", "--name", "Benchmark App", "--client-id", CLIENT, "--redirect-uri", REDIRECT,
            "--skip-consent", "--id-token-algorithm", id_token_algorithm,
        )
        service = server.run(
            "client", "create", "--name", "Benchmark Service", "--client-id", SERVICE, "--type", "confidential",
            "--grant", "client_credentials",
        )
        backend = server.run(
            "client", "create", "--name", "Benchmark Backend", "--client-id", BACKEND, "--type", "confidential",
            "--redirect-uri", REDIRECT,
        )
        server.run("client", "create", "--name", "Benchmark SDK", "--client-id", NATIVE, "--native", "password")
        server.run("user", "create", "--email", email(0), "--password-stdin", stdin=PASSWORD + "\n")
        return Users(service, backend)

    def sign_in(self, server: Server, browsers: int = 32, sessions: int = 256) -> None:
        """Signs users in by password, each with some sessions of the app; half of them with sessions bound to a key."""
        signer = ProofSigner()

        def visit(number: int) -> tuple[str, list[dict]]:
            browser = Browser(server)
            browser.sign_in(email(number))
            tokens = [browser.tokens(signer if number >= browsers else None) for _ in range(-(-sessions // browsers))]
            browser.connection.close()
            return "; ".join(f"{name}={value}" for name, value in browser.cookies.items()), tokens

        with concurrent.futures.ThreadPoolExecutor(8) as executor:
            visits = list(executor.map(visit, range(2 * browsers)))
        self.cookies = [cookie for cookie, _ in visits[:browsers]]
        self.refresh, self.access = self._in_turn(tokens for _, tokens in visits[:browsers])
        self.bound_refresh, self.bound_access = self._in_turn(tokens for _, tokens in visits[browsers:])

    @staticmethod
    def _in_turn(tokens: Iterable[list[dict]]) -> tuple[list[str], list[str]]:
        """Returns refresh and access tokens, of one session of each browser in turn."""
        flat = [token for row in zip(*tokens) for token in row]
        return [token["refresh_token"] for token in flat], [token["access_token"] for token in flat]

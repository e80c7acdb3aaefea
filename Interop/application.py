"""A minimal OAuth client, and the listener for its redirects."""

import base64
import copy
import hashlib
import http.server
import itertools
import json
import queue
import secrets
import threading
import urllib.parse

import requests

from gatehouse import PATIENCE, Server


class Callbacks:
    """Receives the redirects of browsers for all apps of a test run."""

    def __init__(self):
        self._answers: dict[str, queue.Queue] = {}
        self._numbers = itertools.count(1)
        callbacks = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path, _, query = self.path.partition("?")
                self._take(path, query)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._take(self.path, body)

            def _take(self, path, parameters):
                if path not in callbacks._answers:
                    return self.send_error(404) if path != "/favicon.ico" else self._answer(204, "")
                callbacks._answers[path].put(dict(urllib.parse.parse_qsl(parameters, keep_blank_values=True)))
                self._answer(200, "<!doctype html><html lang=en><title>Back in the app</title><h1>Back in the app</h1>")

            def _answer(self, status, text):
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def new_path(self, kind: str) -> str:
        path = f"/{kind}/{next(self._numbers)}"
        self._answers[path] = queue.Queue()
        return path

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}{path}"

    def take(self, path: str) -> dict[str, str]:
        return self._answers[path].get(timeout=PATIENCE)

    def is_empty(self, path: str) -> bool:
        return self._answers[path].empty()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Application:
    """A registered client: its authorization, token and other requests."""

    def __init__(self, server: Server, callbacks: Callbacks, name: str, *options, scope: str = "openid profile email"):
        self.server = server
        self.callbacks = callbacks
        self.name = name
        self.scope = scope
        self._path = callbacks.new_path("callback")
        self._goodbye = callbacks.new_path("goodbye")
        self.client = server.create_client(
            name, "--redirect-uri", self.redirect_uri, "--post-logout-redirect-uri", self.goodbye_uri, *options
        )
        self.verifier = self.state = self.nonce = ""

    def at(self, server) -> "Application":
        """Returns the same app as a client of another server."""
        other = copy.copy(self)
        other.server = server
        return other

    @property
    def id(self) -> str:
        return self.client["client_id"]

    @property
    def redirect_uri(self) -> str:
        return self.callbacks.url(self._path)

    @property
    def goodbye_uri(self) -> str:
        return self.callbacks.url(self._goodbye)

    def sign_in_url(self, **more: str | None) -> str:
        """Returns a new authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3); `None` omits a parameter."""
        self.verifier, self.state, self.nonce = (secrets.token_urlsafe(32) for _ in range(3))
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        parameters = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.redirect_uri,
            "scope": self.scope,
            "state": self.state,
            "nonce": self.nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        sent = {name: value for name, value in (parameters | more).items() if value is not None}
        return f"{self.server.issuer}/oauth2/authorize?" + urllib.parse.urlencode(sent)

    def sign_out_url(self, id_token: str | None = None) -> str:
        parameters = {"client_id": self.id, "post_logout_redirect_uri": self.goodbye_uri, "state": "bye"}
        if id_token:
            parameters["id_token_hint"] = id_token
        return f"{self.server.issuer}/oauth2/logout?" + urllib.parse.urlencode(parameters)

    def answer(self) -> dict[str, str]:
        """Returns the authorization response, checked against the last request (RFC 9207 §2.4)."""
        answer = self.callbacks.take(self._path)
        assert (answer.pop("state"), answer.pop("iss")) == (self.state, self.server.issuer)
        return answer

    @property
    def heard_nothing(self) -> bool:
        return self.callbacks.is_empty(self._path)

    def farewell(self) -> dict[str, str]:
        return self.callbacks.take(self._goodbye)

    def token_request(self, **form: str) -> requests.Response:
        if secret := self.client.get("client_secret"):
            return self.server.post("/oauth2/token", form, auth=(self.id, secret))
        return self.server.post("/oauth2/token", form | {"client_id": self.id})

    def redeem(self, code: str) -> requests.Response:
        return self.token_request(
            grant_type="authorization_code", code=code, redirect_uri=self.redirect_uri, code_verifier=self.verifier
        )

    def refresh(self, token: str) -> requests.Response:
        return self.token_request(grant_type="refresh_token", refresh_token=token)

    def tokens(self) -> dict:
        """Redeems the code of the authorization response."""
        answer = self.redeem(self.answer()["code"])
        assert answer.status_code == 200, answer.text
        tokens = answer.json()
        if "id_token" in tokens:
            assert claims(tokens["id_token"])["nonce"] == self.nonce
        return tokens

    def user(self, access_token: str) -> dict:
        answer = self.server.get("/oauth2/userinfo", headers={"Authorization": f"Bearer {access_token}"})
        assert answer.status_code == 200, answer.text
        return answer.json()


class Shop:
    """A website of Login with Amazon for which the postal code is optional."""

    def __init__(self, server: Server, *redirect_uris: str):
        self.server = server
        self.redirect_uri = redirect_uris[0]
        options = [part for uri in redirect_uris for part in ("--redirect-uri", uri)]
        self.client = server.create_client("Example Shop", "--amazon", *options)

    def sign_in_url(self, **more: str) -> str:
        parameters = {
            "client_id": self.client["client_id"],
            "redirect_uri": self.redirect_uri,
            "response_type": "code",
            "scope": "profile postal_code",
            "scope_data": json.dumps({"profile": {"essential": True}, "postal_code": {"essential": False}}),
            "state": "state",
        }
        return f"{self.server.issuer}/ap/oa?" + urllib.parse.urlencode(parameters | more)


def claims(token: str) -> dict:
    """Returns the claims of a token without validation."""
    return part(token, 1)


def part(token: str, index: int) -> dict:
    text = token.split(".")[index]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))

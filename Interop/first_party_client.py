"""An app with its own screens, as a client of OAuth 2.0 for First-Party Applications.

Written from the draft and docs/first-party-apps.md; it uses nothing else of the server.
"""

import base64
import hashlib
import json
import secrets
import urllib.parse
from collections.abc import Callable, Mapping

import requests

PATIENCE = 15
METADATA = "/.well-known/oauth-authorization-server"
# More steps than any flow has.
LIMIT = 20


class Step:
    """A response of the challenge endpoint: a code, or what the server requires next."""

    def __init__(self, answer: requests.Response):
        self.answer = answer
        self.status = answer.status_code
        self.body: dict = answer.json()

    @property
    def code(self) -> str | None:
        return self.body.get("authorization_code")

    @property
    def error(self) -> str | None:
        return self.body.get("error")

    @property
    def required(self) -> dict:
        return self.body.get("required", {})

    @property
    def type(self) -> str | None:
        return self.required.get("type")

    @property
    def rejected(self) -> dict:
        return self.body.get("rejected", {})

    @property
    def methods(self) -> dict[str, str]:
        """The IDs of the offered methods by type."""
        return {method["type"]: method["id"] for method in self.required.get("methods", [])}

    def __repr__(self) -> str:
        return f"{self.status} {json.dumps(self.body)}"


class FlowEnded(Exception):
    """The server ended the flow with an error."""

    def __init__(self, step: Step):
        super().__init__(repr(step))
        self.step = step
        self.error = step.error


class FirstPartyClient:
    """One sign-in at a time: its PKCE verifier, and the newest `auth_session`."""

    def __init__(self, issuer: str, client_id: str, http: requests.Session | None = None):
        self.issuer = issuer
        self.id = client_id
        self.http = http or requests.Session()
        self.metadata = self._discover()
        self.auth_session: str | None = None
        self.verifier = ""

    def _discover(self) -> dict:
        """Reads the metadata (RFC 8414 §3)."""
        parts = urllib.parse.urlsplit(self.issuer)
        url = parts._replace(path=METADATA + parts.path.rstrip("/")).geturl()
        answer = self.http.get(url, timeout=PATIENCE)
        answer.raise_for_status()
        metadata = answer.json()
        if metadata["issuer"] != self.issuer:
            raise ValueError(f"metadata of another issuer: {metadata['issuer']}")
        return metadata

    def request(self, **parameters: str) -> dict[str, str]:
        """Returns the parameters of a new authorization request with PKCE (RFC 7636 §4)."""
        self.auth_session = None
        self.verifier = secrets.token_urlsafe(32)
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return {
            "response_type": "code",
            "scope": "openid offline_access",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        } | parameters

    def begin(self, **parameters: str) -> Step:
        """Starts a flow."""
        return self.post(self.request(**parameters))

    def send(self, **inputs: str) -> Step:
        """Sends the user's input, with the newest `auth_session`."""
        return self.post({"auth_session": self.auth_session or ""} | inputs)

    def post(self, form: Mapping[str, str]) -> Step:
        step = Step(
            self.http.post(
                self.metadata["authorization_challenge_endpoint"],
                data={"client_id": self.id} | dict(form),
                headers={"Accept": "application/json"},
                timeout=PATIENCE,
            )
        )
        self.auth_session = step.body.get("auth_session", self.auth_session)
        return step

    def run(self, answers: Mapping[str, Callable[[dict], dict[str, str]]], **parameters: str) -> str:
        """Answers each requirement by its type until the server issues a code, and returns that."""
        step = self.begin(**parameters)
        for _ in range(LIMIT):
            if step.code:
                return step.code
            if step.error != "insufficient_authorization" or step.rejected or step.type not in answers:
                raise FlowEnded(step)
            step = self.send(**answers[step.type](step.required))
        raise FlowEnded(step)

    def token(self, **form: str) -> requests.Response:
        return self.http.post(self.metadata["token_endpoint"], data={"client_id": self.id} | form, timeout=PATIENCE)

    def redeem(self, code: str) -> requests.Response:
        """Exchanges the code; there was no redirect URI that it could repeat."""
        answer = self.token(grant_type="authorization_code", code=code, code_verifier=self.verifier)
        if answer.ok:
            self.auth_session = answer.json().get("auth_session", self.auth_session)
        return answer

"""A client of the FAPI 2.0 Security Profile: pushed requests, client assertions, DPoP and PKCE.

Every request is correct unless a test changes it: a changed member replaces the correct one, `None` removes it.
"""

import base64
import dataclasses
import hashlib
import json
import pathlib
import secrets
import time
import urllib.parse

import requests
from joserfc import jwk, jws

from gatehouse import PATIENCE, Server
from person import Person

ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
CURVES = {"ES256": "P-256", "ES384": "P-384"}


class SigningKey:
    """A key pair with the algorithm that it signs with."""

    def __init__(self, algorithm: str, key: jwk.Key | None = None):
        self.algorithm = algorithm
        self.key = key or new_key(algorithm)
        self.id = self.key.thumbprint()

    @property
    def public(self) -> dict:
        return self.key.as_dict(private=False)

    @property
    def private(self) -> dict:
        return self.key.as_dict(private=True)

    @property
    def set_member(self) -> dict:
        """The key as a member of the client's key set (RFC 7517 §4)."""
        return self.public | {"kid": self.id, "use": "sig", "alg": self.algorithm}

    def sign(self, header: dict, claims: dict) -> str:
        """Returns a signed token; with the algorithm `none` in its header, an unsigned one."""
        signed = encoded(json.dumps(header).encode()) + "." + encoded(json.dumps(claims).encode())
        if header.get("alg") == "none":
            return signed + "."
        signature = jws.JWSRegistry.algorithms[self.algorithm].sign(signed.encode(), self.key)
        return signed + "." + encoded(signature)


@dataclasses.dataclass(frozen=True)
class Changes:
    """The changes of a signed token: another key, and members of header and claims."""

    key: SigningKey | None = None
    header: dict = dataclasses.field(default_factory=dict)
    claims: dict = dataclasses.field(default_factory=dict)

    def token(self, key: SigningKey, header: dict, claims: dict) -> str:
        key = self.key or key
        return key.sign(changed({"alg": key.algorithm} | header, self.header), changed(claims, self.claims))


UNCHANGED = Changes()


class StrictClient:
    """A registered client with its keys, its last authorization request and the server's nonces."""

    redirect_uri = "https://client.example.com/callback"

    def __init__(self, server: Server, folder: pathlib.Path, name: str, algorithm: str = "PS256", *options: str):
        self.server = server
        self.metadata = server.get("/.well-known/openid-configuration").json()
        self.key = SigningKey(algorithm)
        self.dpop_key = SigningKey("ES256")
        keys = folder / f"{name}.json"
        keys.write_text(json.dumps({"keys": [self.key.set_member]}))
        profile = ["--profile", "fapi2-security", "--auth-method", "private_key_jwt", "--jwks", str(keys)]
        self.client = server.create_client(
            name, "--type", "confidential", "--redirect-uri", self.redirect_uri, *profile, *options
        )
        self.verifier = self.state = self.nonce = ""
        # The newest nonces of the authorization server and of the resources (RFC 9449 §8 and §9).
        self.dpop_nonces: dict[str, str] = {}

    @property
    def id(self) -> str:
        return self.client["client_id"]

    # Signed tokens

    def assertion(self, changes: Changes = UNCHANGED) -> str:
        """Returns a client assertion (RFC 7523 §3, FAPI 2.0 §5.3.2.1)."""
        now = int(time.time())
        claims = {"iss": self.id, "sub": self.id, "aud": self.server.issuer, "jti": secrets.token_urlsafe(16)}
        claims |= {"iat": now, "nbf": now, "exp": now + 60}
        return changes.token(self.key, {"typ": "JWT", "kid": self.key.id}, claims)

    def proof(self, method: str, url: str, token: str | None = None, changes: Changes = UNCHANGED) -> str:
        """Returns a DPoP proof (RFC 9449 §4.2)."""
        claims = {"jti": secrets.token_urlsafe(16), "htm": method, "htu": url, "iat": int(time.time())}
        if nonce := self.dpop_nonces.get(role(token)):
            claims["nonce"] = nonce
        if token:
            claims["ath"] = digest(token)
        key = changes.key or self.dpop_key
        return changes.token(self.dpop_key, {"typ": "dpop+jwt", "jwk": key.public}, claims)

    def request_object(self, parameters: dict, changes: Changes = UNCHANGED) -> str:
        """Returns parameters as a request object (RFC 9101 §4)."""
        now = int(time.time())
        claims = {"iss": self.id, "aud": self.server.issuer, "iat": now, "nbf": now, "exp": now + 300}
        claims |= {"jti": secrets.token_urlsafe(16)}
        header = {"typ": "oauth-authz-req+jwt", "kid": self.key.id}
        return changes.token(self.key, header, claims | parameters)

    # Authorization

    def parameters(self, **changes: str | None) -> dict[str, str]:
        """Returns the parameters of a new authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3)."""
        self.verifier, self.state, self.nonce = (secrets.token_urlsafe(32) for _ in range(3))
        parameters = {
            "client_id": self.id,
            "response_type": "code",
            "redirect_uri": self.redirect_uri,
            "scope": "openid profile",
            "state": self.state,
            "nonce": self.nonce,
            "code_challenge": digest(self.verifier),
            "code_challenge_method": "S256",
        }
        return changed(parameters, changes)

    def push(
        self, parameters: dict[str, str], assertion: Changes | None = UNCHANGED, proof: Changes | None = None
    ) -> requests.Response:
        """Pushes an authorization request (RFC 9126 §2.1), with a DPoP proof if there is one (RFC 9449 §10.1)."""
        url = self.metadata["pushed_authorization_request_endpoint"]
        return self.send("POST", url, parameters, assertion=assertion, proof=proof)

    def url(self, request_uri: str, **changes: str | None) -> str:
        """Returns an authorization request by reference (RFC 9126 §4)."""
        parameters = changed({"client_id": self.id, "request_uri": request_uri}, changes)
        return self.metadata["authorization_endpoint"] + "?" + urllib.parse.urlencode(parameters)

    def pushed_url(self, proof: Changes | None = None, **changes: str | None) -> str:
        """Pushes a request that must be accepted, and returns the authorization request."""
        answer = self.push(self.parameters(**changes), proof=proof)
        assert answer.status_code == 201, answer.text
        assert "no-store" in answer.headers["Cache-Control"]
        assert 5 <= answer.json()["expires_in"] < 600
        return self.url(answer.json()["request_uri"])

    def authorize(self, browser: Person, url: str | None = None, **changes: str | None) -> str:
        """Returns the code of an authorization that the signed-in user allows."""
        browser.open(url or self.pushed_url(**changes)).consent()
        return self.code(browser)

    def code(self, browser: Person) -> str:
        """Returns the code of the response, which it checks (RFC 6749 §4.1.2, RFC 9207 §2.4)."""
        assert browser.left_for.partition("?")[0] == self.redirect_uri, browser.left_for
        answer = browser.answer
        assert set(answer) == {"code", "iss", "state"}, answer
        assert (answer["iss"], answer["state"]) == (self.server.issuer, self.state)
        return answer["code"]

    # Tokens

    def token(
        self, assertion: Changes | None = UNCHANGED, proof: Changes | None = UNCHANGED, **form: str | None
    ) -> requests.Response:
        sent = {name: value for name, value in form.items() if value is not None}
        return self.send("POST", self.metadata["token_endpoint"], sent, assertion=assertion, proof=proof)

    def redeem(self, code: str, **changes) -> requests.Response:
        form = {"code": code, "redirect_uri": self.redirect_uri, "code_verifier": self.verifier}
        return self.token(**{"grant_type": "authorization_code"} | form | changes)

    def refresh(self, token: str, **changes) -> requests.Response:
        return self.token(**{"grant_type": "refresh_token", "refresh_token": token} | changes)

    def tokens(self, browser: Person, **changes: str | None) -> dict:
        """Returns the tokens of a new authorization, which must be bound to the DPoP key (RFC 9449 §5)."""
        return self.bound(self.redeem(self.authorize(browser, **changes)))

    @staticmethod
    def bound(answer: requests.Response) -> dict:
        """Returns the DPoP tokens of a response of the token endpoint."""
        assert answer.status_code == 200, answer.text
        assert "no-store" in answer.headers["Cache-Control"]
        tokens = answer.json()
        assert tokens["token_type"] == "DPoP"
        return tokens

    def userinfo(
        self,
        token: str,
        proof: Changes | None = UNCHANGED,
        scheme: str = "DPoP",
        method: str = "GET",
        query: str = "",
        **headers: str,
    ) -> requests.Response:
        """Calls the UserInfo endpoint (RFC 9449 §7.1)."""
        url = self.metadata["userinfo_endpoint"]
        return self.send(method, url + query, None, proof=proof, token=token, scheme=scheme, headers=headers)

    def send(
        self,
        method: str,
        url: str,
        form: dict | None,
        *,
        assertion: Changes | None = None,
        proof: Changes | None = None,
        token: str | None = None,
        scheme: str = "DPoP",
        headers: dict[str, str] | None = None,
    ) -> requests.Response:
        """Sends a request, and once more with the nonce that the server demands (RFC 9449 §8 and §9)."""
        for _ in range(2):
            fields, sent = form, dict(headers or {})
            if assertion:
                fields = form | {"client_assertion_type": ASSERTION_TYPE, "client_assertion": self.assertion(assertion)}
            if proof:
                sent["DPoP"] = self.proof(method, url.partition("?")[0], token, proof)
            if token:
                sent["Authorization"] = f"{scheme} {token}"
            answer = self.server.http.request(method, url, data=fields, headers=sent, timeout=PATIENCE)
            if nonce := answer.headers.get("DPoP-Nonce"):
                self.dpop_nonces[role(token)] = nonce
            if not demands_nonce(answer):
                break
        return answer


def new_key(algorithm: str) -> jwk.Key:
    if algorithm == "EdDSA":
        return jwk.OKPKey.generate_key("Ed25519")
    return jwk.ECKey.generate_key(CURVES[algorithm]) if algorithm in CURVES else jwk.RSAKey.generate_key(2048)


def changed(members: dict, changes: dict) -> dict:
    return {name: value for name, value in (members | changes).items() if value is not None}


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def digest(text: str) -> str:
    """Returns the SHA-256 hash of a verifier (RFC 7636 §4.2) or an access token (RFC 9449 §4.2)."""
    return encoded(hashlib.sha256(text.encode()).digest())


def role(token: str | None) -> str:
    """The servers whose nonces differ: requests with an access token go to a resource."""
    return "resource" if token else "authorization server"


def demands_nonce(answer: requests.Response) -> bool:
    if answer.status_code == 401:
        return 'error="use_dpop_nonce"' in answer.headers.get("WWW-Authenticate", "")
    return answer.status_code == 400 and error(answer) == "use_dpop_nonce"


def error(answer: requests.Response) -> str | None:
    """Returns the error code of a JSON response."""
    is_json = answer.headers.get("Content-Type", "").partition(";")[0] == "application/json"
    return answer.json().get("error") if is_json else None

"""Apache with mod_auth_openidc as a client."""

import json
import re
import shutil
import urllib.parse

import pytest
import requests

from apache import Apache
from client_keys import ClientKey
from gatehouse import PATIENCE, Server, new_session, wait_for
from journey import PASSWORD
from person import Person

@pytest.fixture
def person(server, email) -> Person:
    server.create_user(email, PASSWORD)
    return Person(server, email, PASSWORD)


class Visitor:
    """A user's browser at the web server."""

    def __init__(self, apache: Apache, person: Person):
        self.apache = apache
        self.person = person
        self.http = new_session()

    def get(self, path: str = "/app/", **options) -> requests.Response:
        return self.http.get(self.apache.site + path, timeout=PATIENCE, **options)

    def request(self) -> str:
        """Returns the authorization request that a page demands."""
        answer = self.get(allow_redirects=False)
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]

    def choose(self, issuer: str) -> str:
        """Returns the authorization request to an issuer that the user enters."""
        fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', self.get().text)
        answer = self.get("/app/callback", params=dict(fields) | {"iss": issuer}, allow_redirects=False)
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]

    def sign_in(self, request: str | None = None) -> requests.Response:
        """Returns the page after the sign-in."""
        self.person.open(request or self.request()).sign_in()
        return self.http.get(self.person.left_for, timeout=PATIENCE)

    @property
    def is_signed_in(self) -> bool:
        return "Behind Apache" in self.get(allow_redirects=False).text


def provider(server: Server) -> list[str]:
    return [
        f"OIDCProviderMetadataURL {server.issuer}/.well-known/openid-configuration",
        'OIDCScope "openid email"',
        "OIDCRemoteUserClaim email",
        "OIDCPKCEMethod S256",
    ]


def register(server: Server, apache: Apache, *options: str) -> dict:
    """Registers the web server as a client, and configures it as that client."""
    addresses = ["--redirect-uri", apache.redirect_uri, "--post-logout-redirect-uri", f"{apache.site}/goodbye"]
    client = server.create_client("Apache", *addresses, *options)
    apache.directives += provider(server) + [f"OIDCClientID {client['client_id']}"]
    if secret := client.get("client_secret"):
        apache.directives.append(f"OIDCClientSecret {secret}")
    return client


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "none"])
def test_signs_in_with_every_client_authentication(server, person, make_apache, method):
    apache = make_apache()
    confidential = ["--type", "confidential", "--auth-method", method]
    register(server, apache, *([] if method == "none" else confidential))
    apache.directives.append(f"OIDCProviderTokenEndpointAuth {method}")
    page = Visitor(apache.start(), person).sign_in()
    assert "Behind Apache" in page.text
    assert (page.status_code, page.headers["X-User"]) == (200, person.email)
    assert "Apache" in person.open(f"{server.issuer}/account/apps").page.text


def test_signs_out_at_server(server, person, make_apache):
    apache = make_apache()
    register(server, apache, "--type", "confidential")
    visitor = Visitor(apache.start(), person)
    visitor.sign_in()
    assert visitor.is_signed_in
    answer = visitor.get(f"/app/callback?logout={apache.site}/goodbye", allow_redirects=False)
    assert answer.headers["Location"].startswith(f"{server.issuer}/oauth2/logout?")
    person.open(answer.headers["Location"])
    if not person.left_for:
        person.send()
    assert person.left_for.startswith(f"{apache.site}/goodbye")
    assert not visitor.is_signed_in
    assert "Sign in" in person.open(visitor.request()).page.text


@pytest.mark.parametrize("tampered", ["state", "iss", "code"])
def test_rejects_changed_response(server, person, make_apache, tampered):
    apache = make_apache()
    register(server, apache, "--type", "confidential")
    visitor = Visitor(apache.start(), person)
    person.open(visitor.request()).sign_in()
    answer = requests.Request("GET", apache.redirect_uri, params=person.answer | {tampered: "http://localhost:1"})
    visitor.http.send(visitor.http.prepare_request(answer), timeout=PATIENCE, allow_redirects=False)
    assert not visitor.is_signed_in


def sign_with(apache: Apache, key: ClientKey) -> None:
    """Gives the web server a key, which it publishes below its redirect URI."""
    for file in (key.key_file, key.certificate_file):
        shutil.copy(file, apache.folder / "keys")
    keys = apache.folder / "keys"
    apache.directives += [
        f"OIDCPrivateKeyFiles {key.identifier}#{keys / key.key_file.name}",
        f"OIDCPublicKeyFiles {key.identifier}#{keys / key.certificate_file.name}",
        "OIDCProviderTokenEndpointAuth private_key_jwt",
    ]


@pytest.mark.parametrize("published", ["by value", "by reference"])
def test_signs_in_with_key(server, person, make_apache, tmp_path, published):
    """The keys are registered, or loaded from the web server (OpenID Connect Core §10.1.1)."""
    apache, key = make_apache(), ClientKey(tmp_path)
    sign_with(apache, key)
    by_reference = ["--auth-method", "private_key_jwt", "--jwks-uri", f"{apache.redirect_uri}?jwks=rsa"]
    register(server, apache, "--type", "confidential", *(key.options if published == "by value" else by_reference))
    page = Visitor(apache.start(), person).sign_in()
    assert (page.status_code, page.headers["X-User"]) == (200, person.email)


def test_signs_in_with_request_object(server, person, make_apache, tmp_path):
    """RFC 9101, by value; the parameters are in the object only."""
    apache, key = make_apache(), ClientKey(tmp_path)
    sign_with(apache, key)
    register(server, apache, *key.options)
    copied = ["scope", "redirect_uri", "state", "nonce", "code_challenge", "code_challenge_method"]
    settings = {
        "copy_from_request": ["client_id", "response_type"],
        "copy_and_remove_from_request": copied,
        "crypto": {"sign_alg": "RS256"},
        "request_object_type": "request",
    }
    apache.directives.append(f"OIDCRequestObject '{json.dumps(settings)}'")
    visitor = Visitor(apache.start(), person)
    request = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(visitor.request()).query))
    assert "request" in request and "state" not in request
    page = visitor.sign_in()
    assert (page.status_code, page.headers["X-User"]) == (200, person.email)


def test_ends_session_by_back_channel(server, person, make_apache):
    """OpenID Connect Back-Channel Logout: the web server's session ends with the server's, without a browser."""
    apache = make_apache()
    logout = ["--backchannel-logout-uri", f"{apache.redirect_uri}?logout=backchannel"]
    register(server, apache, "--type", "confidential", *logout)
    apache.start()
    visitor, other = Visitor(apache, person), Visitor(apache, Person(server, person.email, PASSWORD))
    visitor.sign_in()
    other.sign_in()
    assert visitor.is_signed_in and other.is_signed_in

    person.open(f"{server.issuer}/oauth2/logout").send()
    wait_for(lambda: not visitor.is_signed_in, "the logout token to arrive")
    assert other.is_signed_in


@pytest.mark.parametrize("method", ["client_secret_basic", "private_key_jwt"])
def test_registers_itself_and_signs_in(make_server, make_apache, email, tmp_path, method):
    """RFC 7591, for a provider that the user names (OpenID Connect Core §4)."""
    server = make_server("--dev", GATEHOUSE_REGISTRATION="open").start()
    server.create_user(email, PASSWORD)
    apache = make_apache()
    if method == "private_key_jwt":
        sign_with(apache, ClientKey(tmp_path))
    name = urllib.parse.quote(server.issuer.removeprefix("http://"), safe="")
    (apache.folder / "metadata" / f"{name}.conf").write_text(json.dumps({"token_endpoint_auth": method}))
    apache.directives += [
        f"OIDCMetadataDir {apache.folder}/metadata",
        'OIDCScope "openid email"',
        "OIDCRemoteUserClaim email",
        "OIDCPKCEMethod S256",
        "OIDCClientName Apache",
    ]
    visitor = Visitor(apache.start(), Person(server, email, PASSWORD))
    page = visitor.sign_in(visitor.choose(server.issuer))
    assert (page.status_code, page.headers["X-User"]) == (200, email)
    registration = json.loads((apache.folder / "metadata" / f"{name}.client").read_text())
    assert registration["token_endpoint_auth_method"] == method

    # The registration contains the URI, and the web server ends the session.
    visitor.person.open(f"{server.issuer}/oauth2/logout").send()
    wait_for(lambda: not visitor.is_signed_in, "the logout token to arrive")

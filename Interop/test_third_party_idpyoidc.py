"""idpyoidc: a client by discovery, which can register itself (RFC 7591)."""

import pytest
from cryptojwt.key_jar import build_keyjar
from idpyoidc.client.rp_handler import RPHandler

from gatehouse import PATIENCE, Server
from journey import PASSWORD
from person import Person

PKCE = {
    "function": "idpyoidc.client.oauth2.add_on.pkce.add_support",
    "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"},
}
# The keys of a client, which sign its assertions and request objects.
KEYS = [{"type": "RSA", "use": ["sig"]}, {"type": "EC", "crv": "P-256", "use": ["sig"]}]


@pytest.fixture(scope="module")
def open_server(tmp_path_factory) -> Server:
    """A server at which clients register without a token."""
    server = Server(tmp_path_factory.mktemp("open"), "--dev", GATEHOUSE_REGISTRATION="open").start()
    yield server
    server.stop()


@pytest.fixture
def open_person(open_server, email) -> Person:
    open_server.create_user(email, PASSWORD)
    return Person(open_server, email, PASSWORD)


@pytest.fixture
def person(server, email) -> Person:
    server.create_user(email, PASSWORD)
    return Person(server, email, PASSWORD)


def handler(server: Server, redirect_uri: str, method: str, **more) -> RPHandler:
    configuration = {
        "issuer": server.issuer,
        "client_type": "oidc",
        "redirect_uris": [redirect_uri],
        "scopes_supported": ["openid", "email", "offline_access"],
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": [method],
        "client_authn_methods": [method],
        "add_ons": {"pkce": PKCE},
    }
    return RPHandler("http://localhost", {server.issuer: configuration | more}, keyjar=build_keyjar(KEYS))


def sign_in(client: RPHandler, person: Person) -> str:
    """Returns the state of the sign-in, under which the library keeps the tokens."""
    issuer = person.server.issuer
    person.open(client.begin(issuer)).sign_in()
    done = client.finalize(issuer, person.answer)
    assert "error" not in done, done
    # Of the ID token, which the library validated, and of the userinfo endpoint.
    assert done["userinfo"]["email"] == person.email
    return done["state"]


def register(client: RPHandler, issuer: str) -> dict:
    """Registers with the public keys, and returns the response."""
    party = client.init_client(issuer)
    client.do_provider_info(party)
    client.do_client_registration(party, issuer, request_args={"jwks": client.keyjar.export_jwks()})
    client.issuer2rp[issuer] = party
    registration = party.get_context().registration_response
    # Version 5.0.0 does not set it, and would sign assertions without issuer.
    party.client_id = registration["client_id"]
    return registration


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_signs_in_and_refreshes(server, make_application, person, method):
    registered = make_application("idpyoidc", "--type", "confidential", "--auth-method", method)
    known = {"client_id": registered.id, "client_secret": registered.client["client_secret"]}
    client = handler(server, registered.redirect_uri, method, **known)
    state = sign_in(client, person)
    first = client.get_valid_access_token(state)[0]
    client.refresh_access_token(state)
    assert client.get_valid_access_token(state)[0] != first


@pytest.mark.parametrize(
    ("method", "algorithm"),
    [("client_secret_basic", "RS256"), ("client_secret_jwt", "HS256"), ("private_key_jwt", "ES256")],
)
def test_registers_itself_and_signs_in(open_server, callbacks, open_person, method, algorithm):
    # It registers no refresh token grant.
    options = {"scopes_supported": ["openid", "email"], "token_endpoint_auth_signing_alg_values_supported": [algorithm]}
    client = handler(open_server, callbacks.url(callbacks.new_path("callback")), method, **options)
    registration = register(client, open_server.issuer)
    assert registration["token_endpoint_auth_method"] == method
    sign_in(client, open_person)

    # RFC 7592 §2.1.
    header = {"Authorization": f"Bearer {registration['registration_access_token']}"}
    read = open_server.http.get(registration["registration_client_uri"], headers=header, timeout=PATIENCE)
    assert read.json()["client_id"] == registration["client_id"]


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
def test_signs_in_with_request_object(open_server, callbacks, open_person, algorithm):
    """RFC 9101, by value."""
    signed = {
        "function": "idpyoidc.client.oauth2.add_on.jar.add_support",
        "kwargs": {"request_type": "request_parameter", "request_object_signing_alg": algorithm},
    }
    client = handler(
        open_server,
        callbacks.url(callbacks.new_path("callback")),
        "private_key_jwt",
        scopes_supported=["openid", "email"],
        request_object_signing_alg_values_supported=[algorithm],
        add_ons={"pkce": PKCE, "jar": signed},
    )
    register(client, open_server.issuer)
    sign_in(client, open_person)

"""idpyoidc: a client by discovery."""

import pytest
from cryptojwt.key_jar import build_keyjar
from idpyoidc.client.rp_handler import RPHandler

from gatehouse import Server
from journey import PASSWORD
from person import Person

PKCE = {
    "function": "idpyoidc.client.oauth2.add_on.pkce.add_support",
    "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"},
}
# The keys of a client, which sign its assertions and request objects.
KEYS = [{"type": "RSA", "use": ["sig"]}, {"type": "EC", "crv": "P-256", "use": ["sig"]}]


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
    keys = build_keyjar(KEYS)
    return RPHandler("http://localhost", {server.issuer: configuration | more}, keyjar=keys)


def sign_in(client: RPHandler, person: Person) -> str:
    """Returns the state of the sign-in, under which the library keeps the tokens."""
    issuer = person.server.issuer
    url = client.begin(issuer)
    person.open(url).sign_in()
    done = client.finalize(issuer, person.answer)
    assert "error" not in done, done
    # Of the ID token, which the library validated, and of the userinfo endpoint.
    assert done["userinfo"]["email"] == person.email
    return done["state"]


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_signs_in_and_refreshes(server, make_application, person, method):
    registered = make_application("idpyoidc", "--type", "confidential", "--auth-method", method)
    known = {"client_id": registered.id, "client_secret": registered.client["client_secret"]}
    client = handler(server, registered.redirect_uri, method, **known)
    state = sign_in(client, person)
    first = client.get_valid_access_token(state)[0]
    client.refresh_access_token(state)
    assert client.get_valid_access_token(state)[0] != first

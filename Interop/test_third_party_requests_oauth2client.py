"""requests_oauth2client: a client by discovery, with every client authentication."""

import pytest
from requests_oauth2client import (
    BearerToken,
    ClientSecretBasic,
    ClientSecretJwt,
    ClientSecretPost,
    DPoPToken,
    EndpointError,
    InvalidGrant,
    OAuth2Client,
    PrivateKeyJwt,
    PublicApp,
)

from application import Application, claims
from client_keys import ClientKey
from gatehouse import PATIENCE, Server
from journey import PASSWORD
from person import Person
from tls_server import tls_server


@pytest.fixture(scope="module")
def secure_server(tmp_path_factory) -> Server:
    """The library demands https, and follows nonces (RFC 9449 §8 and §9)."""
    options = {"GATEHOUSE_REGISTRATION": "open", "GATEHOUSE_DPOP_NONCE": "required"}
    with tls_server(tmp_path_factory.mktemp("secure"), "--dev", **options) as server:
        yield server


@pytest.fixture
def person(secure_server, email) -> Person:
    secure_server.create_user(email, PASSWORD)
    return Person(secure_server, email, PASSWORD)


@pytest.fixture
def discover(secure_server, http):
    """Configures a client of an app from the server's metadata."""

    def client(app: Application, auth, **more) -> OAuth2Client:
        return OAuth2Client.from_discovery_endpoint(
            issuer=secure_server.issuer,
            auth=auth,
            session=http,
            redirect_uri=app.redirect_uri,
            id_token_signed_response_alg="ES256",
            **more,
        )

    return client


def secret(app: Application) -> list[str]:
    return [app.client["client_secret"]] if "client_secret" in app.client else []


@pytest.mark.parametrize("method", [ClientSecretBasic, ClientSecretPost, PublicApp])
def test_signs_in_refreshes_and_revokes(secure_server, make_application, discover, person, method):
    options = [] if method is PublicApp else ["--type", "confidential"]
    app = make_application("Library", *options, at=secure_server)
    client = discover(app, method(app.id, *secret(app)))
    request = client.authorization_request(scope="openid email offline_access")
    person.open(str(request)).sign_in()
    # Validates state, issuer, and the ID token's signature, audience, nonce and hash.
    token = client.authorization_code(request.validate_callback(person.left_for))
    assert client.userinfo(token)["email"] == person.email

    fresh = client.refresh_token(token)
    assert fresh.access_token != token.access_token
    if method is not PublicApp:
        assert client.introspect_token(fresh.access_token)["client_id"] == app.id
    assert client.revoke_refresh_token(fresh.refresh_token)
    with pytest.raises(InvalidGrant):
        client.refresh_token(fresh)


def sign_in(client: OAuth2Client, person: Person) -> BearerToken:
    """Pushes the authorization request (RFC 9126), and returns the token."""
    request = client.authorization_request(scope="openid email offline_access")
    pushed = client.pushed_authorization_request(request)
    assert set(pushed.furl.args) == {"client_id", "request_uri"}
    person.open(str(pushed)).sign_in()
    # Version 1.8.0 cannot validate the ID token of a response with a DPoP token.
    is_validated = not client.dpop_bound_access_tokens
    return client.authorization_code(request.validate_callback(person.left_for), validate=is_validated)


@pytest.mark.parametrize("algorithm", ["RS256", "PS256"])
def test_signs_in_with_key_and_pushed_request(secure_server, make_application, discover, person, tmp_path, algorithm):
    key = ClientKey(tmp_path, algorithm)
    app = make_application("Library", *key.options, at=secure_server)
    client = discover(app, PrivateKeyJwt(app.id, key.jwk.as_dict(private=True), alg=algorithm))
    token = sign_in(client, person)
    assert client.userinfo(token)["email"] == person.email
    fresh = client.refresh_token(token)
    assert client.introspect_token(fresh.access_token)["client_id"] == app.id
    assert client.revoke_refresh_token(fresh.refresh_token)
    with pytest.raises(InvalidGrant):
        client.refresh_token(fresh)


def test_signs_in_with_assertion_by_secret(secure_server, make_application, discover, person):
    options = ["--type", "confidential", "--auth-method", "client_secret_jwt"]
    app = make_application("Library", *options, at=secure_server)
    client = discover(app, ClientSecretJwt(app.id, *secret(app)))
    assert client.userinfo(sign_in(client, person))["email"] == person.email


@pytest.mark.parametrize("algorithm", ["ES256", "PS256", "EdDSA"])
def test_binds_tokens_of_public_client_to_key(secure_server, make_application, discover, person, algorithm):
    app = make_application("Library", at=secure_server)
    client = discover(app, PublicApp(app.id), dpop_bound_access_tokens=True, dpop_alg=algorithm)
    token = sign_in(client, person)
    assert isinstance(token, DPoPToken)
    assert claims(token.access_token)["cnf"] == {"jkt": token.dpop_key.dpop_jkt}
    assert client.userinfo(token)["email"] == person.email
    bearer = {"Authorization": f"Bearer {token.access_token}"}
    assert secure_server.get("/oauth2/userinfo", headers=bearer).status_code == 401

    fresh = client.refresh_token(token)
    assert isinstance(fresh, DPoPToken)
    assert client.userinfo(fresh)["email"] == person.email
    # The refresh token alone is useless (RFC 9449 §5).
    with pytest.raises(EndpointError):
        client.refresh_token(fresh.refresh_token)


def test_signs_in_with_security_profile(secure_server, make_application, discover, person, tmp_path):
    """FAPI 2.0 Security Profile: pushed request, signed authentication, tokens bound to a key."""
    key = ClientKey(tmp_path, "PS256")
    app = make_application("Library", "--profile", "fapi2-security", *key.options, at=secure_server)
    authentication = PrivateKeyJwt(app.id, key.jwk.as_dict(private=True), alg="PS256", aud=secure_server.issuer)
    client = discover(app, authentication, dpop_bound_access_tokens=True)
    token = sign_in(client, person)
    assert client.userinfo(token)["email"] == person.email

    # The refresh token does not rotate, and is bound to the client instead of the key.
    fresh = client.refresh_token(token)
    assert fresh.refresh_token in (None, token.refresh_token)
    assert client.userinfo(fresh)["email"] == person.email


def test_refuses_code_with_other_key(secure_server, make_application, discover, person):
    """RFC 9449 §10: the code is bound to the key of the authorization request."""
    app = make_application("Library", at=secure_server)
    client = discover(app, PublicApp(app.id), dpop_bound_access_tokens=True)
    request = client.authorization_request(scope="openid")
    person.open(str(request)).sign_in()
    answer = request.validate_callback(person.left_for)
    with pytest.raises(EndpointError):
        client.authorization_code(
            answer.code, code_verifier=answer.code_verifier, redirect_uri=answer.redirect_uri, dpop=True
        )


def test_registers_and_signs_in_with_key(secure_server, callbacks, http, person, tmp_path):
    """The library sends no registration: the test does, with the members of RFC 7591 §2."""
    key = ClientKey(tmp_path, "PS256")
    redirect_uri = callbacks.url(callbacks.new_path("callback"))
    metadata = {
        "client_name": "Library",
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_method": "private_key_jwt",
        "token_endpoint_auth_signing_alg": "PS256",
        "id_token_signed_response_alg": "ES256",
        "jwks": key.jwks,
    }
    endpoint = secure_server.get("/.well-known/oauth-authorization-server").json()["registration_endpoint"]
    answer = http.post(endpoint, json=metadata, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    client = OAuth2Client.from_discovery_endpoint(
        issuer=secure_server.issuer,
        auth=PrivateKeyJwt(answer.json()["client_id"], key.jwk.as_dict(private=True), alg="PS256"),
        session=http,
        redirect_uri=redirect_uri,
        id_token_signed_response_alg="ES256",
    )
    assert client.userinfo(sign_in(client, person))["email"] == person.email

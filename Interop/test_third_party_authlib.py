"""Authlib: its web client with discovery, its session with every client authentication."""

import flask
import pytest
from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import ClientSecretJWT, PrivateKeyJWT

from client_keys import ClientKey
from journey import PASSWORD
from person import Person


@pytest.fixture
def person(server, email) -> Person:
    server.create_user(email, PASSWORD, given_name="Alex")
    return Person(server, email, PASSWORD)


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
@pytest.mark.parametrize("pkce", [True, False])
def test_signs_in_web_app_by_discovery(server, make_application, person, algorithm, pkce):
    options = ["--type", "confidential", "--id-token-algorithm", algorithm] + ([] if pkce else ["--no-pkce"])
    registered = make_application("Authlib", *options)
    app = flask.Flask(__name__)
    app.secret_key = "for this test"
    gatehouse = OAuth(app).register(
        "gatehouse",
        client_id=registered.id,
        client_secret=registered.client["client_secret"],
        server_metadata_url=server.issuer + "/.well-known/openid-configuration",
        client_kwargs={"scope": "openid profile email"} | ({"code_challenge_method": "S256"} if pkce else {}),
    )

    @app.get("/sign-in")
    def sign_in():
        return gatehouse.authorize_redirect(registered.redirect_uri)

    @app.get("/callback")
    def callback():
        token = gatehouse.authorize_access_token()
        return {"checked": token["userinfo"], "asked": gatehouse.userinfo(token=token)}

    browser = app.test_client()
    person.open(browser.get("/sign-in").headers["Location"]).sign_in()
    answer = browser.get("/callback", query_string=person.answer).get_json()
    assert answer["checked"]["aud"] == registered.id
    assert answer["checked"]["sub"] == answer["asked"]["sub"]
    assert (answer["asked"]["email"], answer["asked"]["given_name"]) == (person.email, "Alex")


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "none"])
def test_signs_in_with_every_client_authentication(server, make_application, person, method):
    options = [] if method == "none" else ["--type", "confidential"]
    registered = make_application("Authlib", *options)
    metadata = server.get("/.well-known/oauth-authorization-server").json()
    session = OAuth2Session(
        registered.id,
        registered.client.get("client_secret"),
        token_endpoint_auth_method=method,
        revocation_endpoint_auth_method=method,
        scope="openid email offline_access",
        redirect_uri=registered.redirect_uri,
        code_challenge_method="S256",
        token_endpoint=metadata["token_endpoint"],
    )
    verifier = "v" * 50
    url, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
    person.open(url).sign_in()
    token = session.fetch_token(authorization_response=person.left_for, state=state, code_verifier=verifier)
    assert (token["token_type"], token["expires_in"]) == ("Bearer", 3600)

    fresh = session.refresh_token(metadata["token_endpoint"])
    assert fresh["access_token"] != token["access_token"]
    assert session.get(metadata["userinfo_endpoint"]).json()["email"] == person.email
    if method != "none":
        told = session.introspect_token(metadata["introspection_endpoint"], token=fresh["access_token"])
        assert (told.json()["active"], told.json()["client_id"]) == (True, registered.id)

    revoked = session.revoke_token(metadata["revocation_endpoint"], token=fresh["refresh_token"])
    assert (revoked.status_code, revoked.content) == (200, b"")
    with pytest.raises(OAuthError, match="invalid_grant"):
        session.refresh_token(metadata["token_endpoint"], fresh["refresh_token"])
    assert session.get(metadata["userinfo_endpoint"], withhold_token=True).status_code == 401


@pytest.mark.parametrize("algorithm", ["RS256", "PS256"])
def test_signs_in_web_app_with_key(server, make_application, person, tmp_path, algorithm):
    key = ClientKey(tmp_path, algorithm)
    registered = make_application("Authlib", *key.options)
    app = flask.Flask(__name__)
    app.secret_key = "for this test"
    gatehouse = OAuth(app).register(
        "gatehouse",
        client_id=registered.id,
        client_secret=key.jwk,
        server_metadata_url=server.issuer + "/.well-known/openid-configuration",
        client_auth_methods=[PrivateKeyJWT(alg=algorithm)],
        client_kwargs={
            "scope": "openid email",
            "code_challenge_method": "S256",
            "token_endpoint_auth_method": "private_key_jwt",
        },
    )

    @app.get("/sign-in")
    def sign_in():
        return gatehouse.authorize_redirect(registered.redirect_uri)

    @app.get("/callback")
    def callback():
        return gatehouse.userinfo(token=gatehouse.authorize_access_token())

    browser = app.test_client()
    person.open(browser.get("/sign-in").headers["Location"]).sign_in()
    assert browser.get("/callback", query_string=person.answer).get_json()["email"] == person.email


@pytest.mark.parametrize("audience", ["issuer", "token_endpoint"])
def test_authenticates_with_assertion_by_secret(server, make_application, audience):
    registered = make_application(
        "Nightly Job",
        *("--type", "confidential", "--auth-method", "client_secret_jwt"),
        *("--grant", "client_credentials", "--scope", "reports.read"),
    )
    metadata = server.get("/.well-known/oauth-authorization-server").json()
    session = OAuth2Session(
        registered.id,
        registered.client["client_secret"],
        token_endpoint_auth_method="client_secret_jwt",
        scope="reports.read",
    )
    session.register_client_auth_method(ClientSecretJWT(metadata[audience]))
    token = session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    assert token["scope"] == "reports.read"


def test_refuses_assertion_of_other_key(server, make_application, tmp_path):
    known, other = (ClientKey(tmp_path / name) for name in ("known", "other"))
    granted = ["--grant", "client_credentials", "--scope", "reports.read"]
    registered = make_application("Nightly Job", *known.options, *granted)
    session = OAuth2Session(registered.id, other.jwk, token_endpoint_auth_method="private_key_jwt")
    session.register_client_auth_method(PrivateKeyJWT())
    with pytest.raises(OAuthError, match="invalid_client"):
        session.fetch_token(server.issuer + "/oauth2/token", grant_type="client_credentials")


def test_issues_client_credentials_token(server, make_application):
    registered = make_application(
        "Nightly Job", "--type", "confidential", "--grant", "client_credentials", "--scope", "reports.read"
    )
    session = OAuth2Session(registered.id, registered.client["client_secret"], scope="reports.read")
    token = session.fetch_token(server.issuer + "/oauth2/token", grant_type="client_credentials")
    assert token["scope"] == "reports.read"
    assert "refresh_token" not in token


def test_keeps_code_after_wrong_secret(server, make_application, person):
    registered = make_application("Authlib", "--type", "confidential")
    person.open(registered.sign_in_url()).sign_in()
    form = {
        "grant_type": "authorization_code",
        "code": person.answer["code"],
        "redirect_uri": registered.redirect_uri,
        "code_verifier": registered.verifier,
    }
    refused = server.post("/oauth2/token", form | {"client_id": registered.id, "client_secret": "wrong"})
    assert (refused.status_code, refused.json()["error"]) == (401, "invalid_client")
    assert registered.redeem(person.answer["code"]).status_code == 200

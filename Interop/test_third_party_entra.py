"""Microsoft's library for Python with a tenant of this server as its authority."""

import msal
import pytest
import requests
from cryptography.hazmat.primitives import hashes

from application import claims
from client_keys import ClientKey
from gatehouse import PATIENCE, Server
from journey import PASSWORD
from native_app import SCOPE, NativeApp
from person import Person
from tls_server import tls_server

EMAIL = "alex@example.com"


@pytest.fixture(scope="module")
def secure_server(tmp_path_factory) -> Server:
    with tls_server(tmp_path_factory.mktemp("secure"), "--dev") as server:
        server.create_user(EMAIL, PASSWORD, given_name="Alex")
        yield server


def library(server: Server, client_id: str, http: requests.Session, **more) -> msal.PublicClientApplication:
    """Creates the app without the library's lookup of unknown authorities at Microsoft."""
    return msal.PublicClientApplication(
        client_id, authority=f"{server.issuer}/default", instance_discovery=False, http_client=http, **more
    )


def with_certificate(server: Server, client_id: str, http: requests.Session, credential: dict):
    """Creates a confidential app."""
    return msal.ConfidentialClientApplication(
        client_id,
        authority=f"{server.issuer}/default",
        instance_discovery=False,
        client_credential=credential,
        http_client=http,
    )


def certificate(key: ClientKey) -> dict:
    """The certificate, of which the library sends the SHA-256 thumbprint (RFC 7515 §4.1.8)."""
    return {"private_key": key.key_file.read_text(), "public_certificate": key.certificate_file.read_text()}


def thumbprint(key: ClientKey) -> dict:
    """The SHA-1 thumbprint alone (RFC 7515 §4.1.7)."""
    return {"private_key": key.key_file.read_text(), "thumbprint": key.certificate.fingerprint(hashes.SHA1()).hex()}


def check_account(app: msal.PublicClientApplication, result: dict, username: str = EMAIL) -> dict:
    """Checks the account's ID from `client_info`, and its name, which is empty unless the app requested `email`."""
    claims = result["id_token_claims"]
    [account] = app.get_accounts()
    assert account["home_account_id"] == f"{claims['oid']}.{claims['tid']}"
    assert account["username"] == claims.get("preferred_username", "") == username
    return account


def test_accepts_tenant_as_oidc_authority(secure_server, make_application, http):
    """The library accepts an issuer on the authority's host with any path."""
    registered = make_application("msal", at=secure_server)
    authority = f"{secure_server.issuer}/default"
    app = msal.PublicClientApplication(registered.id, oidc_authority=authority, http_client=http)
    flow = app.initiate_auth_code_flow(["email"], redirect_uri=registered.redirect_uri)
    assert flow["auth_uri"].startswith(f"{authority}/oauth2/v2.0/authorize?")


def test_signs_in_by_browser_and_refreshes_silently(secure_server, make_application, http):
    registered = make_application("msal", at=secure_server)
    app = library(secure_server, registered.id, http)
    flow = app.initiate_auth_code_flow(
        ["email"], redirect_uri=registered.redirect_uri, login_hint=EMAIL, response_mode="form_post"
    )
    assert flow["auth_uri"].startswith(f"{secure_server.issuer}/default/oauth2/v2.0/authorize?")
    person = Person(secure_server, EMAIL, PASSWORD).open(flow["auth_uri"]).sign_in()
    result = app.acquire_token_by_auth_code_flow(flow, person.answer)
    assert "error" not in result, result
    account = check_account(app, result)
    fresh = app.acquire_token_silent(["email"], account, force_refresh=True)
    assert fresh["access_token"] != result["access_token"]


def test_shows_servers_message_in_device_flow(secure_server, make_application, http):
    registered = make_application("msal", "--grant", "device_code", "--grant", "refresh_token", at=secure_server)
    app = library(secure_server, registered.id, http)
    flow = app.initiate_device_flow(["email"])
    assert flow["user_code"] in flow["message"] and flow["verification_uri"] in flow["message"]
    person = Person(secure_server, EMAIL, PASSWORD).open(flow["verification_uri"])
    person.send(**{"user-code": flow["user_code"]})
    person.sign_in()
    result = app.acquire_token_by_device_flow(flow)
    assert "error" not in result, result
    account = check_account(app, result)
    assert "access_token" in app.acquire_token_silent(["email"], account, force_refresh=True)


def test_refreshes_session_of_native_app(secure_server, http):
    native = NativeApp(secure_server, "password")
    asked = native.begin("signin", EMAIL)
    tokens = native.token(asked["continuation_token"], "password", password=PASSWORD).json()
    app = library(secure_server, native.id, http)
    result = app.acquire_token_by_refresh_token(tokens["refresh_token"], scopes=["email"])
    assert "error" not in result, result
    check_account(app, result)


def test_requires_sign_in_after_session_ended(secure_server, http):
    native = NativeApp(secure_server, "password")
    asked = native.begin("signin", EMAIL)
    tokens = native.token(asked["continuation_token"], "password", password=PASSWORD, scope=SCOPE).json()
    revoked = secure_server.post("/oauth2/revoke", {"client_id": native.id, "token": tokens["refresh_token"]})
    assert revoked.status_code == 200
    app = library(secure_server, native.id, http)
    result = app.acquire_token_by_refresh_token(tokens["refresh_token"], scopes=["email"])
    assert (result["error"], result["error_codes"]) == ("invalid_grant", [700082])
    assert result["correlation_id"]


@pytest.mark.parametrize(("credential", "algorithm"), [(certificate, "PS256"), (thumbprint, "RS256")])
def test_gets_own_token_with_certificate(secure_server, http, tmp_path, credential, algorithm):
    """The assertion names no key by `kid`."""
    api, scope = f"https://{algorithm.lower()}.example.com", f"orders:{algorithm.lower()}"
    secure_server.create_resource(api, "Orders", "--scope", f"{scope}=See your orders")
    key = ClientKey(tmp_path, algorithm)
    options = ["--grant", "client_credentials", "--scope", scope]
    client = secure_server.create_client("Daemon", *key.options, *options)
    app = with_certificate(secure_server, client["client_id"], http, credential(key))
    result = app.acquire_token_for_client([scope])
    assert "error" not in result, result
    token = claims(result["access_token"])
    assert (token["aud"], token["scope"], token["sub"]) == (api, scope, client["client_id"])
    assert app.acquire_token_for_client([scope])["token_source"] == "cache"
    result = app.acquire_token_for_client([f"{api}/.default"])
    assert "error" not in result, result
    everything = claims(result["access_token"])
    assert (everything["aud"], everything["scope"]) == (api, scope)

    other = credential(ClientKey(tmp_path / "other", algorithm))
    stranger = with_certificate(secure_server, client["client_id"], http, other)
    refused = stranger.acquire_token_for_client([scope])
    assert refused["error"] == "invalid_client"


def test_signs_in_with_certificate_and_refreshes(secure_server, make_application, http, tmp_path):
    key = ClientKey(tmp_path, "PS256")
    registered = make_application("msal", *key.options, at=secure_server)
    app = with_certificate(secure_server, registered.id, http, certificate(key))
    flow = app.initiate_auth_code_flow(["email"], redirect_uri=registered.redirect_uri, response_mode="form_post")
    person = Person(secure_server, EMAIL, PASSWORD).open(flow["auth_uri"]).sign_in()
    result = app.acquire_token_by_auth_code_flow(flow, person.answer)
    assert "error" not in result, result
    fresh = app.acquire_token_silent(["email"], check_account(app, result), force_refresh=True)
    assert fresh["access_token"] != result["access_token"]


def test_gets_all_scopes_of_api(secure_server, make_application, http):
    """`/.default` stands for all of an API's scopes that the client is registered for."""
    api = "https://invoices.example.com"
    secure_server.create_resource(
        api, "Invoices", *("--scope", "invoices:read=See invoices"), *("--scope", "invoices:delete=Delete invoices")
    )
    granted = "openid profile email offline_access invoices:read"
    registered = make_application("msal", "--scope", granted, at=secure_server)
    app = library(secure_server, registered.id, http)
    scopes = [f"{api}/.default"]
    flow = app.initiate_auth_code_flow(scopes, redirect_uri=registered.redirect_uri, response_mode="form_post")
    person = Person(secure_server, EMAIL, PASSWORD).open(flow["auth_uri"]).sign_in()
    result = app.acquire_token_by_auth_code_flow(flow, person.answer)
    assert "error" not in result, result
    fresh = app.acquire_token_silent(scopes, check_account(app, result, ""), force_refresh=True)
    for answer in (result, fresh):
        token = claims(answer["access_token"])
        assert (token["aud"], token["scope"]) == (api, "invoices:read")


def test_allows_discovery_from_any_origin(secure_server, new_page, callbacks):
    page = new_page()
    page.goto(callbacks.url(callbacks.new_path("app")))
    document = page.evaluate(
        "async (address) => (await fetch(address)).json()",
        f"{secure_server.issuer}/default/v2.0/.well-known/openid-configuration",
    )
    assert document["token_endpoint"] == f"{secure_server.issuer}/default/oauth2/v2.0/token"
    keys = page.evaluate("async (address) => (await fetch(address)).json()", document["jwks_uri"])
    assert keys == secure_server.http.get(secure_server.issuer + "/oauth2/keys", timeout=PATIENCE).json()

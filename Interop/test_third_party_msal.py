"""msal with an `oidc_authority`, which must be https with a path."""

import msal
import pytest

from gatehouse import Server
from journey import PASSWORD
from person import Person
from tls_server import tls_server

EMAIL = "alex@example.com"


@pytest.fixture(scope="module")
def secure_server(tmp_path_factory) -> Server:
    with tls_server(tmp_path_factory.mktemp("secure"), "--dev", path="/customers") as server:
        server.create_user(EMAIL, PASSWORD, given_name="Alex")
        yield server


def test_signs_in_silently_and_out_as_public_client(secure_server, make_application, http):
    registered = make_application("msal", at=secure_server)
    app = msal.PublicClientApplication(registered.id, oidc_authority=secure_server.issuer, http_client=http)
    flow = app.initiate_auth_code_flow(
        ["email"], redirect_uri=registered.redirect_uri, login_hint=EMAIL, response_mode="form_post"
    )
    person = Person(secure_server, EMAIL, PASSWORD).open(flow["auth_uri"]).sign_in()
    result = app.acquire_token_by_auth_code_flow(flow, person.answer)
    assert "error" not in result, result
    claims = result["id_token_claims"]
    assert (claims["iss"], claims["aud"]) == (secure_server.issuer, registered.id)
    assert registered.user(result["access_token"])["email"] == EMAIL

    [account] = app.get_accounts()
    fresh = app.acquire_token_silent(["email"], account, force_refresh=True)
    assert fresh["access_token"] != result["access_token"]
    app.remove_account(account)
    assert app.get_accounts() == []


def test_signs_in_and_gets_own_token_as_confidential_client(secure_server, make_application, http):
    registered = make_application(
        "msal",
        *("--type", "confidential"),
        *("--grant", "authorization_code", "--grant", "refresh_token", "--grant", "client_credentials"),
        *("--scope", "openid profile email offline_access reports.read"),
        at=secure_server,
    )
    app = msal.ConfidentialClientApplication(
        registered.id,
        client_credential=registered.client["client_secret"],
        oidc_authority=secure_server.issuer,
        http_client=http,
    )
    flow = app.initiate_auth_code_flow(
        ["email"], redirect_uri=registered.redirect_uri, response_mode="form_post"
    )
    person = Person(secure_server, EMAIL, PASSWORD).open(flow["auth_uri"]).sign_in()
    assert "error" not in app.acquire_token_by_auth_code_flow(flow, person.answer)

    own = app.acquire_token_for_client(["reports.read"])
    assert own["token_type"] == "Bearer", own


def test_signs_in_by_device_flow(secure_server, make_application, http):
    registered = make_application("msal", "--grant", "device_code", "--grant", "refresh_token", at=secure_server)
    app = msal.PublicClientApplication(registered.id, oidc_authority=secure_server.issuer, http_client=http)
    flow = app.initiate_device_flow(["email"])
    person = Person(secure_server, EMAIL, PASSWORD).open(flow["verification_uri"])
    person.send(**{"user-code": flow["user_code"]})
    person.sign_in()
    assert "connected" in person.page.text
    result = app.acquire_token_by_device_flow(flow)
    assert registered.user(result["access_token"])["email"] == EMAIL

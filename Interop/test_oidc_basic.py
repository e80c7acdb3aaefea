"""OpenID Connect's basic profile: one test for each of the 38 statements of OpenID's certification plan.

Marked with the names of their modules in the plan `oidcc-basic-certification-test-plan`.
"""

import base64
import json
import math
import re
import time
import urllib.parse

import pytest
import requests

from application import Application
from gatehouse import Server, wait_for
from id_tokens import PROTOCOL_CLAIMS, validated
from journey import PASSWORD
from person import Person

PHONE = "+15005550006"
PROFILE = {
    "name": "Ada Lovelace",
    "given_name": "Ada",
    "family_name": "Lovelace",
    "nickname": "Countess",
    "website": "https://ada.example.com",
    "birthdate": "1815-12-10",
    "zoneinfo": "Europe/London",
    "locale": "en-GB",
}
ADDRESS = {"street_address": "12 St James's Square", "locality": "London", "postal_code": "SW1Y 4LE", "country": "UK"}
SCOPE_CLAIMS = {
    "profile": {*PROFILE, "updated_at"},
    "email": {"email", "email_verified"},
    "phone": {"phone_number", "phone_number_verified"},
    "address": {"address"},
}


class Client(Application):
    """A confidential client that sends no more than OpenID Connect demands."""

    def __init__(self, *arguments):
        scopes = "openid profile email phone address offline_access account"
        super().__init__(*arguments, "--type", "confidential", "--no-pkce", "--scope", scopes)

    def url(self, scope: str = "openid", **more: str | None) -> str:
        return self.sign_in_url(**{"scope": scope, "code_challenge": None, "code_challenge_method": None} | more)

    def exchange(self, answer: dict[str, str], **form: str) -> requests.Response:
        """Redeems the code of a response, which it checks (RFC 6749 §4.1.2, RFC 9207 §2.4)."""
        assert answer.get("error") is None, answer
        assert (answer["state"], answer["iss"]) == (self.state, self.server.issuer)
        return self.token_request(
            grant_type="authorization_code", code=answer["code"], redirect_uri=self.redirect_uri, **form
        )

    def tokens_of(self, person: Person, **form: str) -> tuple[dict, dict]:
        """Returns the tokens for a response, and the claims of the ID token."""
        answer = self.exchange(person.answer, **form)
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Type"].startswith("application/json")
        assert answer.headers["Cache-Control"] == "no-store"
        tokens = answer.json()
        assert tokens["token_type"] == "Bearer" and tokens["expires_in"] > 0
        return tokens, validated(self.server, tokens, self.id, self.nonce)


@pytest.fixture(scope="module")
def client(server, callbacks) -> Client:
    return Client(server, callbacks, "Basic Client")


@pytest.fixture(scope="module")
def ada(server) -> dict:
    """A user with a value for every scope."""
    return server.create_user("ada.basic@example.com", PASSWORD, **PROFILE, **ADDRESS)


@pytest.fixture(scope="module")
def browser(server, client, ada) -> Person:
    """A browser in which the user has signed in and allowed every scope."""
    person = Person(server, "ada.basic@example.com", PASSWORD)
    person.open(client.url("openid profile email phone address account")).sign_in()
    tokens, _ = client.tokens_of(person)
    add_phone(server, tokens["access_token"])
    return person


def add_phone(server: Server, token: str) -> None:
    """Adds the phone number to the account, with the code of its SMS."""
    headers = {"Authorization": f"Bearer {token}"}
    address = server.post("/account/v1/addresses", json={"kind": "phone", "value": PHONE}, headers=headers)
    assert address.status_code == 201, address.text
    sms = wait_for(lambda: [sms for sms in server.get("/dev/mail.json").json() if PHONE in sms["to"]], "the SMS")[0]
    code = re.search(r"\b\d{8}\b", json.dumps(sms))[0]
    path = f"/account/v1/addresses/{address.json()['id']}/verify"
    verified = server.post(path, json={"code": code}, headers=headers)
    assert verified.ok, verified.text


@pytest.fixture
def new_browser(server, ada) -> Person:
    return Person(server, "ada.basic@example.com", PASSWORD)


@pytest.fixture(scope="module", autouse=True)
def redeemed(client, browser) -> dict:
    """A code that was redeemed when the tests of this file began."""
    browser.open(client.url())
    tokens, _ = client.tokens_of(browser)
    return {"code": browser.answer["code"], "token": tokens["access_token"], "time": time.monotonic()}


def userinfo(server: Server, token: str, method: str = "GET", **more) -> requests.Response:
    headers = {"Authorization": f"Bearer {token}"}
    return server.http.request(method, server.issuer + "/oauth2/userinfo", headers=headers, timeout=15, **more)


def checked_userinfo(answer: requests.Response, id_token: dict) -> dict:
    """Returns the claims of a response of the UserInfo endpoint (OpenID Connect Core §5.1 and §5.3.2)."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"].partition(";")[0] == "application/json"
    claims = answer.json()
    assert claims["sub"] == id_token["sub"]
    assert isinstance(claims.get("updated_at", 0), int)
    assert isinstance(claims.get("email_verified", True), bool)
    assert isinstance(claims.get("phone_number_verified", True), bool)
    assert isinstance(claims.get("address", {}), dict)
    assert all(value not in (None, "") for value in claims.values())
    return claims


def sign_in_again(browser: Person) -> None:
    """Enters the password on the page that asks for it again."""
    assert browser.left_for is None
    browser.sign_in()


def entropy(text: str) -> float:
    """Returns Shannon's entropy of a text in bits."""
    frequencies = [text.count(character) / len(text) for character in set(text)]
    return -len(text) * sum(share * math.log2(share) for share in frequencies)


def unsigned(claims: dict) -> str:
    """Returns an unsecured request object (RFC 7519 §6)."""
    parts = [json.dumps(part).encode() for part in ({"alg": "none"}, claims)]
    return ".".join([base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts] + [""])


# Responses of the authorization endpoint and ID tokens


@pytest.mark.statement("oidcc-server")
def test_issues_code_and_id_token_with_requested_claims_only(client, browser):
    tokens, id_token = client.tokens_of(browser.open(client.url("openid profile email")))
    assert len(browser.answer["code"]) * 8 >= 128
    assert entropy(browser.answer["code"]) >= 96
    assert set(id_token) <= PROTOCOL_CLAIMS
    assert tokens["scope"].split() == ["openid", "profile", "email"]


@pytest.mark.statement("oidcc-response-type-missing")
def test_rejects_request_without_response_type(client, browser):
    browser.open(client.url(response_type=None))
    assert browser.answer["error"] in ("invalid_request", "unsupported_response_type")
    assert browser.answer["state"] == client.state


@pytest.mark.statement("oidcc-idtoken-signature")
def test_signs_id_token_with_rs256_and_names_key(server, callbacks, browser):
    client = Client(server, callbacks, "RS256", "--id-token-algorithm", "RS256", "--skip-consent")
    answer = client.exchange(browser.open(client.url()).answer)
    validated(server, answer.json(), client.id, client.nonce, "RS256")


@pytest.mark.statement("oidcc-idtoken-unsigned")
def test_offers_no_unsigned_id_tokens(server):
    assert "none" not in metadata(server)["id_token_signing_alg_values_supported"]
    done = server.run("client", "create", "--name", "None", "--id-token-algorithm", "none", "--data", server.data)
    assert done.returncode != 0
    assert "none" in done.stderr


@pytest.mark.statement("oidcc-ensure-request-without-nonce-succeeds-for-code-flow")
def test_accepts_request_without_nonce(server, client, browser):
    answer = client.exchange(browser.open(client.url(nonce=None)).answer)
    validated(server, answer.json(), client.id, None)


@pytest.mark.statement("oidcc-ensure-request-with-valid-pkce-succeeds")
def test_accepts_request_with_pkce(client, browser):
    browser.open(client.sign_in_url(scope="openid"))
    client.tokens_of(browser, code_verifier=client.verifier)


@pytest.mark.statement("oidcc-server-client-secret-post")
def test_authenticates_client_with_secret_in_form(server, callbacks, browser):
    client = Client(server, callbacks, "Post", "--auth-method", "client_secret_post", "--skip-consent")
    browser.open(client.url())
    form = {"client_id": client.id, "client_secret": client.client["client_secret"], "code": browser.answer["code"]}
    form |= {"grant_type": "authorization_code", "redirect_uri": client.redirect_uri}
    answer = server.post("/oauth2/token", form)
    assert answer.status_code == 200, answer.text
    validated(server, answer.json(), client.id, client.nonce)


@pytest.mark.statement("oidcc-ensure-post-request-succeeds")
def test_accepts_authorization_request_by_post(server, client, browser):
    address, _, query = client.url().partition("?")
    client.tokens_of(browser.post(address, dict(urllib.parse.parse_qsl(query))))


# Errors of the authorization endpoint


@pytest.mark.statement("oidcc-ensure-registered-redirect-uri")
@pytest.mark.parametrize("suffix", ["x", "/", "?a=b", "#"])
def test_rejects_unregistered_redirect_uri_on_page(client, new_browser, suffix):
    new_browser.open(client.url(redirect_uri=client.redirect_uri + suffix))
    assert new_browser.left_for is None
    assert new_browser.page.status_code == 400
    assert "redirect" in new_browser.page.text


@pytest.mark.statement("oidcc-ensure-request-with-unknown-parameter-succeeds")
def test_ignores_unknown_parameter(client, browser):
    client.tokens_of(browser.open(client.url(extra="foobar")))


# Requests with `request` and `request_uri`


@pytest.mark.statement("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported")
def test_rejects_unsigned_request_object(server, client, browser):
    assert "none" not in metadata(server).get("request_object_signing_alg_values_supported", [])
    browser.open(client.url(request=unsigned({"client_id": client.id, "scope": "openid"})))
    assert browser.answer["error"] in ("request_not_supported", "invalid_request_object")
    assert browser.answer["state"] == client.state


@pytest.mark.statement("oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported")
def test_rejects_request_uri_of_client(server, client, browser):
    assert metadata(server)["request_uri_parameter_supported"] is False
    browser.open(client.url(request_uri="https://client.example.com/request.jwt"))
    assert browser.left_for is None or browser.answer["error"] in ("request_uri_not_supported", "invalid_request_uri")
    assert browser.left_for or browser.page.status_code == 400


@pytest.mark.statement("oidcc-ensure-request-object-with-redirect-uri")
def test_rejects_invalid_redirect_uri_beside_that_of_request_object(client, new_browser):
    claims = {"client_id": client.id, "redirect_uri": client.redirect_uri, "scope": "openid", "response_type": "code"}
    new_browser.open(client.url(request=unsigned(claims), redirect_uri=client.redirect_uri + "x"))
    assert new_browser.left_for is None
    assert new_browser.page.status_code == 400


# UserInfo


@pytest.mark.statement("oidcc-userinfo-get")
def test_returns_userinfo_to_get(server, client, browser):
    tokens, id_token = client.tokens_of(browser.open(client.url()))
    checked_userinfo(userinfo(server, tokens["access_token"]), id_token)


@pytest.mark.statement("oidcc-userinfo-post-header")
def test_returns_userinfo_to_post_with_token_in_header(server, client, browser):
    tokens, id_token = client.tokens_of(browser.open(client.url()))
    checked_userinfo(userinfo(server, tokens["access_token"], "POST"), id_token)


@pytest.mark.statement("oidcc-userinfo-post-body")
def test_returns_userinfo_to_post_with_token_in_body(server, client, browser):
    tokens, id_token = client.tokens_of(browser.open(client.url()))
    answer = server.post("/oauth2/userinfo", {"access_token": tokens["access_token"]})
    checked_userinfo(answer, id_token)


# Scopes and claims


def claims_of_scope(server: Server, client: Client, browser: Person, scope: str) -> dict:
    """Returns the claims of the UserInfo endpoint, which must be those of the scope; ID tokens have none of them."""
    tokens, id_token = client.tokens_of(browser.open(client.url(f"openid {scope}")))
    claims = checked_userinfo(userinfo(server, tokens["access_token"]), id_token)
    assert set(claims) == {"sub"}.union(*(SCOPE_CLAIMS[name] for name in scope.split()))
    assert set(id_token) <= PROTOCOL_CLAIMS
    return claims


@pytest.mark.statement("oidcc-scope-profile")
def test_returns_claims_of_scope_profile(server, client, browser):
    claims = claims_of_scope(server, client, browser, "profile")
    assert {name: claims[name] for name in PROFILE} == PROFILE


@pytest.mark.statement("oidcc-scope-email")
def test_returns_claims_of_scope_email(server, client, browser):
    claims = claims_of_scope(server, client, browser, "email")
    assert (claims["email"], claims["email_verified"]) == ("ada.basic@example.com", True)


@pytest.mark.statement("oidcc-scope-address")
def test_returns_claims_of_scope_address(server, client, browser):
    assert claims_of_scope(server, client, browser, "address")["address"].items() >= ADDRESS.items()


@pytest.mark.statement("oidcc-scope-phone")
def test_returns_claims_of_scope_phone(server, client, browser):
    claims = claims_of_scope(server, client, browser, "phone")
    assert (claims["phone_number"], claims["phone_number_verified"]) == (PHONE, True)


@pytest.mark.statement("oidcc-scope-all")
def test_returns_claims_of_all_scopes(server, client, browser):
    claims_of_scope(server, client, browser, "profile email phone address")


@pytest.mark.statement("oidcc-alternate-happy-flow")
def test_accepts_scopes_and_parameters_in_any_order(server, client, browser):
    address, _, query = client.url("email openid").partition("?")
    reordered = urllib.parse.urlencode(list(reversed(urllib.parse.parse_qsl(query))))
    tokens, id_token = client.tokens_of(browser.open(f"{address}?{reordered}"))
    claims = checked_userinfo(userinfo(server, tokens["access_token"]), id_token)
    assert set(claims) == {"sub"} | SCOPE_CLAIMS["email"]


@pytest.mark.statement("oidcc-claims-essential")
def test_returns_essential_claim_from_userinfo_only(server, client, browser):
    browser.open(client.url(claims=json.dumps({"userinfo": {"name": {"essential": True}}}))).consent()
    tokens, id_token = client.tokens_of(browser)
    claims = checked_userinfo(userinfo(server, tokens["access_token"]), id_token)
    assert claims["name"] == PROFILE["name"]
    assert "name" not in id_token


# Preferences


@pytest.mark.statement("oidcc-display-page")
def test_accepts_display_page(client, new_browser):
    client.tokens_of(new_browser.open(client.url(display="page")).sign_in())


@pytest.mark.statement("oidcc-display-popup")
def test_accepts_display_popup(client, new_browser):
    client.tokens_of(new_browser.open(client.url(display="popup")).sign_in())


@pytest.mark.statement("oidcc-login-hint")
def test_prefills_login_hint(client, new_browser):
    new_browser.open(client.url(login_hint="ada.basic@example.com"))
    assert 'value="ada.basic@example.com"' in new_browser.page.text
    client.tokens_of(new_browser.sign_in())


@pytest.mark.statement("oidcc-ui-locales")
@pytest.mark.parametrize(("locales", "language"), [("se", "en"), ("se de en", "de"), ("fr-CA ja", "ja")])
def test_shows_page_in_first_supported_language(client, new_browser, locales, language):
    new_browser.open(client.url(ui_locales=locales))
    assert f'<html lang="{language}"' in new_browser.page.text
    client.tokens_of(new_browser.sign_in())


@pytest.mark.statement("oidcc-claims-locales")
def test_accepts_claims_locales(client, browser):
    client.tokens_of(browser.open(client.url(claims_locales="se")))


@pytest.mark.statement("oidcc-ensure-request-with-acr-values-succeeds")
def test_returns_requested_authentication_class(server, client, browser):
    classes = metadata(server)["acr_values_supported"]
    _, id_token = client.tokens_of(browser.open(client.url(acr_values=" ".join(classes))))
    assert id_token["acr"] in classes


# Existing sign-ins


@pytest.mark.statement("oidcc-prompt-none-not-logged-in")
def test_rejects_prompt_none_without_sign_in(client, new_browser):
    new_browser.open(client.url(prompt="none", state="s" * 128))
    assert new_browser.answer["error"] == "login_required"
    assert new_browser.answer["state"] == "s" * 128
    assert "code" not in new_browser.answer


@pytest.mark.statement("oidcc-prompt-none-logged-in")
def test_answers_prompt_none_from_existing_sign_in(client, browser):
    _, first = client.tokens_of(browser.open(client.url()))
    _, second = client.tokens_of(browser.open(client.url(prompt="none")))
    assert (second["sub"], second.get("auth_time")) == (first["sub"], first.get("auth_time"))


@pytest.mark.statement("oidcc-id-token-hint")
def test_answers_prompt_none_with_id_token_hint(client, browser):
    tokens, first = client.tokens_of(browser.open(client.url()))
    _, second = client.tokens_of(browser.open(client.url(prompt="none", id_token_hint=tokens["id_token"])))
    assert (second["sub"], second.get("auth_time")) == (first["sub"], first.get("auth_time"))


@pytest.mark.statement("oidcc-max-age-10000")
def test_uses_sign_in_within_max_age(client, browser):
    _, first = client.tokens_of(browser.open(client.url(max_age="15000")))
    _, second = client.tokens_of(browser.open(client.url(max_age="10000")))
    assert (second["sub"], second["auth_time"]) == (first["sub"], first["auth_time"])


@pytest.mark.statement("oidcc-max-age-1")
def test_asks_for_sign_in_after_max_age(client, new_browser):
    _, first = client.tokens_of(new_browser.open(client.url()).sign_in())
    time.sleep(2)
    sign_in_again(new_browser.open(client.url(max_age="1")))
    _, second = client.tokens_of(new_browser)
    assert second["sub"] == first["sub"]
    assert first.get("auth_time", 0) < second["auth_time"] >= time.time() - 30


@pytest.mark.statement("oidcc-prompt-login")
def test_asks_for_sign_in_with_prompt_login(client, new_browser):
    _, first = client.tokens_of(new_browser.open(client.url(max_age="10000")).sign_in())
    time.sleep(1)
    sign_in_again(new_browser.open(client.url(prompt="login", max_age="10000")))
    _, second = client.tokens_of(new_browser)
    assert second["sub"] == first["sub"]
    assert second["auth_time"] > first["auth_time"]


# Codes and refresh tokens


@pytest.mark.statement("oidcc-codereuse")
def test_rejects_second_use_of_code(client, browser):
    client.tokens_of(browser.open(client.url()))
    expect_invalid_grant(client.exchange(browser.answer))


@pytest.mark.statement("oidcc-refresh-token")
def test_refreshes_tokens_of_same_client_only(server, client, callbacks, new_browser):
    new_browser.open(client.url("openid offline_access", prompt="consent")).sign_in()
    tokens, first = client.tokens_of(new_browser)
    assert all("\x20" <= character <= "\x7e" for character in tokens["refresh_token"])

    other = Client(server, callbacks, "Other Client")
    expect_invalid_grant(other.refresh(tokens["refresh_token"]))

    answer = client.refresh(tokens["refresh_token"])
    assert answer.status_code == 200, answer.text
    fresh = answer.json()
    if "id_token" in fresh:
        second = validated(server, fresh, client.id, None)
        kept = ("iss", "sub", "aud", "auth_time", "azp")
        assert {name: second.get(name) for name in kept} == {name: first.get(name) for name in kept}
        assert second["iat"] >= first["iat"]
    checked_userinfo(userinfo(server, fresh["access_token"]), first)


@pytest.mark.statement("oidcc-codereuse-30seconds")
def test_revokes_token_when_code_is_used_again_after_half_a_minute(server, client, redeemed):
    assert userinfo(server, redeemed["token"]).status_code == 200
    time.sleep(max(0.0, redeemed["time"] + 30 - time.monotonic()))
    form = {"grant_type": "authorization_code", "code": redeemed["code"], "redirect_uri": client.redirect_uri}
    expect_invalid_grant(client.token_request(**form))
    assert userinfo(server, redeemed["token"]).status_code == 401


def expect_invalid_grant(answer: requests.Response) -> None:
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert answer.headers["Content-Type"].startswith("application/json")


def metadata(server: Server) -> dict:
    return server.get("/.well-known/openid-configuration").json()

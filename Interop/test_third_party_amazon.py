"""Third-party clients of Login with Amazon with changed URLs."""

import urllib.parse

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from playwright.sync_api import expect

import amazon_site
from application import Shop
from journey import PASSWORD, Journey
from person import Person

VOLUNTARY = {"profile": {"essential": True}, "postal_code": {"essential": False}}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    amazon_site.set_up(tmp_path_factory.mktemp("django"))
    site = amazon_site.Site()
    yield site
    site.close()


@pytest.fixture
def shop(server, site) -> Shop:
    return Shop(server, *site.redirect_uris)


@pytest.fixture
def client(shop) -> dict:
    return shop.client


@pytest.fixture(autouse=True)
def user(server, email) -> dict:
    return server.create_user(email, PASSWORD, name="Alex Example", postal_code="98101")


def profile_of(email: str) -> dict:
    """Returns the stored profile of django-allauth."""
    from allauth.socialaccount.models import SocialAccount

    return SocialAccount.objects.get(user__email=email).extra_data


@pytest.mark.parametrize("pkce", [True, False], ids=["pkce", "no-pkce"])
def test_signs_in_with_django_allauth(server, site, client, page, email, pkce):
    with site.connected(server.issuer, client, ["profile", "postal_code"], VOLUNTARY, pkce):
        journey = Journey(server, page, email)
        page.goto(site.address + "/allauth/amazon/login/")
        journey.sign_in_with_password()
        journey.heading("Allow Example Shop to use your account?")
        expect(page.get_by_label("See your postal code")).to_be_checked()
        journey.press("continue")
        journey.heading(f"Hello, {email}")
        kept = profile_of(email)
        assert (kept["email"], kept["name"], kept["postal_code"]) == (email, "Alex Example", "98101")
        assert kept["user_id"].startswith("amzn1.account.")


def test_withholds_declined_optional_scope(server, site, client, page, email):
    with site.connected(server.issuer, client, ["profile", "postal_code"], VOLUNTARY):
        journey = Journey(server, page, email)
        page.goto(site.address + "/allauth/amazon/login/")
        journey.sign_in_with_password()
        journey.heading("Allow Example Shop to use your account?")
        page.get_by_label("See your postal code").uncheck()
        journey.press("continue")
        journey.heading(f"Hello, {email}")
        assert set(profile_of(email)) == {"email", "name", "user_id"}

        # A signed-in user with a stored decision is not asked again.
        page.goto(site.address + "/allauth/logout/")
        page.goto(site.address + "/allauth/amazon/login/")
        journey.heading(f"Hello, {email}")
        assert set(profile_of(email)) == {"email", "name", "user_id"}


def test_returns_denial_to_django_allauth(server, site, client, page, email):
    with site.connected(server.issuer, client, ["profile"]):
        journey = Journey(server, page, email)
        page.goto(site.address + "/allauth/amazon/login/")
        journey.sign_in_with_password()
        journey.heading("Allow Example Shop to use your account?")
        journey.press("cancel")
        journey.heading("Login Cancelled")


def test_signs_in_and_refreshes_with_social_auth(server, site, client, page, email):
    with site.connected(server.issuer, client, ["profile", "postal_code"]):
        journey = Journey(server, page, email)
        page.goto(site.address)
        journey.click("Sign in with Amazon")
        journey.sign_in_with_password()
        journey.allow("Example Shop")
        journey.heading(f"Hello, {email}")

        from social_django.models import UserSocialAuth
        from social_django.utils import load_strategy

        kept = UserSocialAuth.objects.get(user__email=email)
        assert kept.uid.startswith("amzn1.account.")
        assert kept.extra_data["postal_code"] == "98101"
        assert kept.access_token.startswith("Atza|")
        before = kept.access_token
        kept.refresh_token(load_strategy())
        assert kept.access_token.startswith("Atza|") and kept.access_token != before


def test_returns_denial_to_social_auth(server, site, client, page, email):
    with site.connected(server.issuer, client, ["profile"]):
        journey = Journey(server, page, email)
        page.goto(site.address)
        journey.click("Sign in with Amazon")
        journey.press("cancel")
        journey.heading("Not signed in")


def test_signs_in_with_authlib_by_basic_with_pkce(server, site, client, page, email):
    session = OAuth2Session(
        client["client_id"],
        client["client_secret"],
        scope="profile postal_code",
        redirect_uri=site.redirect_uris[0],
        code_challenge_method="S256",
    )
    token_url = server.issuer + "/auth/o2/token"
    verifier = "v" * 50
    url, state = session.create_authorization_url(server.issuer + "/ap/oa", code_verifier=verifier)
    journey = Journey(server, page, email)
    page.goto(url)
    journey.sign_in_with_password()
    with page.expect_request(lambda request: request.url.startswith(site.redirect_uris[0] + "?")) as left:
        journey.allow("Example Shop")
    answer = left.value.url
    query = urllib.parse.urlsplit(answer).query
    assert "&scope=profile+postal_code&" in query
    code = dict(urllib.parse.parse_qsl(query))["code"]
    token = session.fetch_token(token_url, authorization_response=answer, state=state, code_verifier=verifier)
    assert (token["token_type"], token["expires_in"]) == ("bearer", 3600)
    profile = session.get(server.issuer + "/user/profile").json()
    assert (profile["email"], profile["postal_code"]) == (email, "98101")

    fresh = session.refresh_token(token_url)
    assert fresh["access_token"] != token["access_token"]
    told = server.get("/auth/O2/tokeninfo", params={"access_token": fresh["access_token"]}).json()
    assert (told["aud"], told["user_id"], told["iss"]) == (client["client_id"], profile["user_id"], server.issuer)
    assert 3500 < told["exp"] <= 3600

    with pytest.raises(OAuthError, match="invalid_grant"):
        session.fetch_token(token_url, code=code, code_verifier=verifier)


def test_keeps_code_after_failed_basic_authentication(server, shop, site, client, email):
    """Authenticates as golang.org/x/oauth2: by Basic first, then in the body."""
    person = Person(server, email, PASSWORD).open(shop.sign_in_url()).sign_in()
    form = {
        "grant_type": "authorization_code",
        "code": person.answer["code"],
        "redirect_uri": site.redirect_uris[0],
    }
    refused = server.post("/auth/o2/token", form, auth=(client["client_id"], "not yet right"))
    assert (refused.status_code, refused.json()["error_description"]) == (401, "Client authentication failed")
    whole = form | {key: client[key] for key in ("client_id", "client_secret")}
    tokens = requests.post(server.issuer + "/auth/o2/token", json=whole, timeout=15)
    assert tokens.status_code == 200, tokens.text
    assert tokens.json()["refresh_token"].startswith("Atzr|")

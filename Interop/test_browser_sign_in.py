"""Sign-in and sign-out in Chromium, with and without JavaScript."""

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from application import claims
from journey import PASSWORD, Journey


@pytest.fixture
def user(server, email) -> dict:
    """A user with an account and a password."""
    return server.create_user(email, PASSWORD, given_name="Alex")


def test_signs_in_by_code(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_code()
    journey.allow()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["sub"] == user["id"]


def test_signs_in_by_password(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.allow()
    journey.back_in_app()
    tokens = application.tokens()
    assert application.user(tokens["access_token"])["given_name"] == "Alex"
    assert "pwd" in claims(tokens["id_token"])["amr"]


def test_switches_between_code_and_password(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("email", journey.email)
    journey.press("password")
    journey.press("code")
    journey.heading("Check your email")
    journey.press("password")
    journey.heading("Enter your password")
    journey.press("back")
    journey.heading("Sign in")
    assert journey.field("email").input_value() == journey.email


def test_prefills_address_from_login_hint(application, journey):
    journey.page.goto(application.sign_in_url(login_hint=journey.email))
    journey.heading("Sign in")
    assert journey.field("email").input_value() == journey.email


def test_hides_account_existence_after_wrong_password(server, application, new_page, email):
    server.create_user(email, PASSWORD)
    texts = []
    for address in (email, "nobody." + email):
        journey = Journey(server, new_page(), address)
        journey.page.goto(application.sign_in_url())
        journey.sign_in_with_password("not-the-password-9")
        journey.sees("Wrong email address or password.")
        assert journey.field("password").input_value() == ""
        texts.append(journey.page.get_by_role("main").inner_text().replace(address, "ADDRESS"))
    assert texts[0] == texts[1]


def test_accepts_code_after_incorrect_attempt(server, application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("email", journey.email)
    journey.press("continue")
    right = server.code(journey.email)
    journey.fill("code", wrong(right))
    journey.press("continue")
    journey.sees("That code is wrong. You have 4 attempts left.")
    expect(journey.page).to_have_title(re.compile("^Error: "))
    journey.fill("code", right)
    journey.press("continue")
    journey.heading("Allow Example App to use your account?")


def test_rejects_code_after_five_incorrect_attempts(server, application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("email", journey.email)
    journey.press("continue")
    for left in (4, 3, 2, 1):
        journey.fill("code", wrong(server.code(journey.email)))
        journey.press("continue")
        journey.sees(f"You have {left} attempt{'s' if left > 1 else ''} left.")
    journey.fill("code", wrong(server.code(journey.email)))
    journey.press("continue")
    journey.heading("Sign in")
    journey.sees("Too many wrong codes. Send a new one.")

    journey.press("continue")
    server.mail(journey.email, 2)


def test_accepts_code_after_navigating_back(server, application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("email", journey.email)
    journey.press("continue")
    journey.heading("Check your email")
    journey.press("password")
    journey.press("code")
    journey.enter_code()
    journey.heading("Allow Example App to use your account?")
    assert sum("code" in mail["subject"] for mail in server.mails(journey.email)) == 1


def test_resends_code_after_countdown(application, new_page, server, email):
    page = new_page()
    page.clock.install()
    journey = Journey(server, page, email)
    page.goto(application.sign_in_url())
    journey.fill("email", email)
    journey.press("continue")
    again = journey.button("resend")
    expect(again).to_be_disabled()
    page.clock.run_for(1000)
    shown = page.locator(".resend-wait").inner_text()
    assert 25 <= int(re.fullmatch(r"Available in (\d+) s", shown)[1]) < 30
    page.clock.run_for(30_000)
    expect(again).to_be_enabled()
    expect(page.locator("[data-announce]")).to_have_text("You can send a new code now.")

    again.click()
    server.mail(email, 2)
    # Advances the page's clock, not the server's.
    expect(again).to_be_disabled()
    page.clock.run_for(30_000)
    again.click()
    journey.sees("You can send a new code in")
    assert len(server.mails(email)) == 2


def test_signs_in_to_second_client_without_page(make_application, journey, user):
    first = make_application("First App")
    second = make_application("Second App", "--type", "confidential", "--skip-consent")
    native = make_application("Native App", "--skip-consent")
    journey.page.goto(first.sign_in_url())
    journey.sign_in_with_password()
    journey.allow("First App")
    journey.back_in_app()
    first_token = claims(first.tokens()["id_token"])

    journey.page.goto(second.sign_in_url())
    journey.back_in_app()
    second_token = claims(second.tokens()["id_token"])
    assert (first_token["sub"], first_token["auth_time"]) == (second_token["sub"], second_token["auth_time"])
    assert second_token["aud"] == second.id

    # Any program on a loopback port could have sent this, so the user confirms even for a first-party app.
    journey.page.goto(native.sign_in_url())
    journey.heading(f"Continue as {journey.email} to Native App")
    journey.press("continue")
    journey.back_in_app()
    assert claims(native.tokens()["id_token"])["sub"] == first_token["sub"]


def test_honors_prompt_login_and_none(make_application, journey, user):
    application = make_application("Example App", "--type", "confidential", "--skip-consent")
    journey.page.goto(application.sign_in_url(prompt="none"))
    journey.back_in_app()
    assert application.answer()["error"] == "login_required"

    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.back_in_app()
    application.tokens()
    journey.page.goto(application.sign_in_url(prompt="none"))
    journey.back_in_app()
    application.tokens()
    journey.page.goto(application.sign_in_url(prompt="login"))
    journey.sign_in_with_password()
    journey.back_in_app()
    application.tokens()


def test_offers_account_choice(make_application, journey, user):
    application = make_application("Example App", "--type", "confidential", "--skip-consent")
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.back_in_app()
    application.tokens()

    journey.page.goto(application.sign_in_url(prompt="select_account"))
    journey.heading("Choose an account")
    journey.page.get_by_role("button", name=journey.email).click()
    journey.back_in_app()
    assert claims(application.tokens()["id_token"])["sub"] == user["id"]

    journey.page.goto(application.sign_in_url(prompt="select_account"))
    journey.press("otherAccount")
    journey.heading("Sign in")


@pytest.mark.parametrize("mode", ["query", "form_post"])
def test_uses_requested_response_mode(make_application, journey, user, mode):
    application = make_application("Example App", "--skip-consent")
    journey.page.goto(application.sign_in_url(response_mode=mode))
    journey.sign_in_with_password()
    if mode == "form_post" and not journey.page.locator("h1", has_text="Back in the app").is_visible():
        without_script = journey.page.get_by_role("heading", name="Taking you back to the app")
        if without_script.is_visible():
            journey.click("Continue")
    journey.back_in_app()
    application.tokens()


def test_keeps_fragment_response_in_browser(make_application, journey, user):
    application = make_application("Example App", "--skip-consent")
    journey.page.goto(application.sign_in_url(response_mode="fragment"))
    journey.sign_in_with_password()
    journey.back_in_app()
    address, _, fragment = journey.page.url.partition("#")
    assert address == application.redirect_uri
    answer = dict(urllib.parse.parse_qsl(fragment))
    assert (answer["state"], answer["iss"]) == (application.state, journey.server.issuer)
    tokens = application.redeem(answer["code"]).json()
    assert claims(tokens["id_token"])["nonce"] == application.nonce


def test_ends_sign_in_and_returns_to_app_on_sign_out(make_application, journey, user):
    application = make_application("Example App", "--skip-consent")
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.back_in_app()
    tokens = application.tokens()

    journey.page.goto(application.sign_out_url(tokens["id_token"]))
    journey.back_in_app()
    assert application.farewell() == {"state": "bye"}
    journey.page.goto(application.sign_in_url())
    journey.heading("Sign in")


def test_confirms_sign_out_without_hint(make_application, journey, user):
    application = make_application("Example App", "--type", "confidential", "--skip-consent")
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.back_in_app()
    application.tokens()

    journey.page.goto(journey.server.issuer + "/oauth2/logout")
    journey.heading("Sign out?")
    journey.sees(journey.email)
    journey.press("cancel")
    journey.page.goto(application.sign_in_url())
    journey.back_in_app()

    journey.page.goto(application.sign_out_url())
    journey.press("continue")
    journey.back_in_app()
    assert application.farewell() == {"state": "bye"}

    journey.page.goto(journey.server.issuer + "/oauth2/logout")
    journey.heading("You’re signed out")


def test_ignores_form_of_finished_flow(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.allow()
    journey.back_in_app()
    application.tokens()
    journey.page.go_back()
    journey.heading("This page has expired")


def test_shows_page_for_unregistered_redirect_uri(application, journey):
    journey.page.goto(application.sign_in_url(redirect_uri="https://elsewhere.example.com/"))
    journey.heading("We stopped an unsafe redirect")
    assert journey.page.url.startswith(journey.server.issuer)
    journey.page.goto(application.sign_in_url(client_id="unknown"))
    journey.heading("This app isn’t registered here")


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 100_000_000:08}"

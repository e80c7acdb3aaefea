"""Signing in and out in Chromium, with and without JavaScript."""

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from application import claims
from journey import PASSWORD, Journey


@pytest.fixture
def user(server, email) -> dict:
    """Somebody with an account and a password."""
    return server.create_user(email, PASSWORD, given_name="Alex")


def test_sign_in_by_code(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_code()
    journey.allow()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["sub"] == user["id"]


def test_sign_in_by_password(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.allow()
    journey.back_in_app()
    tokens = application.tokens()
    assert application.user(tokens["access_token"])["given_name"] == "Alex"
    assert "pwd" in claims(tokens["id_token"])["amr"]


def test_code_instead_of_the_password_and_back(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", journey.email)
    journey.press("Continue with a password")
    journey.press("E-mail me a code instead")
    journey.heading("Check your e-mail")
    journey.press("Use your password instead")
    journey.heading("Enter your password")
    journey.press("Change")
    journey.heading("Sign in")
    assert journey.field("E-mail address").input_value() == journey.email


def test_login_hint_fills_in_the_address(application, journey):
    journey.page.goto(application.sign_in_url(login_hint=journey.email))
    journey.heading("Sign in")
    assert journey.field("E-mail address").input_value() == journey.email


def test_wrong_password_says_the_same_whether_or_not_there_is_an_account(server, application, new_page, email):
    server.create_user(email, PASSWORD)
    texts = []
    for address in (email, "nobody." + email):
        journey = Journey(server, new_page(), address)
        journey.page.goto(application.sign_in_url())
        journey.sign_in_with_password("not-the-password-9")
        journey.sees("The e-mail address or the password is not right.")
        assert journey.field("Password").input_value() == ""
        texts.append(journey.page.get_by_role("main").inner_text().replace(address, "ADDRESS"))
    assert texts[0] == texts[1]


def test_wrong_code_costs_a_try_and_the_right_one_still_works(server, application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", journey.email)
    journey.press("Continue with an e-mail code")
    right = server.code(journey.email)
    journey.fill("Code", wrong(right))
    journey.press("Continue")
    journey.sees("That is not the code we sent. Tries left: 4.")
    expect(journey.page).to_have_title(re.compile("^Error: "))
    journey.fill("Code", right)
    journey.press("Continue")
    journey.heading("Share with Example App?")


def test_code_dies_with_the_fifth_wrong_try(server, application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", journey.email)
    journey.press("Continue with an e-mail code")
    for left in (4, 3, 2, 1):
        journey.fill("Code", wrong(server.code(journey.email)))
        journey.press("Continue")
        journey.sees(f"Tries left: {left}.")
    journey.fill("Code", wrong(server.code(journey.email)))
    journey.press("Continue")
    journey.heading("Sign in")
    journey.sees("Too many wrong codes. Ask for a new one.")

    journey.press("Continue with an e-mail code")
    server.mail(journey.email, 2)


def test_code_is_still_good_for_somebody_who_went_back_and_on(server, application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", journey.email)
    journey.press("Continue with an e-mail code")
    journey.press("Use your password instead")
    journey.press("E-mail me a code instead")
    journey.enter_code()
    journey.heading("Share with Example App?")
    assert len(server.mails(journey.email)) == 1


def test_new_code_can_be_asked_for_after_a_countdown(application, new_page, server, email):
    page = new_page()
    page.clock.install()
    journey = Journey(server, page, email)
    page.goto(application.sign_in_url())
    journey.fill("E-mail address", email)
    journey.press("Continue with an e-mail code")
    again = journey.button("Send a new code")
    expect(again).to_be_disabled()
    page.clock.run_for(1000)
    shown = page.locator(".resend-wait").inner_text()
    assert 25 <= int(re.fullmatch(r"Possible in (\d+) s", shown)[1]) < 30
    page.clock.run_for(30_000)
    expect(again).to_be_enabled()
    expect(page.locator("[data-announce]")).to_have_text("You can ask for a new code now.")

    again.click()
    server.mail(email, 2)
    # The page's clock is set forward, the server's is not.
    expect(again).to_be_disabled()
    page.clock.run_for(30_000)
    again.click()
    journey.sees("You can ask for a new code in")
    assert len(server.mails(email)) == 2


def test_single_sign_on_for_a_second_client(make_application, journey, user):
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

    # Whoever listens on a loopback port could have sent this, so the person is asked, the operator's own app or not.
    journey.page.goto(native.sign_in_url())
    journey.allow("Native App")
    journey.back_in_app()
    assert claims(native.tokens()["id_token"])["sub"] == first_token["sub"]


def test_prompt_login_asks_again_and_prompt_none_never(make_application, journey, user):
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


def test_account_can_be_chosen(make_application, journey, user):
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
    journey.press("Use another account")
    journey.heading("Sign in")


@pytest.mark.parametrize("mode", ["query", "form_post"])
def test_answer_comes_in_the_mode_asked_for(make_application, journey, user, mode):
    application = make_application("Example App", "--skip-consent")
    journey.page.goto(application.sign_in_url(response_mode=mode))
    journey.sign_in_with_password()
    if mode == "form_post" and not journey.page.locator("h1", has_text="Back in the app").is_visible():
        without_script = journey.page.get_by_role("heading", name="Taking you back to the app")
        if without_script.is_visible():
            journey.press("Continue")
    journey.back_in_app()
    application.tokens()


def test_answer_in_the_fragment_stays_in_the_browser(make_application, journey, user):
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


def test_sign_out_comes_back_to_the_app_and_ends_the_sign_in(make_application, journey, user):
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


def test_sign_out_without_a_hint_asks_first(make_application, journey, user):
    application = make_application("Example App", "--type", "confidential", "--skip-consent")
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.back_in_app()
    application.tokens()

    journey.page.goto(journey.server.issuer + "/oauth2/logout")
    journey.heading("Sign out?")
    journey.sees(journey.email)
    journey.press("Stay signed in")
    journey.page.goto(application.sign_in_url())
    journey.back_in_app()

    journey.page.goto(application.sign_out_url())
    journey.press("Sign out")
    journey.back_in_app()
    assert application.farewell() == {"state": "bye"}

    journey.page.goto(journey.server.issuer + "/oauth2/logout")
    journey.heading("You are signed out")


def test_going_back_to_a_page_that_is_over_harms_nothing(application, journey, user):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.allow()
    journey.back_in_app()
    application.tokens()
    journey.page.go_back()
    journey.heading("This page has expired")


def test_redirect_address_that_is_not_registered_gets_a_page(application, journey):
    journey.page.goto(application.sign_in_url(redirect_uri="https://elsewhere.example.com/"))
    journey.heading("The app asked us to send you to an address we do not trust")
    assert journey.page.url.startswith(journey.server.issuer)
    journey.page.goto(application.sign_in_url(client_id="unknown"))
    journey.heading("We do not know this app")


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 100_000_000:08}"

"""Consent in Chromium, with and without JavaScript."""

import pytest

from journey import PASSWORD


@pytest.fixture(autouse=True)
def user(server, email) -> dict:
    return server.create_user(email, PASSWORD)


def test_lists_requested_data_on_consent_page(application, journey):
    application.scope = "openid profile email offline_access"
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.heading("Allow Example App to use your account?")
    items = journey.page.locator(".items li").all_inner_texts()
    assert [item.split("\n") for item in items] == [
        ["Sign you in"],
        ["See your name and profile"],
        ["See your email address", journey.email],
        ["Keep this access when you’re not using the app"],
    ]


def test_returns_denied_consent_to_client(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.heading("Allow Example App to use your account?")
    journey.press("cancel")
    journey.back_in_app()
    assert application.answer()["error"] == "access_denied"


def test_returns_cancelled_sign_in_to_client(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.press("cancel")
    journey.back_in_app()
    assert application.answer()["error"] == "access_denied"


def test_remembers_consent_and_asks_again_for_more_scopes(application, journey):
    application.scope = "openid email"
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.allow()
    journey.back_in_app()
    application.tokens()

    journey.page.goto(application.sign_in_url())
    journey.back_in_app()
    application.tokens()

    application.scope = "openid email profile"
    journey.page.goto(application.sign_in_url())
    journey.allow()
    journey.back_in_app()
    assert application.tokens()["scope"].split() == ["openid", "email", "profile"]


def test_asks_consent_each_time_for_native_app(make_application, journey):
    application = make_application("Native App")
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.allow("Native App")
    journey.back_in_app()
    application.tokens()
    journey.page.goto(application.sign_in_url())
    journey.heading("Allow Native App to use your account?")


def test_switches_user_on_consent_page(application, journey, email):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.heading("Allow Example App to use your account?")
    journey.press("otherAccount")
    journey.heading("Sign in")
    assert application.heard_nothing

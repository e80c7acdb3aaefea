"""What people are asked to share, in Chromium, with and without JavaScript."""

import pytest

from journey import PASSWORD


@pytest.fixture(autouse=True)
def user(server, email) -> dict:
    return server.create_user(email, PASSWORD)


def test_consent_lists_what_is_asked_for(application, journey):
    application.scope = "openid profile email offline_access"
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.heading("Share with Example App?")
    items = journey.page.locator(".items li").all_inner_texts()
    assert [item.split("\n") for item in items] == [
        ["Know who you are"],
        ["See your name and profile"],
        ["See your e-mail address", journey.email],
        ["Stay connected while you are away"],
    ]


def test_refused_consent_reaches_the_client(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.heading("Share with Example App?")
    journey.press("Cancel")
    journey.back_in_app()
    assert application.answer()["error"] == "access_denied"


def test_cancelled_sign_in_reaches_the_client(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.press("Cancel")
    journey.back_in_app()
    assert application.answer()["error"] == "access_denied"


def test_consent_is_remembered_and_asked_again_for_more(application, journey):
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


def test_native_app_is_asked_about_every_time(make_application, journey):
    application = make_application("Native App")
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.allow("Native App")
    journey.back_in_app()
    application.tokens()
    journey.page.goto(application.sign_in_url())
    journey.heading("Share with Native App?")


def test_somebody_else_can_sign_in_instead(application, journey, email):
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.heading("Share with Example App?")
    journey.press("Not you?")
    journey.heading("Sign in")
    assert application.heard_nothing

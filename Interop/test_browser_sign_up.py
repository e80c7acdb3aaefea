"""Sign-up in Chromium, with and without JavaScript."""

import pytest

from journey import PASSWORD, Journey


def test_signs_up_with_code_only(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.sign_up()
    journey.allow()
    journey.back_in_app()

    tokens = application.tokens()
    assert application.user(tokens["access_token"])["email"] == journey.email
    assert application.user(tokens["access_token"])["email_verified"] is True


def test_signs_up_with_password(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.sign_up(PASSWORD)
    journey.allow()
    journey.back_in_app()
    subject = application.user(application.tokens()["access_token"])["sub"]

    journey.page.context.clear_cookies()
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["sub"] == subject


def test_rejects_weak_password(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.press("signUp")
    journey.fill("email", journey.email)
    journey.fill("password", "password1")
    journey.press("continue")
    journey.sees("Too easy to guess: it contains a common word or name.")
    assert journey.field("email").input_value() == journey.email
    assert journey.field("password").input_value() == ""
    assert journey.server.mails(journey.email) == []

    journey.fill("password", PASSWORD)
    journey.press("continue")
    journey.enter_code()
    journey.heading("Allow Example App to use your account?")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_keeps_address_between_forms(application, server, new_page, email, script):
    journey = Journey(server, new_page(java_script_enabled=script), email)
    journey.page.goto(application.sign_in_url())
    journey.fill("email", email)
    journey.press("signUp")
    journey.heading("Create your account")
    assert journey.field("email").input_value() == email
    journey.press("signIn")
    journey.heading("Sign in")
    assert journey.field("email").input_value() == email


def test_asks_attributes_on_two_pages(make_application, journey):
    application = make_application(
        "Sports Club",
        *("--type", "confidential"),
        *("--attribute", "given_name,required"),
        *("--attribute", "birthdate,date"),
        *("--attribute", "team,choice,page=2,required,label=Team,options=Red|Blue"),
        *("--attribute", r"member,page=2,label=Member number,pattern=[0-9]{4}"),
        *("--attribute", "news,boolean,page=2,label=Send me the club news"),
    )
    page = journey.page
    page.goto(application.sign_in_url())
    journey.sign_up()

    journey.heading("Your details")
    journey.fill("attribute.given_name", "Alex")
    journey.press("continue")

    journey.heading("Your details")
    journey.field("attribute.team").select_option("Blue")
    journey.fill("attribute.member", "12")
    journey.press("continue")
    journey.sees("The format isn’t right.")
    assert journey.field("attribute.team").input_value() == "Blue"
    journey.fill("attribute.member", "1234")
    journey.field("attribute.news").check()
    journey.press("continue")

    journey.allow("Sports Club")
    journey.back_in_app()
    user = application.user(application.tokens()["access_token"])
    assert (user["given_name"], user["email"]) == ("Alex", journey.email)

    # Known values are not requested again.
    page.goto(application.sign_in_url())
    journey.back_in_app()


def test_signs_in_on_sign_up_with_existing_address(server, application, journey):
    subject = server.create_user(journey.email)["id"]
    journey.page.goto(application.sign_in_url())
    journey.sign_up(PASSWORD)
    assert "already have an account" in server.mail(journey.email)["subject"]
    journey.allow()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["sub"] == subject


@pytest.mark.parametrize("address", ["alex", "alex@", "alex@example"])
def test_reports_invalid_address_at_field(application, journey, address):
    journey.page.goto(application.sign_in_url())
    journey.page.locator("main form").evaluate("form => form.noValidate = true")
    journey.fill("email", address)
    journey.press("continue")
    journey.sees("Enter an email address like name@example.com.")
    assert journey.field("email").input_value() == address

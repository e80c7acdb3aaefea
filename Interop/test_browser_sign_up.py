"""Signing up in Chromium, with and without JavaScript."""

import pytest

from journey import PASSWORD, Journey


def test_sign_up_with_a_code_alone(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.sign_up()
    journey.allow()
    journey.back_in_app()

    tokens = application.tokens()
    assert application.user(tokens["access_token"])["email"] == journey.email
    assert application.user(tokens["access_token"])["email_verified"] is True


def test_sign_up_with_a_password_that_then_signs_in(application, journey):
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


def test_weak_password_is_refused_and_a_better_one_taken(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.press("Create an account")
    journey.fill("E-mail address", journey.email)
    journey.fill("Password", "password1")
    journey.press("Create account")
    journey.sees("This password contains a common word or name and is easy to guess.")
    assert journey.field("E-mail address").input_value() == journey.email
    assert journey.field("Password").input_value() == ""
    assert journey.server.mails(journey.email) == []

    journey.fill("Password", PASSWORD)
    journey.press("Create account")
    journey.enter_code()
    journey.heading("Share with Example App?")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_address_typed_is_kept_from_form_to_form(application, server, new_page, email, script):
    journey = Journey(server, new_page(java_script_enabled=script), email)
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", email)
    journey.press("Create an account")
    journey.heading("Create your account")
    assert journey.field("E-mail address").input_value() == email
    journey.press("Sign in")
    journey.heading("Sign in")
    assert journey.field("E-mail address").input_value() == email


def test_attributes_on_two_pages(make_application, journey):
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

    journey.heading("About you")
    journey.fill("Given name", "Alex")
    journey.press("Continue")

    journey.heading("About you")
    journey.field("Team").select_option("Blue")
    journey.fill("Member number", "12")
    journey.press("Continue")
    journey.sees("This does not have the right form.")
    assert journey.field("Team").input_value() == "Blue"
    journey.fill("Member number", "1234")
    journey.field("Send me the club news").check()
    journey.press("Continue")

    journey.allow("Sports Club")
    journey.back_in_app()
    user = application.user(application.tokens()["access_token"])
    assert (user["given_name"], user["email"]) == ("Alex", journey.email)

    # Somebody who is known is not asked again.
    page.goto(application.sign_in_url())
    journey.back_in_app()


def test_sign_up_with_an_address_that_has_an_account_signs_in_to_it(server, application, journey):
    subject = server.create_user(journey.email)["id"]
    journey.page.goto(application.sign_in_url())
    journey.sign_up(PASSWORD)
    assert "already have an account" in server.mail(journey.email)["subject"]
    journey.allow()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["sub"] == subject


@pytest.mark.parametrize("address", ["alex", "alex@", "alex@example"])
def test_mistyped_address_is_said_at_the_field(application, journey, address):
    journey.page.goto(application.sign_in_url())
    journey.page.locator("main form").evaluate("form => form.noValidate = true")
    journey.fill("E-mail address", address)
    journey.press("Continue with an e-mail code")
    journey.sees("Enter an e-mail address like name@example.com.")
    assert journey.field("E-mail address").input_value() == address

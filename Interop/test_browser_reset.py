"""Setting a new password in Chromium, with and without JavaScript."""

from journey import PASSWORD

NEW_PASSWORD = "harbour-quilt-magnet-77"


def test_reset_sets_a_new_password_and_the_old_one_is_dead(server, application, journey):
    user = server.create_user(journey.email, PASSWORD)
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", journey.email)
    journey.press("Continue with a password")
    journey.press("Forgot your password?")
    journey.enter_code()
    journey.heading("Choose a new password")
    journey.fill("New password", "abcdefgh")
    journey.press("Continue")
    journey.sees("Dates, repetitions and rows of keys are easy to guess.")
    journey.fill("New password", NEW_PASSWORD)
    journey.press("Continue")
    journey.allow()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["sub"] == user["id"]
    assert "has been changed" in server.mail(journey.email, 2)["subject"]

    journey.page.context.clear_cookies()
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password(PASSWORD)
    journey.sees("The e-mail address or the password is not right.")
    journey.fill("Password", NEW_PASSWORD)
    journey.press("Continue")
    journey.back_in_app()


def test_reset_for_an_address_without_an_account_looks_the_same(server, application, journey):
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", journey.email)
    journey.press("Continue with a password")
    journey.press("Forgot your password?")
    journey.heading("Check your e-mail")
    assert server.mail(journey.email)["subject"] == "No account with Example App for this address"
    journey.fill("Code", "12345678")
    journey.press("Continue")
    journey.sees("That is not the code we sent. Tries left: 4.")

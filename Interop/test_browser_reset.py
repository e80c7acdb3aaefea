"""Password reset in Chromium, with and without JavaScript."""

from journey import PASSWORD

NEW_PASSWORD = "harbour-quilt-magnet-77"


def test_replaces_password_on_reset(server, application, journey):
    user = server.create_user(journey.email, PASSWORD)
    journey.page.goto(application.sign_in_url())
    journey.fill("email", journey.email)
    journey.press("password")
    journey.press("reset")
    journey.enter_code()
    journey.heading("Choose a new password")
    journey.fill("password", "abcdefgh")
    journey.press("continue")
    journey.sees("Dates, repeats and keyboard patterns are easy to guess.")
    journey.fill("password", NEW_PASSWORD)
    journey.press("continue")
    journey.allow()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["sub"] == user["id"]
    assert "was changed" in server.mail(journey.email, 2)["subject"]

    journey.page.context.clear_cookies()
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password(PASSWORD)
    journey.sees("Wrong email address or password.")
    journey.fill("password", NEW_PASSWORD)
    journey.press("continue")
    journey.back_in_app()


def test_hides_account_existence_on_reset(server, application, journey):
    journey.page.goto(application.sign_in_url())
    journey.fill("email", journey.email)
    journey.press("password")
    journey.press("reset")
    journey.heading("Check your email")
    assert server.mail(journey.email)["subject"] == "No Example App account uses this address"
    journey.fill("code", "12345678")
    journey.press("continue")
    journey.sees("That code is wrong. You have 4 attempts left.")

"""Passkeys, authenticator apps and recovery codes in Chromium, with and without JavaScript."""

import time

import pyotp
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from authenticator import Authenticator
from gatehouse import wait_for
from journey import PASSWORD, Journey

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SECURITY = "/account/security"


def check(journey: Journey) -> None:
    results = Axe().run(journey.page, options=RULES)
    assert results.violations_count == 0, results.generate_report()


@pytest.fixture
def account(server, journey) -> Journey:
    """A user who is signed in to the account pages."""
    server.create_user(journey.email, PASSWORD, given_name="Ada", family_name="Example")
    open_account(journey)
    return journey


@pytest.fixture
def journey(server, new_page, email) -> Journey:
    return Journey(server, new_page(), email)


def open_account(journey: Journey) -> None:
    journey.page.goto(journey.server.issuer + "/account")
    journey.sign_in_with_password()
    journey.heading("Personal details")


def sign_out(journey: Journey) -> None:
    journey.page.goto(journey.server.issuer + "/oauth2/logout")
    journey.press("continue")
    journey.heading("You’re signed out")


def add_passkey(journey: Journey, name: str = "") -> None:
    journey.page.goto(journey.server.issuer + SECURITY + "/passkey")
    journey.heading("Create a passkey")
    journey.fill("name", name)
    journey.press("passkey")
    journey.heading("Sign-in and security")


def add_app(journey: Journey) -> tuple[pyotp.TOTP, list[str]]:
    """Sets up an authenticator app; returns it and the recovery codes."""
    journey.page.goto(journey.server.issuer + SECURITY + "/app")
    journey.heading("Set up an authenticator app")
    app = pyotp.TOTP(journey.page.locator("code.key").inner_text().replace(" ", ""))
    journey.fill("code", app.now())
    journey.press("continue")
    journey.heading("Save your recovery codes")
    return app, journey.page.locator("[data-codes] code").all_inner_texts()


def next_code(app: pyotp.TOTP) -> str:
    """Returns a code that the server, which accepts each once, accepts after the current one."""
    return app.at(int(time.time()) + app.interval)


def notice(journey: Journey, subject: str) -> dict:
    """Waits for a mail to the user whose subject contains a text."""
    mails = journey.server.mails
    return wait_for(lambda: [mail for mail in mails(journey.email) if subject in mail["subject"]], subject)[0]


def enter_password(journey: Journey) -> None:
    journey.page.goto(journey.server.issuer + "/account")
    journey.sign_in_with_password()
    journey.heading("Confirm it’s you")


def test_creates_offered_passkey_and_signs_in_with_it(server, journey):
    authenticator = Authenticator(journey.page)
    server.create_user(journey.email, PASSWORD)
    journey.page.goto(server.issuer + "/account")
    expect(journey.page.locator('[name="creates-passkeys"]')).to_have_value("true")
    authenticator.answer(False)
    journey.sign_in_with_password()
    journey.heading("Sign in faster next time")
    check(journey)
    authenticator.answer(True)
    journey.press("passkey")
    journey.heading("Personal details")
    assert len(authenticator.credentials()) == 1
    sign_out(journey)
    # The autofill of the field: the virtual authenticator chooses the passkey at once.
    journey.page.goto(server.issuer + "/account")
    journey.heading("Personal details")
    sign_out(journey)
    authenticator.answer(False)
    journey.page.goto(server.issuer + "/account")
    journey.heading("Sign in")
    check(journey)
    authenticator.answer(True)
    journey.press("passkey")
    journey.heading("Personal details")
    journey.page.goto(server.issuer + SECURITY)
    expect(journey.page.get_by_text("Last used").first).to_be_visible()


def test_declines_offered_passkey_once(server, journey):
    Authenticator(journey.page)
    server.create_user(journey.email, PASSWORD)
    journey.page.goto(server.issuer + "/account")
    expect(journey.page.locator('[name="creates-passkeys"]')).to_have_value("true")
    journey.sign_in_with_password()
    journey.heading("Sign in faster next time")
    journey.press("skip")
    journey.heading("Personal details")
    sign_out(journey)
    open_account(journey)


def test_shows_refused_ceremony_and_keeps_other_ways(account):
    authenticator = Authenticator(account.page)
    add_passkey(account, "Laptop")
    account.sees("The passkey was added.")
    sign_out(account)
    authenticator.refuse()
    account.page.goto(account.server.issuer + "/account")
    account.press("passkey")
    account.sees("No passkey was used.")
    account.sign_in_with_password()
    account.heading("Personal details")


def test_reports_passkey_of_removed_account_entry(account):
    authenticator = Authenticator(account.page)
    add_passkey(account)
    account.page.locator("li.row", has_text="Passkey").get_by_text("Remove").first.click()
    account.page.get_by_role("button", name="Remove", exact=True).click()
    account.sees("It was removed from your account.")
    # Browsers with the Signal API have removed it as well.
    sign_out(account)
    if not authenticator.credentials():
        return
    account.page.goto(account.server.issuer + "/account")
    account.sees("This passkey doesn’t belong to an account any more.")


def test_renames_passkey(account):
    Authenticator(account.page)
    add_passkey(account)
    check(account)
    account.page.locator("summary", has_text="Rename").click()
    account.fill("name", "Work laptop")
    account.press("rename")
    account.sees("Work laptop")


def test_signs_in_with_authenticator_app_and_recovery_code(account):
    app, codes = add_app(account)
    assert len(codes) == 10
    check(account)
    account.page.get_by_role("link", name="I’ve saved my codes").click()
    account.heading("Sign-in and security")
    account.sees("10 codes left")
    check(account)
    sign_out(account)
    enter_password(account)
    check(account)
    account.fill("code", "000000")
    account.press("continue")
    account.sees("That code is wrong or was used before.")
    account.fill("code", next_code(app))
    account.press("continue")
    account.heading("Personal details")
    sign_out(account)
    enter_password(account)
    account.page.get_by_role("button", name="Recovery code").click()
    account.sees("Enter one of your recovery codes.")
    check(account)
    account.fill("code", codes[0].upper())
    account.press("continue")
    account.heading("Personal details")
    assert "Recovery codes left: 9" in notice(account, "recovery code was used")["text"]
    account.page.goto(account.server.issuer + SECURITY)
    account.sees("9 codes left")


def test_removes_authenticator_app_after_second_factor(account):
    _, codes = add_app(account)
    # The sign-in was with one factor only; a change now requires both.
    account.page.goto(account.server.issuer + SECURITY)
    account.page.locator("li.row", has_text="Authenticator app").get_by_text("Remove").first.click()
    account.page.get_by_role("button", name="Remove", exact=True).click()
    account.heading("Confirm it’s you")
    account.press("password")
    account.fill("password", PASSWORD)
    account.press("continue")
    account.sees("Enter the 6-digit code")
    account.page.get_by_role("button", name="Recovery code").click()
    account.fill("code", codes[0])
    account.press("continue")
    account.heading("Sign-in and security")
    account.page.locator("li.row", has_text="Authenticator app").get_by_text("Remove").first.click()
    account.page.get_by_role("button", name="Remove", exact=True).click()
    account.sees("It was removed from your account.")
    account.sees("Off. To turn it on")


def test_replaces_recovery_codes_and_turns_second_step_off(account):
    _, codes = add_app(account)
    sign_out(account)
    enter_password(account)
    account.page.get_by_role("button", name="Recovery code").click()
    account.fill("code", codes[0])
    account.press("continue")
    account.page.goto(account.server.issuer + SECURITY)
    account.page.locator("summary", has_text="Create new codes").click()
    account.press("newCodes")
    account.heading("Save your recovery codes")
    assert not set(account.page.locator("[data-codes] code").all_inner_texts()) & set(codes)
    account.page.get_by_role("link", name="I’ve saved my codes").click()
    account.page.locator("summary", has_text="Turn off").click()
    account.press("turnOff")
    account.sees("Two-step sign-in is off.")
    sign_out(account)
    open_account(account)


def test_uses_security_key_as_second_factor(account):
    authenticator = Authenticator(account.page, verifies=False, transport="usb")
    add_passkey(account, "Security key")
    account.press("turnOn")
    account.heading("Save your recovery codes")
    sign_out(account)
    # The page starts the ceremony by itself, once.
    open_account(account)
    sign_out(account)
    authenticator.answer(False)
    enter_password(account)
    check(account)
    authenticator.answer(True)
    account.press("passkey")
    account.heading("Personal details")


def test_copies_recovery_codes(account):
    account.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _, codes = add_app(account)
    account.click("Copy")
    account.sees("Copied")
    assert account.page.evaluate("navigator.clipboard.readText()").split() == codes


def test_works_without_script(server, new_page, email):
    journey = Journey(server, new_page(java_script_enabled=False), email)
    server.create_user(email, PASSWORD)
    open_account(journey)
    journey.page.goto(server.issuer + SECURITY + "/passkey")
    journey.sees("Passkeys need JavaScript")
    expect(journey.button("passkey")).to_be_hidden()
    app, _ = add_app(journey)
    sign_out(journey)
    journey.page.goto(server.issuer + "/account")
    expect(journey.button("passkey")).to_be_hidden()
    enter_password(journey)
    journey.fill("code", next_code(app))
    journey.press("continue")
    journey.heading("Personal details")


def trusting(make_server, new_page, email) -> tuple[Journey, pyotp.TOTP]:
    """Returns a browser that its user has trusted at a server with that setting, and the user's app."""
    server = make_server("--dev", "--trust-browser", "30d").start()
    server.create_user(email, PASSWORD, given_name="Ada", family_name="Example")
    journey = Journey(server, new_page(), email)
    open_account(journey)
    app, _ = add_app(journey)
    sign_out(journey)
    enter_password(journey)
    check(journey)
    journey.page.get_by_label("Don’t ask again on this browser for 30 days").check()
    journey.fill("code", next_code(app))
    journey.press("continue")
    journey.heading("Personal details")
    return journey, app


def test_asks_no_second_factor_in_trusted_browser(make_server, new_page, email):
    journey, _ = trusting(make_server, new_page, email)
    for _ in range(2):
        sign_out(journey)
        open_account(journey)
    # Another browser of the same user is not trusted.
    enter_password(Journey(journey.server, new_page(), email))
    # Changes of the account need the second factor in a trusted browser, too.
    journey.page.goto(journey.server.issuer + SECURITY + "/app")
    journey.press("password")
    journey.fill("password", PASSWORD)
    journey.press("continue")
    journey.sees("Enter the 6-digit code")


def test_asks_again_after_password_change(make_server, new_page, email):
    journey, _ = trusting(make_server, new_page, email)
    server = journey.server
    journey.page.goto(server.issuer + SECURITY + "/password")
    journey.fill("password", "another-lantern-orbit-43")
    journey.press("continue")
    journey.sees("Your password was changed.")
    sign_out(journey)
    journey.page.goto(server.issuer + "/account")
    journey.sign_in_with_password("another-lantern-orbit-43")
    journey.heading("Confirm it’s you")
    journey.sees("Enter the 6-digit code")


def test_publishes_passkey_addresses(server):
    assert server.get("/.well-known/webauthn").status_code == 404
    assert server.get("/.well-known/passkey-endpoints").json() == {
        "enroll": server.issuer + SECURITY + "/passkey",
        "manage": server.issuer + SECURITY,
    }

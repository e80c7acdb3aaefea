"""The account pages in Chromium, with and without JavaScript: users manage their account."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gatehouse import Server, wait_for
from journey import PASSWORD, Journey

# The pages that a signed-in user reaches, with their headings.
PAGES = {
    "/account": "Personal details",
    "/account/security": "Sign-in and security",
    "/account/security/password": "Change your password",
    "/account/addresses": "Email and phone",
    "/account/sessions": "Where you’re signed in",
    "/account/apps": "Connected apps",
    "/account/activity": "Activity",
    "/account/data": "Your data",
    "/account/delete": "Delete your account",
}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
OTHER_PASSWORD = "harbour-violin-cactus-77"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request, tmp_path_factory):
    """A development server with each store, shared by the tests of this module."""
    variables = {}
    if request.param == "postgresql":
        variables["GATEHOUSE_DATABASE"] = request.getfixturevalue("cluster").database()
    server = Server(tmp_path_factory.mktemp(request.param), "--dev", **variables).start()
    yield server
    server.stop()


@pytest.fixture
def account(server, journey) -> Journey:
    """A user who is signed in to the account pages."""
    server.create_user(journey.email, PASSWORD, given_name="Ada", family_name="Example")
    journey.page.goto(f"{server.issuer}/account")
    journey.sign_in_with_password()
    journey.heading(PAGES["/account"])
    return journey


def go(journey: Journey, path: str) -> None:
    journey.page.goto(journey.server.issuer + path)
    journey.heading(PAGES[path])


def notice(journey: Journey, subject: str) -> dict:
    """Waits for a mail to the user whose subject contains a text."""
    mails = journey.server.mails
    return wait_for(lambda: [mail for mail in mails(journey.email) if subject in mail["subject"]], subject)[0]


def follow(journey: Journey, mail: dict) -> None:
    """Opens the link in a notice."""
    journey.page.goto(re.search(r"https?://\S+/link\?token=\S+", mail["text"]).group())


def test_leads_from_root_to_account(make_server, new_page, email):
    server = make_server("--smtp", "smtp://127.0.0.1:9").start()
    journey = Journey(server, new_page(), email)
    journey.page.goto(f"{server.issuer}/")
    journey.page.get_by_role("main").get_by_role("link").click()
    journey.heading("Sign in")


def test_leads_password_managers_to_password(server):
    answer = server.get("/.well-known/change-password", allow_redirects=False)
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("/account/security/password")


def test_saves_name_and_language(account):
    account.fill("attribute.given_name", "Augusta")
    account.field("attribute.locale").select_option("de")
    account.press("continue")
    account.heading("Persönliche Angaben")
    expect(account.field("attribute.given_name")).to_have_value("Augusta")


def test_changes_password_and_stays_signed_in(account, new_page):
    other = Journey(account.server, new_page(), account.email)
    other.page.goto(f"{account.server.issuer}/account")
    other.sign_in_with_password()
    go(account, "/account/security/password")
    account.fill("password", OTHER_PASSWORD)
    account.press("continue")
    account.heading(PAGES["/account/security"])
    assert notice(account, "password was changed")
    other.page.reload()
    other.heading("Sign in")
    other.sign_in_with_password(OTHER_PASSWORD)
    other.heading(PAGES["/account"])


def test_adds_address_makes_it_primary_and_removes_old_one(account):
    added = account.email.replace("@", "-second@")
    go(account, "/account/addresses")
    account.fill("email", added)
    account.page.get_by_role("button", name="Send code").first.click()
    account.fill("code", account.server.code(added))
    account.page.get_by_role("button", name="Confirm", exact=True).click()
    account.sees(added)
    account.press("makePrimary")
    row = account.page.locator("li.row", has_text=added)
    expect(row.get_by_text("Primary")).to_be_visible()
    row = account.page.locator("li.row", has=account.page.get_by_text(account.email, exact=True))
    row.locator("summary").click()
    row.get_by_role("button", name="Remove address").click()
    expect(account.page.locator("li.row")).to_have_count(1)
    # The removed address can undo it.
    follow(account, notice(account, "address was removed"))
    account.heading("Undo the change?")
    account.press("continue")
    account.heading("Your addresses are restored")
    account.page.goto(f"{account.server.issuer}/account/addresses")
    account.sign_in_with_password()
    account.sees(account.email)


def test_ends_other_sessions(account, new_page):
    other = Journey(account.server, new_page(user_agent="Example Browser/1.0"), account.email)
    other.page.goto(f"{account.server.issuer}/account")
    other.sign_in_with_password()
    go(account, "/account/sessions")
    account.sees("Example Browser/1.0")
    account.press("endOthers")
    account.sees("You aren’t signed in anywhere else.")
    other.page.reload()
    other.heading("Sign in")


def test_withdraws_app(application, account):
    account.page.goto(application.sign_in_url())
    account.allow()
    account.back_in_app()
    go(account, "/account/apps")
    account.sees("Example App")
    account.page.locator("summary", has_text="Withdraw access").click()
    account.press("withdraw")
    account.sees("No app uses your account.")
    account.page.goto(application.sign_in_url())
    account.heading("Allow Example App to use your account?")


def test_downloads_data(account):
    go(account, "/account/data")
    with account.page.expect_download() as download:
        account.press("download")
    document = json.loads(download.value.path().read_text())
    assert [address["value"] for address in document["account"]["addresses"]] == [account.email]


def test_deletes_account_and_keeps_it_at_next_sign_in(account):
    go(account, "/account/delete")
    account.page.get_by_role("checkbox").check()
    account.press("continue")
    account.heading("Your account will be deleted")
    account.page.goto(f"{account.server.issuer}/account")
    account.sign_in_with_password()
    account.heading("Keep your account?")
    account.press("continue")
    account.heading(PAGES["/account"])
    assert notice(account, "won’t be deleted")


def test_secures_account_by_link_of_mail(account):
    go(account, "/account/security/password")
    account.fill("password", OTHER_PASSWORD)
    account.press("continue")
    account.heading(PAGES["/account/security"])
    follow(account, notice(account, "password was changed"))
    account.heading("Secure your account")
    account.press("continue")
    account.heading("You’re signed out everywhere")
    account.page.goto(f"{account.server.issuer}/account")
    account.heading("Sign in")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_has_no_accessibility_violations(server, new_page, email, scheme):
    server.create_user(email, PASSWORD, given_name="Ada")
    journey = Journey(server, new_page(color_scheme=scheme), email)
    journey.page.goto(f"{server.issuer}/account")
    journey.sign_in_with_password()
    for path in PAGES:
        go(journey, path)
        results = Axe().run(journey.page, options=RULES)
        assert results.violations_count == 0, f"{path}: {results.generate_report()}"


@pytest.mark.parametrize("width", [320, 390])
def test_fits_phone(server, new_page, email, width):
    long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    address = f"{'very-long-' * 3}{email.split('@')[0]}@{'sub-domain.' * 10}example.com"
    server.create_user(address, PASSWORD, given_name=long, family_name=long)
    journey = Journey(server, new_page(viewport={"width": width, "height": 800}, user_agent=long * 3), address)
    journey.page.goto(f"{server.issuer}/account")
    journey.sign_in_with_password()
    for path in PAGES:
        go(journey, path)
        assert journey.page.evaluate("document.documentElement.scrollWidth") <= width, path

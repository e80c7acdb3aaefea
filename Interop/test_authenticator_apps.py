"""Third-party authenticator apps as second factors on the hosted pages, without a browser."""

import re
import subprocess
import time

import pyotp
import pytest

from gatehouse import wait_for
from journey import PASSWORD
from person import Person

APP_PAGE = "/account/security/app"
PERIOD = 30
WRONG = "That code is wrong or was used before."


class PyotpApp:
    """The package pyotp."""

    def __init__(self, key: str):
        self._app = pyotp.TOTP(key)

    def code(self, now: float) -> str:
        return self._app.at(int(now))


class OathtoolApp:
    """The program of the OATH Toolkit."""

    def __init__(self, key: str):
        self._key = key

    def code(self, now: float) -> str:
        command = ["oathtool", "--totp", "--base32", "--now", f"@{int(now)}", "-"]
        return subprocess.run(command, input=self._key, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(params=[PyotpApp, OathtoolApp])
def app_kind(request):
    return request.param


def early_in_period() -> float:
    """Waits until the period has just begun, so that no code of the test changes its period; returns the time."""
    late = time.time() % PERIOD
    if late > PERIOD - 12:
        time.sleep(PERIOD - late + 0.1)
    return time.time()


def enrol(person: Person, app_kind, drift: float = 0):
    """Signs in to the account pages and sets an app up, whose clock is off by some seconds."""
    person.open(person.server.issuer + "/account")
    person.send("password", email=person.email)
    person.send(password=PASSWORD)
    person.open(person.server.issuer + APP_PAGE)
    key = re.search(r'class="key">([A-Z2-7 ]+)<', person.page.text)[1]
    app = app_kind(key.replace(" ", ""))
    person.send(code=app.code(early_in_period() + drift))
    assert "Save your recovery codes" in person.page.text
    return app


def begin(server, email: str) -> Person:
    """Returns a user in a new browser who has entered the password."""
    person = Person(server, email)
    person.open(server.issuer + "/account")
    person.send("password", email=email)
    person.send(password=PASSWORD)
    assert "Enter the 6-digit code" in person.page.text
    return person


def is_signed_in(person: Person) -> bool:
    return person.page.url == person.server.issuer + "/account" and "Personal details" in person.page.text


@pytest.fixture
def person(server, email) -> Person:
    server.create_user(email, PASSWORD)
    return Person(server, email)


def test_accepts_each_code_once(person, app_kind):
    app = enrol(person, app_kind)
    confirmed = app.code(early_in_period())
    first = begin(person.server, person.email)
    # The code that has confirmed the app, or one of an earlier period.
    first.send(code=confirmed)
    assert WRONG in first.page.text
    # The app's clock is one period ahead.
    following = app.code(time.time() + PERIOD)
    first.send(code=following)
    assert is_signed_in(first)
    second = begin(person.server, person.email)
    second.send(code=following)
    assert WRONG in second.page.text and not is_signed_in(second)


def test_accepts_one_period_of_drift(person, app_kind):
    # The clock of the phone is one period behind at first, and right later.
    app = enrol(person, app_kind, drift=-PERIOD)
    other = begin(person.server, person.email)
    now = early_in_period()
    for periods in (-2, 2):
        other.send(code=app.code(now + periods * PERIOD))
        assert WRONG in other.page.text
    other.send(code=app.code(now))
    assert is_signed_in(other)


def test_rejects_code_of_two_periods_during_setup(person, app_kind):
    person.open(person.server.issuer + "/account")
    person.send("password", email=person.email)
    person.send(password=PASSWORD)
    person.open(person.server.issuer + APP_PAGE)
    key = re.search(r'class="key">([A-Z2-7 ]+)<', person.page.text)[1].replace(" ", "")
    app = app_kind(key)
    now = early_in_period()
    person.send(code=app.code(now - 2 * PERIOD))
    assert "Save your recovery codes" not in person.page.text
    # The key stays, so that the app need not be set up again.
    assert re.search(r'class="key">([A-Z2-7 ]+)<', person.page.text)[1].replace(" ", "") == key
    person.send(code=app.code(now))
    assert "Save your recovery codes" in person.page.text


def test_user_stops_reset_of_factors(person, app_kind):
    enrol(person, app_kind)
    server = person.server
    command = ("user", "factors", "reset", person.email, "--after", "1h", "--issuer", server.issuer)
    pending = server.administer(*command)
    assert (pending["status"], pending["mailed_to"]) == ("pending", [person.email])
    mails = wait_for(lambda: [mail for mail in server.mails(person.email) if "will be removed" in mail["subject"]], "mail")
    link = re.search(r"http\S+/link\?token=\S+", mails[0]["text"])[0]
    person.open(server.issuer + "/account/security")
    assert "will be removed on" in person.page.text
    # Any browser opens the link, and only its button stops the removal.
    other = Person(server, person.email).open(link)
    assert "Stop the removal?" in other.page.text
    other.send()
    assert "The removal was stopped" in other.page.text
    person.open(server.issuer + "/account/security")
    assert "will be removed on" not in person.page.text and "Authenticator app" in person.page.text
    # The same by the button of the account page.
    server.administer(*command)
    person.open(server.issuer + "/account/security").send("cancelReset")
    assert "Nothing was removed." in person.page.text
    begin(server, person.email)

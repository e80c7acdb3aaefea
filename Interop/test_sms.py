"""SMS through an HTTPS gateway, and the pages of links in mail and SMS, in a browser."""

import hashlib
import hmac
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest
from playwright.sync_api import Page

from gatehouse import PATIENCE, Server, free_port, wait_for
from journey import PASSWORD, Journey
from kii_app import KiiApp, error

GATEWAY = pathlib.Path(__file__).parent / "sms_gateway.py"
SECRET = "violet harbour lantern 42"
OTHER_PASSWORD = "nine-harbours-sing-violet"


class Gateway:
    """The gateway as a process, with its own certificate."""

    def __init__(self, folder: pathlib.Path, port: int):
        self.process = subprocess.Popen(
            [sys.executable, GATEWAY, "--tls", "--directory", folder, "--port", str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout.readline().strip() == str(port)

    def next(self) -> dict:
        """Returns the next SMS after checking its signature."""
        request = json.loads(self.process.stdout.readline())
        signature = hmac.new(SECRET.encode(), request["body"].encode(), hashlib.sha256).hexdigest()
        assert request["signature"] == f"sha256={signature}"
        assert (request["target"], request["contentType"]) == ("/send?account=7", "application/json")
        assert request["encrypted"]
        sms = json.loads(request["body"])
        assert set(sms) == {"to", "text", "id"}
        return sms

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait(PATIENCE)


@pytest.fixture
def gateway_port() -> int:
    return free_port()


@pytest.fixture
def start_gateway(tmp_path, gateway_port):
    gateways = []

    def start() -> Gateway:
        gateways.append(Gateway(tmp_path, gateway_port))
        return gateways[-1]

    yield start
    for gateway in gateways:
        gateway.stop()


@pytest.fixture
def texting_server(make_server, tmp_path, gateway_port) -> Server:
    return make_server(
        "--dev",
        GATEHOUSE_SMS=f"https://localhost:{gateway_port}/send?account=7",
        GATEHOUSE_SMS_SECRET=SECRET,
        GATEHOUSE_SMS_CA=str(tmp_path / "authority.pem"),
        GATEHOUSE_LOG_LEVEL="trace",
    )


def new_phone() -> str:
    return f"+8190{int.from_bytes(os.urandom(4)) % 100_000_000:08}"


def register(app: KiiApp, **members: str) -> None:
    answer = app.call("POST", app.users, json={"password": PASSWORD} | members)
    assert answer.status_code == 201, answer.text


def log_in(app: KiiApp, name: str, password: str = PASSWORD) -> dict[str, str]:
    answer = app.call("POST", "/oauth2/token", json={"username": name, "password": password})
    assert answer.status_code == 200, answer.text
    return {"Authorization": "Bearer " + answer.json()["access_token"]}


def me(app: KiiApp, name: str) -> dict:
    return app.call("GET", app.users + "/me", log_in(app, name)).json()


def link(text: str) -> str:
    return re.search(r"https?://\S+/link\?token=\S+", text)[0]


def test_verifies_number_with_code_of_signed_sms(texting_server, start_gateway):
    gateway = start_gateway()
    app = KiiApp(texting_server.start())
    phone = new_phone()
    register(app, loginName="texted", phoneNumber=phone)
    sms = gateway.next()
    assert sms["to"] == phone
    code = re.fullmatch(r"(\d{8}) is your Example Balance code\. It works for .*\n\n@localhost #\1", sms["text"])[1]
    assert me(app, "texted")["_phoneNumberPending"] == phone
    verify = app.call(
        "POST", app.users + "/me/phone-number/verify", log_in(app, "texted"), json={"verificationCode": code}
    )
    assert verify.status_code == 200
    assert me(app, phone)["phoneNumber"] == phone
    # Sent SMS appear nowhere else.
    log = texting_server.process.output
    assert not [told for told in (phone, phone[1:], code, SECRET) if told in log], log
    assert app.messages(phone) == []


def test_resets_password_on_page_of_sms_link(texting_server, start_gateway, new_page):
    gateway = start_gateway()
    server = texting_server.start()
    app = KiiApp(server)
    phone = new_phone()
    register(app, loginName="texted", phoneNumber=phone)
    code = gateway.next()["text"][:8]
    token = log_in(app, "texted")
    app.call("POST", app.users + "/me/phone-number/verify", token, json={"verificationCode": code})
    reset = app.call(
        "POST", f"{app.users}/PHONE:{phone}/password/request-reset", app.basic, json={"notificationMethod": "SMS"}
    )
    assert reset.status_code == 204
    address = link(gateway.next()["text"])
    assert address.startswith(server.issuer + "/link?token=")

    journey = Journey(server, new_page(), "")
    journey.page.goto(address)
    choose_password(journey, phone)
    assert error(app.call("GET", app.users + "/me", token)) == (403, "WRONG_TOKEN")
    log_in(app, phone, OTHER_PASSWORD)


def choose_password(journey: Journey, shown: str) -> None:
    """Completes the page of a link, first with a rejected password."""
    journey.heading("Choose a new password")
    journey.sees(shown)
    journey.fill("password", "password1234")
    journey.press("continue")
    journey.sees("easy to guess")
    journey.heading("Choose a new password")
    journey.fill("password", OTHER_PASSWORD)
    journey.press("continue")
    journey.heading("Password changed")
    journey.page.reload()
    journey.heading("Password changed")


def test_retries_sms_while_gateway_is_down(texting_server, start_gateway, tmp_path):
    # The setting requires an existing authority file.
    start_gateway().stop()
    server = texting_server.start()
    app = KiiApp(server)
    phone = new_phone()
    register(app, loginName="texted", phoneNumber=phone)
    wait_for(lambda: "message delivery failed" in server.process.output, "the first try to fail")
    # The queue survives the process.
    server.stop()
    gateway = start_gateway()
    server.start()
    assert gateway.next()["to"] == phone


def test_drops_sms_rejected_by_gateway(texting_server, start_gateway):
    gateway = start_gateway()
    server = texting_server.start()
    register(KiiApp(server), loginName="texted", phoneNumber="+12015550422")
    assert gateway.next()["to"] == "+12015550422"
    wait_for(lambda: "message dropped" in server.process.output, "the SMS to be given up")
    failed = server.events("--kind", "message.failed")
    assert [event["detail"] for event in failed] == ["the SMS gateway answered 422"]


def test_rejects_reset_by_sms_without_gateway(make_server, tmp_path):
    server = make_server("--smtp", "smtp://127.0.0.1:9", "--mail-from", "id@example.com").start()
    app = KiiApp(server)
    phone = new_phone()
    register(app, loginName="untexted", phoneNumber=phone)
    assert me(app, "untexted")["_phoneNumberPending"] == phone
    reset = app.call(
        "POST", f"{app.users}/PHONE:{phone}/password/request-reset", app.basic, json={"notificationMethod": "SMS"}
    )
    assert error(reset) == (403, "OPERATION_NOT_SUPPORTED")


def test_rejects_start_with_invalid_gateway(make_server):
    server = make_server("--dev")
    for url, secret, complaint in (
        ("http://sms.example.com/send", SECRET, "the URL must begin with https://"),
        ("https://sms.example.com/send", "short", "16 characters"),
        ("https://sms.example.com/send", "", "GATEHOUSE_SMS_SECRET"),
    ):
        done = server.run(
            "serve", "--dev", "--listen", "localhost:0", "--issuer", "http://localhost:1", "--data", server.data,
            GATEHOUSE_SMS=url, GATEHOUSE_SMS_SECRET=secret,
        )
        assert done.returncode != 0
        assert complaint in done.stderr and url not in done.stderr and SECRET not in done.stderr


@pytest.fixture
def app(server) -> KiiApp:
    return KiiApp(server)


def test_verifies_address_on_page_of_mail_link(server, app, page, email):
    name = email.partition("@")[0]
    register(app, loginName=name, emailAddress=email)
    address = link(server.mail(email)["text"])
    # Mail scanners and previews open the link.
    for _ in range(3):
        assert server.http.get(address, timeout=PATIENCE).status_code == 200
        assert server.http.head(address, timeout=PATIENCE).status_code == 200
    assert me(app, name)["_emailAddressPending"] == email

    journey = Journey(server, page, email)
    page.goto(address)
    journey.heading("Confirm your email address")
    journey.sees(email)
    journey.sees(name)
    # The owner of the address does not know the password of a stranger's account.
    journey.fill("password", OTHER_PASSWORD)
    journey.press("continue")
    journey.sees("Wrong password. Try again.")
    journey.fill("password", PASSWORD)
    journey.press("continue")
    journey.heading("Email address confirmed")
    journey.sees("go back to Example Balance")
    assert "token" not in page.url
    assert me(app, email)["emailAddressVerified"] is True

    page.goto(address)
    journey.heading("This link no longer works")


def test_resets_password_on_page_of_mail_link(server, app, page, email):
    name = email.partition("@")[0]
    register(app, loginName=name, emailAddress=email)
    confirm(open_link(server, page, email, 1))
    assert app.call("POST", f"{app.users}/EMAIL:{email}/password/request-reset", app.basic).status_code == 204
    choose_password(open_link(server, page, email, 2), email)
    log_in(app, email, OTHER_PASSWORD)


def confirm(journey: Journey) -> None:
    journey.fill("password", PASSWORD)
    journey.press("continue")
    journey.heading("Email address confirmed")


def open_link(server: Server, page: Page, email: str, number: int) -> Journey:
    page.goto(link(server.mail(email, number)["text"]))
    return Journey(server, page, email)


def test_loads_nothing_and_sends_no_referrer_on_link_pages(server, app, new_page, email):
    register(app, loginName=email.partition("@")[0], emailAddress=email)
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append((request.url, request.headers.get("referer"))))
    address = link(server.mail(email)["text"])
    answer = page.goto(address)
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert len(asked) > 1 and all(url.startswith(server.issuer) and not referer for url, referer in asked)
    confirm(Journey(server, page, email))
    assert not [referer for _, referer in asked if referer and "token" in referer]


def test_shows_sms_in_mailbox(server, app, new_page):
    phone = new_phone()
    register(app, loginName="p" + phone[1:], phoneNumber=phone)
    code = app.code(phone)
    page = new_page()
    page.goto(server.issuer + "/dev/mail")
    page.get_by_role("link", name=re.compile(re.escape(phone))).click()
    Journey(server, page, "").heading("SMS")
    Journey(server, page, "").sees(code)
    assert f"SMS to {phone}: {code} is your Example Balance code" in server.process.output

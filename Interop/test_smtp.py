"""Mail through an SMTP server that requires encryption and a password."""

import json
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse

import pytest

from gatehouse import PATIENCE, Server, free_port, wait_for
from person import Person

SMTP_SERVER = pathlib.Path(__file__).parent / "smtp_server.py"
USER, PASSWORD = "mailer", "p@ss:word/1"


class MailServer:
    """aiosmtpd as a process, with its own certificate."""

    def __init__(self, folder: pathlib.Path, port: int):
        self.process = subprocess.Popen(
            [sys.executable, SMTP_SERVER, "--tls", "starttls", "--auth", f"{USER}:{PASSWORD}"]
            + ["--directory", folder, "--port", str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout.readline().strip() == str(port)

    def next(self) -> dict:
        return json.loads(self.process.stdout.readline())

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait(PATIENCE)


@pytest.fixture
def mail_port() -> int:
    return free_port()


@pytest.fixture
def mailing_server(make_server, tmp_path, mail_port):
    credentials = f"{USER}:{urllib.parse.quote(PASSWORD, safe='')}"
    url = f"smtp://{credentials}@localhost:{mail_port}?starttls=required&ca={tmp_path / 'certificate.pem'}"
    return make_server(
        "--smtp", url, "--mail-from", "Example <no-reply@example.com>", GATEHOUSE_LOG_LEVEL="trace"
    )


@pytest.fixture
def start_mail(tmp_path, mail_port):
    servers = []

    def start() -> MailServer:
        servers.append(MailServer(tmp_path, mail_port))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def test_delivers_sign_up_mail_encrypted_with_code_text_and_html(mailing_server, start_mail, make_application):
    mails = start_mail()
    server = mailing_server.start()
    application = make_application(at=server)
    person = Person(server, "alex@example.com").open(application.sign_in_url())
    person.send("signUp").send(email=person.email)

    mail = mails.next()
    assert (mail["from"], mail["to"]) == ("no-reply@example.com", ["alex@example.com"])
    assert (mail["encrypted"], mail["user"], mail["defects"]) == (True, USER, [])
    code = re.fullmatch(r"(\d{8}) is your [\w ]+ confirmation code", mail["subject"])[1]
    assert code in mail["text"] and code in re.sub("<[^>]*>", "", mail["html"])
    assert "Example App" in mail["text"]

    person.send(code=code).consent()
    assert "code" in person.answer
    keeps_quiet(server, person.email, code, PASSWORD)


def keeps_quiet(server: Server, *secrets: str) -> None:
    """Checks that the complete log contains none of these, plain or percent-encoded."""
    log = server.process.output
    told = [secret for secret in secrets for text in (secret, urllib.parse.quote(secret, safe="")) if text in log]
    assert not told, log


def test_logs_no_secrets(mailing_server, start_mail, make_application):
    mails = start_mail()
    server = mailing_server.start()
    application = make_application("Example App", "--type", "confidential", at=server)
    application.scope = "openid profile email offline_access"
    person = Person(server, "alex@example.com", "lantern-orbit-pebble-42").open(application.sign_in_url())
    person.send("signUp").send(email=person.email, password=person.password)
    codes = [mails.next()["subject"][:8]]
    person.send(code=codes[0]).consent()
    grants = [person.answer["code"]]
    tokens = [application.redeem(grants[0]).json()]
    tokens.append(application.refresh(tokens[0]["refresh_token"]).json())
    application.user(tokens[1]["access_token"])

    # Rejected requests are the most likely to be logged.
    other = Person(server, person.email).open(application.sign_in_url(login_hint=person.email))
    other.send("password", email=person.email).send(password="not-the-password-9")
    other.send("code").send(code="00000000")
    codes.append(mails.next()["subject"][:8])
    assert application.redeem(grants[0]).status_code == 400
    assert application.token_request(grant_type="refresh_token", refresh_token="made.up.token").status_code == 400
    assert server.get("/oauth2/userinfo", headers={"Authorization": "Bearer made.up.token"}).status_code == 401
    revoked = server.post(
        "/oauth2/revoke", {"token": tokens[1]["refresh_token"]}, auth=(application.id, application.client["client_secret"])
    )
    assert revoked.status_code == 200

    assert "trace" in server.process.output or "debug" in server.process.output
    keeps_quiet(
        server,
        *(person.email, person.password, "not-the-password-9", "made.up.token", PASSWORD),
        *(application.client["client_secret"], application.verifier),
        *codes,
        *grants,
        *(value for each in tokens for name, value in each.items() if name.endswith("_token")),
    )


def test_retries_mail_while_server_is_down_without_delaying_users(mailing_server, start_mail, make_application):
    # The URL requires an existing certificate file.
    start_mail().stop()
    server = mailing_server.start()
    application = make_application(at=server)
    person = Person(server, "alex@example.com").open(application.sign_in_url())
    began = time.monotonic()
    person.send("signUp").send(email=person.email)
    assert "Check your email" in person.page.text
    assert time.monotonic() - began < 5
    wait_for(lambda: "message delivery failed" in server.process.output, "the first try to fail")
    keeps_quiet(server, person.email, PASSWORD)

    # The queue survives the process.
    server.stop()
    mails = start_mail()
    server.start()
    code = mails.next()["subject"][:8]
    person.send(code=code).consent()
    assert "code" in person.answer

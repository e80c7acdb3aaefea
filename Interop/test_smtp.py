"""Mail through a real SMTP server that insists on encryption and a password."""

import json
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse

import pytest

from gatehouse import PATIENCE, free_port, wait_for
from person import Person

SMTP_SERVER = pathlib.Path(__file__).parent / "smtp_server.py"
USER, PASSWORD = "mailer", "p@ss:word/1"


class MailServer:
    """aiosmtpd as a process, with a certificate of its own."""

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
    return make_server("--smtp", url, "--mail-from", "Example <no-reply@example.com>")


@pytest.fixture
def start_mail(tmp_path, mail_port):
    servers = []

    def start() -> MailServer:
        servers.append(MailServer(tmp_path, mail_port))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def test_sign_up_mail_arrives_encrypted_with_code_text_and_html(mailing_server, start_mail, make_application):
    mails = start_mail()
    server = mailing_server.start()
    application = make_application(at=server)
    person = Person(server, "alex@example.com").open(application.sign_in_url())
    person.send("signUp").send(email=person.email)

    mail = mails.next()
    assert (mail["from"], mail["to"]) == ("no-reply@example.com", ["alex@example.com"])
    assert (mail["encrypted"], mail["user"], mail["defects"]) == (True, USER, [])
    code = re.fullmatch(r"(\d{8}) is your confirmation code", mail["subject"])[1]
    assert code in mail["text"] and code in mail["html"]
    assert "Example App" in mail["text"]

    person.send(code=code).consent()
    assert "code" in person.answer
    assert not re.search(rf"alex@example|{code}", server.process.output), "the log tells who signs in"


def test_mail_waits_for_a_server_that_is_down_and_nobody_waits_for_mail(mailing_server, start_mail, make_application):
    # The mail server's certificate has to exist for the URL to name it.
    start_mail().stop()
    server = mailing_server.start()
    application = make_application(at=server)
    person = Person(server, "alex@example.com").open(application.sign_in_url())
    began = time.monotonic()
    person.send("signUp").send(email=person.email)
    assert "Check your e-mail" in person.page.text
    assert time.monotonic() - began < 5
    wait_for(lambda: "will be tried again" in server.process.output, "the first try to fail")

    # The queue outlives the process.
    server.stop()
    mails = start_mail()
    server.start()
    code = mails.next()["subject"][:8]
    person.send(code=code).consent()
    assert "code" in person.answer

"""The command line for users and scripts, with a browser where it opens one."""

import json
import os
import pathlib
import re
import shlex
import signal
import stat
import subprocess
import time

import pytest
import requests
from joserfc import jwk, jwt

from application import claims, part
from gatehouse import GATEHOUSE, PATIENCE, ROOT, Process, Server, environment, free_port, wait_for
from journey import PASSWORD, Journey
from person import Person

DONE, FAILED, CANCELLED, SIGN_IN_NEEDED = 0, 1, 2, 4


class Terminal:
    """A user's shell: a home folder, and a browser that passes its pages to the test."""

    def __init__(self, server: Server, home: pathlib.Path):
        self.server = server
        self.visited = home / "visited"
        browser = home / "browser.sh"
        browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> {self.visited}\n')
        browser.chmod(0o700)
        self.variables = environment(home, BROWSER=str(browser), GATEHOUSE_ISSUER=server.issuer)

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [str(GATEHOUSE), *arguments],
            env=self.variables | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def start(self, *arguments: str) -> subprocess.Popen:
        return subprocess.Popen(
            [str(GATEHOUSE), *arguments],
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def page(self) -> str:
        """Returns the page that the browser opened last."""
        wait_for(lambda: self.visited.exists() and self.visited.read_text().endswith("\n"), "the browser to be opened")
        address = self.visited.read_text().splitlines()[-1]
        self.visited.unlink()
        return address

    def sign_in(self, email: str) -> None:
        """Signs in without a browser."""
        login = self.start("login")
        person = Person(self.server, email, PASSWORD).open(self.page()).sign_in()
        assert "You can close this window" in requests.get(person.left_for, timeout=PATIENCE).text
        finish(login, DONE)


def finish(process: subprocess.Popen, status: int) -> tuple[str, str]:
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, (process.returncode, output, errors)
    return output, errors


def one_line(errors: str) -> str:
    """Returns the message of an error: one line, which the ID of the rejected request may follow."""
    message, *more = errors.splitlines()
    assert message.startswith("gatehouse: ") and len(more) <= 1, errors
    assert all(line.startswith("Request ID: ") for line in more), errors
    return message.removeprefix("gatehouse: ")


@pytest.fixture
def terminal(server, tmp_path) -> Terminal:
    return Terminal(server, tmp_path)


@pytest.fixture
def user(server, email) -> dict:
    return server.create_user(email, PASSWORD, name="Alex Example")


def test_uses_session_after_browser_login(terminal, user, new_page, server, email):
    login = terminal.start("login")
    journey = Journey(server, new_page(), email)
    journey.page.goto(terminal.page())
    journey.sign_in_with_password()
    journey.allow("Gatehouse command line")
    journey.page.wait_for_url("http://127.0.0.1:*/callback?**")
    journey.heading("You are signed in")
    output, errors = finish(login, DONE)
    assert (output, errors) == (f"Signed in as {email}.\n", "")

    shown = terminal.run("whoami")
    assert shown.stdout.splitlines()[0] == "Alex Example"
    assert shown.stdout.splitlines()[1] == f"Email    {email}"
    assert json.loads(terminal.run("whoami", "--json").stdout)["sub"] == user["id"]

    token = terminal.run("token").stdout.strip()
    assert (claims(token)["sub"], claims(token)["iss"]) == (user["id"], server.issuer)
    assert json.loads(terminal.run("token", "--json").stdout)["token"] == token

    files = [file for file in (pathlib.Path(terminal.variables["HOME"]) / ".local/state").rglob("*") if file.is_file()]
    assert files and all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)

    assert terminal.run("logout").stdout == f"Signed out {email}.\n"
    after = terminal.run("token")
    assert (after.returncode, after.stdout) == (SIGN_IN_NEEDED, "")
    assert "gatehouse login" in one_line(after.stderr)


def test_signs_in_with_device_code(terminal, user, new_page, server, email):
    login = terminal.start("login", "--device", "--json")
    shown = ""
    while not shown.rstrip().endswith("Enter this code:"):
        shown += login.stderr.readline()
    while not (lines := [line.strip() for line in shown.splitlines() if line.strip()])[-1].count("-") == 1:
        shown += login.stderr.readline()
    address = next(line for line in lines if line.startswith("http"))
    journey = Journey(server, new_page(), email)
    journey.page.goto(address)
    journey.fill("user-code", lines[-1])
    journey.press("continue")
    journey.sign_in_with_password()
    journey.press("continue")
    journey.heading("Device connected")
    output, _ = finish(login, DONE)
    assert json.loads(output)["email"] == email
    assert terminal.run("whoami").returncode == DONE


def test_reports_cancellation_after_denial_in_browser(terminal, user, server, email):
    login = terminal.start("login")
    person = Person(server, email, PASSWORD).open(terminal.page())
    person.send("cancel")
    requests.get(person.left_for, timeout=PATIENCE)
    output, errors = finish(login, CANCELLED)
    assert output == ""
    one_line(errors)


def test_reports_cancellation_on_interrupt(terminal):
    login = terminal.start("login")
    terminal.page()
    login.send_signal(signal.SIGINT)
    output, errors = finish(login, CANCELLED)
    assert output == ""
    one_line(errors)


def test_ignores_foreign_requests_at_loopback_port(terminal, user, server, email):
    login = terminal.start("login")
    person = Person(server, email, PASSWORD).open(terminal.page()).sign_in()
    place = person.left_for.partition("?")[0]
    for query in ("", "?code=abc&state=wrong", "?error=access_denied&state=wrong"):
        assert requests.get(place + query, timeout=PATIENCE).status_code in (400, 404)
    requests.get(person.left_for, timeout=PATIENCE)
    finish(login, DONE)


def test_switches_between_accounts(terminal, server, email):
    other = "other." + email
    for address in (email, other):
        server.create_user(address, PASSWORD)
        terminal.sign_in(address)
    listed = json.loads(terminal.run("account", "list", "--json").stdout)
    assert {account["email"]: account["current"] for account in listed} == {email: False, other: True}
    assert terminal.run("account", "switch", email).stdout == f"Switched to {email}.\n"
    assert json.loads(terminal.run("whoami", "--json").stdout)["email"] == email
    assert terminal.run("account", "switch").stdout == f"Switched to {other}.\n"
    terminal.run("logout")
    listed = json.loads(terminal.run("account", "list", "--json").stdout)
    assert [account["email"] for account in listed] == [email]


def test_reports_missing_session(terminal):
    for verb in (["whoami"], ["token"], ["account", "switch"]):
        done = terminal.run(*verb)
        assert (done.returncode, done.stdout) == (SIGN_IN_NEEDED, "")
        assert "gatehouse login" in one_line(done.stderr)
    assert terminal.run("logout").returncode == DONE
    listed = terminal.run("account", "list", "--json")
    assert (listed.returncode, json.loads(listed.stdout)) == (DONE, [])


@pytest.mark.parametrize("way", [[], ["--no-browser"], ["--device"]], ids=str)
def test_reports_unknown_client_immediately(terminal, way):
    done = terminal.run("login", "--client-id", "nobody", *way)
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert "To register the client, see: gatehouse login --help" in one_line(done.stderr)
    assert not terminal.visited.exists()


def test_names_scope_not_registered_for_client(terminal):
    done = terminal.run("login", "--scope", "phone", "--device")
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert "Use only registered scopes in --scope." in one_line(done.stderr)
    assert "--client-id" not in done.stderr


@pytest.mark.parametrize("way", [[], ["--device"]], ids=str)
def test_reports_unreachable_issuer_immediately(terminal, server, way):
    done = terminal.run("login", "--issuer", server.issuer + "/elsewhere", *way)
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert "There is no OpenID Connect server at" in one_line(done.stderr)
    assert done.stderr.lower().count("check") == 1
    away = terminal.run("login", "--issuer", f"http://localhost:{free_port()}", *way)
    assert away.returncode == FAILED
    assert "can't be reached. Start it, or change --issuer" in one_line(away.stderr)


def test_registers_command_line_client_as_documented(make_server, tmp_path, email):
    manual = (ROOT / "docs" / "configuration.md").read_text()
    command = re.search(r"^    gatehouse (client create --client-id gatehouse-cli (?:.*\\\n)*.*)$", manual, re.MULTILINE)[1]
    words = shlex.split(command.replace("\\\n", " "))
    server = make_server("--smtp", "smtp://localhost:9").start()
    assert words == help_words(server, "gatehouse client create")[1:]
    server.administer(*words)
    server.create_user(email, PASSWORD)
    terminal = Terminal(server, tmp_path)
    terminal.sign_in(email)
    assert json.loads(terminal.run("whoami", "--json").stdout)["email"] == email


def help_words(server: Server, start: str) -> list[str]:
    """Returns the arguments of a command in `login --help`, as a shell reads them."""
    paragraphs = server.run("login", "--help").stdout.split("\n\n")
    command = next(part for part in paragraphs if part.startswith(start))
    assert all(line.endswith("\\") for line in command.splitlines()[:-1])
    return shlex.split(command.replace("\\\n", " "))


def test_requires_sign_in_after_server_ended_session(terminal, user, server, email):
    terminal.sign_in(email)
    server.administer("user", "delete", email, "--yes")
    done = terminal.run("whoami")
    assert done.returncode == SIGN_IN_NEEDED
    one_line(done.stderr)


def test_signs_out_without_server(make_server, tmp_path):
    server = make_server("--dev").start()
    server.create_user("alex@example.com", PASSWORD)
    terminal = Terminal(server, tmp_path)
    terminal.sign_in("alex@example.com")
    server.stop()
    away = terminal.run("whoami")
    assert away.returncode == FAILED
    one_line(away.stderr)
    out = terminal.run("logout", "--json")
    assert json.loads(out.stdout) == {"device": True, "server": False}
    assert terminal.run("whoami").returncode == SIGN_IN_NEEDED


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve", "--dev", "--issuer", "https://id.example.com"],
        ["serve", "--issuer", "http://id.example.com", "--smtp", "smtp://localhost"],
        ["serve", "--issuer", "https://id.example.com/?tenant=1", "--smtp", "smtp://localhost"],
        ["serve"],
        ["serve", "--dev", "--tls-certificate", "/nowhere/certificate.pem"],
        ["serve", "--dev", "--tls-certificate", "/nowhere/certificate.pem", "--tls-key", "/nowhere/key.pem"],
        ["serve", "--dev", "--listen", "localhost"],
        ["serve", "--dev", "--listen", "localhost:0"],
        ["serve", "--dev", "--listen", "0.0.0.0:8080"],
        ["serve", "--dev", "--database", "mysql://localhost/x"],
        ["serve", "--smtp", "http://mail.example.com"],
        ["serve", "--config", "/nowhere/gatehouse.yaml"],
        ["serve", "--dev", "--data", "/proc/nowhere"],
        ["client", "create", "--name", "Example App"],
        ["client", "create", "--name", "Example App", "--redirect-uri", "http://app.example.com/"],
        ["client", "delete", "nobody"],
        ["user", "create", "--email", "nobody"],
        ["frobnicate"],
        ["client", "create", "--frobnicate"],
    ],
    ids=" ".join,
)
def test_reports_errors_in_one_line(tmp_path, arguments):
    done = subprocess.run(
        [str(GATEHOUSE), *arguments],
        env=environment(tmp_path),
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert len(one_line(done.stderr)) > 20


def test_reads_settings_from_file_environment_and_options(make_server, tmp_path):
    file = tmp_path / "gatehouse.yaml"
    file.write_text(
        "dev: true\nmail-from: file@example.com\nlisten: localhost:1\nlimits:\n  requests-per-address: 3/1h\n"
    )
    server = make_server(GATEHOUSE_CONFIG=str(file), GATEHOUSE_LIMITS_REQUESTS_PER_ADDRESS="").start()
    document = "/.well-known/openid-configuration"
    assert [server.get(document).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert server.get("/health/live").status_code == 200
    server.stop()

    server.variables |= {"GATEHOUSE_LIMITS_REQUESTS_PER_ADDRESS": "0", "GATEHOUSE_MAIL_FROM": "env@example.com"}
    server.start()
    client = server.create_client("Example App", "--redirect-uri", "http://127.0.0.1/", "--type", "confidential", "--no-pkce")
    person = Person(server, "alex@example.com").open(
        f"{server.issuer}/oauth2/authorize?response_type=code&client_id={client['client_id']}&scope=openid"
        "&redirect_uri=http%3A%2F%2F127.0.0.1%2F"
    )
    person.send(email=person.email)
    assert "env@example.com" in server.mail(person.email)["from"]


def test_rejects_second_server_at_same_address(server, tmp_path):
    process = Process(
        [GATEHOUSE, "serve", "--dev", "--listen", f"localhost:{server.port}", "--data", tmp_path / "data"],
        environment(tmp_path, GATEHOUSE_LOG_LEVEL="info"),
    )
    assert process.wait() == FAILED
    assert "in use" in one_line(process.output + "\n")


def test_explains_unavailable_listen_address(tmp_path):
    process = Process(
        [GATEHOUSE, "serve", "--issuer", "https://id.example.com", "--smtp", "smtp://localhost", "--listen", "192.0.2.1:8080"],
        environment(tmp_path, GATEHOUSE_DATA=str(tmp_path / "data"), GATEHOUSE_LOG_LEVEL="info"),
    )
    assert process.wait() == FAILED
    assert "192.0.2.1 doesn't belong to this machine" in one_line(process.output + "\n")


def test_notes_issuer_other_than_listen_address(tmp_path):
    port = free_port()
    process = Process(
        [GATEHOUSE, "serve", "--dev", "--issuer", "https://localhost:1", "--listen", f"localhost:{port}"],
        environment(tmp_path, GATEHOUSE_DATA=str(tmp_path / "data")),
    )
    assert process.line(re.compile("^Gatehouse is listening on https://localhost:1$"))
    remark = f"Listening for plain http on localhost port {port}: a proxy must serve https at https://localhost:1."
    assert process.line(re.compile(re.escape(remark)))
    process.stop()


def test_writes_nothing_to_home_folder_during_administration(server, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    done = server.run("client", "list", "--data", str(server.data), HOME=str(home))
    assert done.returncode == DONE
    assert list(home.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="requires root")
def test_rejects_data_of_another_user(server):
    server.data.chmod(0o700)
    done = subprocess.run(
        [str(GATEHOUSE), "client", "list", "--data", str(server.data)],
        env=server.variables,
        capture_output=True,
        text=True,
        user=65534,
        cwd="/",
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert "isn't accessible by this user" in one_line(done.stderr)


def test_lists_and_deletes_clients_and_users(server, email):
    client = server.create_client("Short Lived", "--redirect-uri", "https://app.example.com/callback")
    assert client["redirect_uris"] == ["https://app.example.com/callback"]
    assert client["token_endpoint_auth_method"] == "none"
    assert "client_secret" not in client
    user = server.create_user(email, PASSWORD, given_name="Alex")
    assert client["client_id"] in [listed["client_id"] for listed in server.administer("client", "list")]
    assert user["id"] in [listed["id"] for listed in server.administer("user", "list")]

    server.administer("client", "delete", client["client_id"], "--yes")
    server.administer("user", "delete", email, "--yes")
    assert client["client_id"] not in [listed["client_id"] for listed in server.administer("client", "list")]
    assert user["id"] not in [listed["id"] for listed in server.administer("user", "list")]


def test_rejects_second_account_with_same_address(server, email):
    server.create_user(email)
    again = server.run("user", "create", "--email", email.upper(), "--data", str(server.data))
    assert (again.returncode, again.stdout) == (FAILED, "")
    one_line(again.stderr)


def test_rotates_keys_of_running_server(make_server, make_application):
    server = make_server("--dev").start()
    server.create_user("alex@example.com", PASSWORD)
    options = ("--type", "confidential", "--skip-consent", "--id-token-algorithm", "RS256")
    application = make_application("Example App", *options, at=server)
    person = Person(server, "alex@example.com", PASSWORD).open(application.sign_in_url()).sign_in()
    old = application.redeem(person.answer["code"]).json()
    before = published(server)
    key_file = server.data / "key"
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600

    made = set(server.administer("keys", "rotate"))
    began = time.monotonic()
    wait_for(lambda: made < published(server), "the new keys", patience=6)
    assert time.monotonic() - began < 6
    assert before < published(server)

    # Old tokens stay valid; new ones are signed by the new keys.
    assert application.user(old["access_token"])["email"] == "alex@example.com"
    keys = jwk.KeySet.import_key_set(server.get("/oauth2/keys").json())
    assert jwt.decode(old["id_token"], keys, algorithms=["RS256"]).claims["aud"] == application.id

    def signed_by_the_new() -> dict | None:
        person.open(application.sign_in_url())
        new = application.redeem(person.answer["code"]).json()
        return new if {part(new[token], 0)["kid"] for token in ("access_token", "id_token")} == made else None

    new = wait_for(signed_by_the_new, "a token signed by the new keys", patience=6)
    assert application.user(new["access_token"])["email"] == "alex@example.com"


def published(server: Server) -> set[str]:
    return {key["kid"] for key in server.get("/oauth2/keys").json()["keys"]}


def test_lists_audit_events(server, application, email):
    user = server.create_user(email, PASSWORD)
    person = Person(server, email, PASSWORD).open(application.sign_in_url())
    person.send("password", email=email).send(password="not-the-password-9")
    person.send(password=PASSWORD).consent()
    events = server.events("--user", email)
    kinds = [event["kind"] for event in reversed(events)]
    assert kinds == ["account.created", "sign_in.failed", "sign_in.succeeded", "consent.granted"]
    assert {event["account"] for event in events} == {user["id"]}
    assert {event.get("client") for event in events} == {None, application.id}

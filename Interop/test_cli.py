"""The command line as people and scripts use it, with a real browser where it opens one."""

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
    """A person's shell: a home folder, and a browser that hands its pages to the test."""

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
        """The page that the browser was last asked to open."""
        wait_for(lambda: self.visited.exists() and self.visited.read_text().endswith("\n"), "the browser to be opened")
        address = self.visited.read_text().splitlines()[-1]
        self.visited.unlink()
        return address

    def sign_in(self, email: str) -> None:
        """Signs in through plain forms in place of the browser."""
        login = self.start("login")
        person = Person(self.server, email, PASSWORD).open(self.page()).sign_in()
        assert "You can close this window" in requests.get(person.left_for, timeout=PATIENCE).text
        finish(login, DONE)


def finish(process: subprocess.Popen, status: int) -> tuple[str, str]:
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, (process.returncode, output, errors)
    return output, errors


def one_line(errors: str) -> str:
    assert errors.startswith("gatehouse: ") and errors.count("\n") == 1, errors
    return errors.removeprefix("gatehouse: ").rstrip("\n")


@pytest.fixture
def terminal(server, tmp_path) -> Terminal:
    return Terminal(server, tmp_path)


@pytest.fixture
def user(server, email) -> dict:
    return server.create_user(email, PASSWORD, name="Alex Example")


def test_login_through_the_browser_and_everything_after(terminal, user, new_page, server, email):
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
    assert shown.stdout.splitlines()[1] == f"E-mail   {email}"
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


def test_login_with_a_device_code(terminal, user, new_page, server, email):
    login = terminal.start("login", "--device", "--json")
    shown = ""
    while not shown.rstrip().endswith("enter the code") and "and enter" not in shown:
        shown += login.stderr.readline()
    while not (lines := [line.strip() for line in shown.splitlines() if line.strip()])[-1].count("-") == 1:
        shown += login.stderr.readline()
    address = next(line for line in lines if line.startswith("http"))
    journey = Journey(server, new_page(), email)
    journey.page.goto(address)
    journey.fill("Code on your device", lines[-1])
    journey.press("Continue")
    journey.sign_in_with_password()
    journey.press("Connect")
    journey.heading("Your device is connected")
    output, _ = finish(login, DONE)
    assert json.loads(output)["email"] == email
    assert terminal.run("whoami").returncode == DONE


def test_refusal_in_the_browser_is_a_cancellation(terminal, user, server, email):
    login = terminal.start("login")
    person = Person(server, email, PASSWORD).open(terminal.page())
    person.send("cancel")
    requests.get(person.left_for, timeout=PATIENCE)
    output, errors = finish(login, CANCELLED)
    assert output == ""
    one_line(errors)


def test_interrupt_is_a_cancellation(terminal):
    login = terminal.start("login")
    terminal.page()
    login.send_signal(signal.SIGINT)
    output, errors = finish(login, CANCELLED)
    assert output == ""
    one_line(errors)


def test_a_stranger_at_the_loopback_port_changes_nothing(terminal, user, server, email):
    login = terminal.start("login")
    person = Person(server, email, PASSWORD).open(terminal.page()).sign_in()
    place = person.left_for.partition("?")[0]
    for query in ("", "?code=abc&state=wrong", "?error=access_denied&state=wrong"):
        assert requests.get(place + query, timeout=PATIENCE).status_code in (400, 404)
    requests.get(person.left_for, timeout=PATIENCE)
    finish(login, DONE)


def test_several_accounts_and_switching_between_them(terminal, server, email):
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


def test_nobody_is_signed_in(terminal):
    for verb in (["whoami"], ["token"], ["account", "switch"]):
        done = terminal.run(*verb)
        assert (done.returncode, done.stdout) == (SIGN_IN_NEEDED, "")
        assert "gatehouse login" in one_line(done.stderr)
    assert terminal.run("logout").returncode == DONE
    listed = terminal.run("account", "list", "--json")
    assert (listed.returncode, json.loads(listed.stdout)) == (DONE, [])


@pytest.mark.parametrize("way", [[], ["--no-browser"], ["--device"]], ids=str)
def test_client_that_the_server_does_not_know_is_said_before_anybody_waits(terminal, way):
    done = terminal.run("login", "--client-id", "nobody", *way)
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert "'gatehouse login --help' shows how the client is registered" in one_line(done.stderr)
    assert not terminal.visited.exists()


def test_scope_that_the_client_may_not_have_is_the_one_to_change(terminal):
    done = terminal.run("login", "--scope", "phone", "--device")
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert "Give --scope what the client may ask for." in one_line(done.stderr)
    assert "--client-id" not in done.stderr


@pytest.mark.parametrize("way", [[], ["--device"]], ids=str)
def test_issuer_without_a_server_is_said_before_anybody_waits(terminal, server, way):
    done = terminal.run("login", "--issuer", server.issuer + "/elsewhere", *way)
    assert (done.returncode, done.stdout) == (FAILED, "")
    assert "There is no OpenID Connect server at" in one_line(done.stderr)
    assert done.stderr.lower().count("check") == 1
    away = terminal.run("login", "--issuer", f"http://localhost:{free_port()}", *way)
    assert away.returncode == FAILED
    assert "could not be reached. Start it, or give --issuer" in one_line(away.stderr)


def test_registering_the_command_line_as_the_manual_says_is_enough(make_server, tmp_path, email):
    manual = (ROOT / "docs" / "configuration.md").read_text()
    command = re.search(r"^    gatehouse (client create --client-id gatehouse-cli .*\n.*)$", manual, re.MULTILINE)[1]
    words = shlex.split(command.replace("\\\n", " "))
    server = make_server("--smtp", "smtp://localhost:9").start()
    assert words == help_words(server, "gatehouse client create")[1:]
    server.administer(*words)
    server.create_user(email, PASSWORD)
    terminal = Terminal(server, tmp_path)
    terminal.sign_in(email)
    assert json.loads(terminal.run("whoami", "--json").stdout)["email"] == email


def help_words(server: Server, start: str) -> list[str]:
    """The words of the command in `login --help` that begins so, as a shell takes them when it is pasted."""
    paragraphs = server.run("login", "--help").stdout.split("\n\n")
    command = next(part for part in paragraphs if part.startswith(start))
    assert all(line.endswith("\\") for line in command.splitlines()[:-1])
    return shlex.split(command.replace("\\\n", " "))


def test_session_that_the_server_ended_needs_a_sign_in(terminal, user, server, email):
    terminal.sign_in(email)
    server.administer("user", "delete", email, "--yes")
    done = terminal.run("whoami")
    assert done.returncode == SIGN_IN_NEEDED
    one_line(done.stderr)


def test_server_that_is_away_is_a_failure_and_signing_out_works_all_the_same(make_server, tmp_path):
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
def test_what_cannot_be_done_is_said_in_one_line(tmp_path, arguments):
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


def test_settings_from_a_file_the_environment_and_the_command_line(make_server, tmp_path):
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


def test_a_second_server_at_the_same_address_is_refused(server, tmp_path):
    process = Process(
        [GATEHOUSE, "serve", "--dev", "--listen", f"localhost:{server.port}", "--data", tmp_path / "data"],
        environment(tmp_path, GATEHOUSE_LOG_LEVEL="info"),
    )
    assert process.wait() == FAILED
    assert "in use" in one_line(process.output + "\n")


def test_address_that_cannot_be_had_is_explained(tmp_path):
    process = Process(
        [GATEHOUSE, "serve", "--issuer", "https://id.example.com", "--smtp", "smtp://localhost", "--listen", "192.0.2.1:8080"],
        environment(tmp_path, GATEHOUSE_DATA=str(tmp_path / "data"), GATEHOUSE_LOG_LEVEL="info"),
    )
    assert process.wait() == FAILED
    assert "192.0.2.1 is not one of this machine" in one_line(process.output + "\n")


def test_issuer_that_is_not_listened_at_is_remarked_upon(tmp_path):
    port = free_port()
    process = Process(
        [GATEHOUSE, "serve", "--dev", "--issuer", "https://localhost:1", "--listen", f"localhost:{port}"],
        environment(tmp_path, GATEHOUSE_DATA=str(tmp_path / "data")),
    )
    assert process.line(re.compile("^Gatehouse is listening on https://localhost:1$"))
    remark = f"It takes plain http at localhost port {port}: something in front of it has to answer https at https://localhost:1."
    assert process.line(re.compile(re.escape(remark)))
    process.stop()


def test_administration_leaves_nothing_in_the_home_folder(server, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    done = server.run("client", "list", "--data", str(server.data), HOME=str(home))
    assert done.returncode == DONE
    assert list(home.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_data_of_another_user_cannot_be_read(server):
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
    assert "may not look into the data directory" in one_line(done.stderr)


def test_clients_and_users_are_listed_and_deleted(server, email):
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


def test_an_address_has_one_account(server, email):
    server.create_user(email)
    again = server.run("user", "create", "--email", email.upper(), "--data", str(server.data))
    assert (again.returncode, again.stdout) == (FAILED, "")
    one_line(again.stderr)


def test_keys_rotate_while_the_server_runs(make_server, make_application):
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

    # What the old keys signed goes on, what comes now is signed by the new ones.
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


def test_events_tell_what_happened(server, application, email):
    user = server.create_user(email, PASSWORD)
    person = Person(server, email, PASSWORD).open(application.sign_in_url())
    person.send("password", email=email).send(password="not-the-password-9")
    person.send(password=PASSWORD).consent()
    events = server.administer("events", "--user", email)
    kinds = [event["kind"] for event in reversed(events)]
    assert kinds == ["account.created", "sign_in.failed", "sign_in.succeeded", "consent.granted"]
    assert {event["account"] for event in events} == {user["id"]}
    assert {event.get("client") for event in events} == {None, application.id}

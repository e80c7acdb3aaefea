"""Native sign-up and sign-in: the command line at a terminal, and the example app."""

import json
import os
import pty
import re
import select
import subprocess
import time

from gatehouse import BINARIES, GATEHOUSE, PATIENCE, environment
from journey import PASSWORD

EXAMPLE = BINARIES / "ExampleNativeSignUp"


class Typist:
    """A user at a terminal, who reads the output and types."""

    def __init__(self, command: list, variables: dict[str, str]):
        self.own, other = pty.openpty()
        self.process = subprocess.Popen(
            [str(part) for part in command], env=variables, stdin=other, stdout=other, stderr=other, start_new_session=True
        )
        os.close(other)
        self.shown = ""

    def sees(self, text: str, patience: float = PATIENCE) -> None:
        """Waits for a text after the last one."""
        end = time.monotonic() + patience
        while text not in self.shown:
            assert select.select([self.own], [], [], max(0, end - time.monotonic()))[0], f"{text!r} never came: {self.shown!r}"
            try:
                self.shown += os.read(self.own, 4096).decode()
            except OSError:
                assert text in self.shown, f"{text!r} never came: {self.shown!r}"
        self.shown = self.shown.split(text, 1)[1]

    def types(self, line: str) -> None:
        os.write(self.own, line.encode() + b"\n")

    def end(self) -> int:
        status = self.process.wait(PATIENCE)
        os.close(self.own)
        return status


def test_signs_up_and_in_at_terminal(server, tmp_path, email):
    variables = environment(tmp_path, GATEHOUSE_ISSUER=server.issuer, TERM="dumb")
    person = Typist([GATEHOUSE, "login", "--native"], variables)
    person.sees("Email address: ")
    person.types(email)
    person.sees("(f): ")
    person.types("n")
    person.sees("(Enter for a new code): ")
    person.types(server.code(email))
    person.sees("New password: ")
    person.types(PASSWORD)
    person.sees("Repeat password: ")
    # A typed password is never echoed.
    assert PASSWORD not in person.shown
    person.types(PASSWORD)
    person.sees("Signed in as ")
    assert PASSWORD not in person.shown
    assert person.end() == 0

    person = Typist([GATEHOUSE, "login", "--native", "--email", email, "--json"], variables)
    person.sees("(f): ")
    person.types("")
    person.sees("Password: ")
    person.types("not the password")
    person.sees("Password: ")
    person.types(PASSWORD)
    person.sees('"email"')
    assert person.end() == 0

    done = subprocess.run([GATEHOUSE, "whoami", "--json"], env=variables, capture_output=True, text=True, timeout=PATIENCE)
    assert json.loads(done.stdout)["email"] == email


def test_restores_echo_after_interrupt(server, tmp_path, email):
    variables = environment(tmp_path, GATEHOUSE_ISSUER=server.issuer, TERM="dumb")
    server.create_user(email, PASSWORD)
    person = Typist([GATEHOUSE, "login", "--native", "--email", email], variables)
    person.sees("(f): ")
    person.types("")
    person.sees("Password: ")
    person.process.send_signal(2)
    person.sees("gatehouse: ")
    assert person.end() == 2


def test_signs_up_with_example_app_on_two_pages(server, tmp_path, email):
    client = server.create_client(
        "Example App", "--native", "password", "--attribute", "name,label=Name,required",
        "--attribute", "locality,label=City,required,page=2,pattern=[A-Z][a-z]+",
    )
    person = Typist([EXAMPLE, server.issuer, client["client_id"]], environment(tmp_path))
    person.sees("Email address: ")
    person.types(email)
    person.sees("press Return for a new code: ")
    person.types("00000000")
    person.sees("press Return for a new code: ")
    person.types(server.code(email))
    person.sees("Choose a password: ")
    person.types("short")
    person.sees("Choose a password: ")
    person.types(PASSWORD)
    person.sees("Name: ")
    person.types("Alex Example")
    person.sees("City: ")
    person.types("1")
    person.sees("City: ")
    person.types("Dublin")
    person.sees("Welcome, Alex Example!")
    assert person.end() == 0
    user = next(user for user in server.administer("user", "list") if user.get("email") == email)
    assert re.fullmatch(r"\S+", user["id"])

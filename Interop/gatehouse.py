"""The binary: `gatehouse serve` as a process, its other commands as functions."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

import requests

import wiretap

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARIES = pathlib.Path(os.environ.get("GATEHOUSE_BIN") or ROOT / ".build" / "debug")
GATEHOUSE = BINARIES / "gatehouse"
DEMO = BINARIES / "gatehouse-demo"

LISTENING = re.compile(r'Gatehouse is listening on ([^\s"]+)')
PATIENCE = 15

# All tests share one network address, unlike real traffic.
WITHOUT_LIMITS = {
    "GATEHOUSE_LIMITS_REQUESTS_PER_ADDRESS": "0",
    "GATEHOUSE_LIMITS_FAILURES_PER_ADDRESS": "0",
    "GATEHOUSE_LIMITS_MAILS_PER_ADDRESS": "0",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def new_session() -> requests.Session:
    """Returns a session without proxies and certificate authorities from the environment."""
    session = requests.Session()
    session.trust_env = False
    return session


def wait_for(condition, what: str, patience: float = PATIENCE):
    """Polls until the result is true, and returns it."""
    end = time.monotonic() + patience
    while True:
        if answer := condition():
            return answer
        assert time.monotonic() < end, f"waited {patience} s in vain for {what}"
        time.sleep(0.02)


def environment(home: pathlib.Path, **variables: str) -> dict[str, str]:
    """Returns an environment without variables of the tests' user."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LD_LIBRARY_PATH", "LANG", "TMPDIR")}
    return kept | {"HOME": str(home)} | wiretap.VARIABLES | variables


class Process:
    """A process whose output is read continuously, so that it never blocks."""

    def __init__(self, command: list, variables: dict[str, str], stdin: int = subprocess.DEVNULL):
        self.lines: list[str] = []
        self._is_ours = not {str(GATEHOUSE), str(DEMO)}.isdisjoint(str(part) for part in command)
        self._changed = threading.Condition()
        self._ended = False
        self.process = subprocess.Popen(
            [str(part) for part in command],
            env=variables,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            if self._is_ours:
                wiretap.keep_printed(line, "a process")
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def line(self, pattern: re.Pattern, patience: float = PATIENCE) -> re.Match | None:
        """Returns the first matching line of the output, or `None` if the process ended without it."""

        def match():
            return next((found for line in self.lines if (found := pattern.search(line))), None)

        with self._changed:
            assert self._changed.wait_for(lambda: match() or self._ended, patience), "\n".join(self.lines)
            return match()

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self) -> int:
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return status

    def stop(self) -> None:
        """Terminates the process, which must exit successfully."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        try:
            status = self.wait()
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("SIGTERM did not end the process:\n" + self.output) from None
        assert status == 0, f"exit status {status}:\n{self.output}"

    def kill(self) -> None:
        self.process.kill()
        self.wait()


class Server:
    """A server with its own data directory."""

    def __init__(self, folder: pathlib.Path, *options, scheme: str = "http", path: str = "", **variables: str):
        self.folder = folder
        self.data = folder / "data"
        self.options = [str(option) for option in options]
        self.scheme = scheme
        self.path = path
        self.variables = environment(folder, **WITHOUT_LIMITS | variables)
        self.http = new_session()
        self.process: Process | None = None
        self.port = 0
        # Limit of open files; `None` is that of the tests.
        self.descriptors: int | None = None
        # A command that runs its arguments as the server.
        self.launcher: list[str] = []

    @property
    def issuer(self) -> str:
        return f"{self.scheme}://localhost:{self.port}{self.path}"

    def start(self) -> "Server":
        """Starts on a free port, or on the previous one."""
        bounded = ["sh", "-c", f'ulimit -n {self.descriptors} && exec "$@"', "sh"] if self.descriptors else self.launcher
        for _ in range(5):
            self.port = self.port or free_port()
            self.process = Process(
                bounded
                + [GATEHOUSE, "serve", "--issuer", self.issuer, "--listen", f"localhost:{self.port}", "--data", self.data]
                + self.options,
                self.variables,
            )
            if found := self.process.line(LISTENING):
                assert found[1] == self.issuer
                return self
            # Another process took the port in the meantime.
            assert "in use" in self.process.output, self.process.output
            self.port = 0
        raise AssertionError("no free port")

    def stop(self) -> None:
        """Stops the server gracefully if it runs."""
        self.http.close()
        if self.process:
            self.process.stop()

    def new_session(self) -> requests.Session:
        """Returns a session with its own connections."""
        session = new_session()
        session.verify = self.http.verify
        return session

    def get(self, path: str, **options) -> requests.Response:
        return self.http.get(self.issuer + path, timeout=PATIENCE, **options)

    def post(self, path: str, form: dict | None = None, **options) -> requests.Response:
        return self.http.post(self.issuer + path, data=form, timeout=PATIENCE, **options)

    def run(self, *arguments, stdin: str = "", **variables: str) -> subprocess.CompletedProcess:
        """Runs a command."""
        done = subprocess.run(
            [str(GATEHOUSE), *map(str, arguments)],
            env=self.variables | variables,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
        )
        wiretap.keep_printed(done.stderr, "a verb")
        return done

    def administer(self, *arguments, stdin: str = ""):
        """Runs an administrative command on this server's store; returns its JSON."""
        done = self.run(*arguments, "--json", "--data", self.data, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def events(self, *options) -> list[dict]:
        """Returns events of the audit log, newest first."""
        done = self.run("events", *options, "--json", "--data", self.data)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def create_client(self, name: str, *options) -> dict:
        return self.administer("client", "create", "--name", name, *options)

    def create_resource(self, identifier: str, name: str, *options) -> dict:
        """Registers an API."""
        created = self.administer("resource", "create", identifier, "--name", name, *options)
        # Running servers apply the change within a second.
        time.sleep(1.1)
        return created

    def create_user(self, email: str, password: str | None = None, **attributes: str) -> dict:
        options = [part for name, value in attributes.items() for part in ("--attribute", f"{name}={value}")]
        if password is None:
            return self.administer("user", "create", "--email", email, *options)
        return self.administer("user", "create", "--email", email, "--password-stdin", *options, stdin=password + "\n")

    def mails(self, email: str) -> list[dict]:
        """Returns the emails to an address, oldest first."""
        newest_first = self.get("/dev/mail.json").json()
        return [mail for mail in reversed(newest_first) if email in mail["to"]]

    def mail(self, email: str, number: int = 1) -> dict:
        """Waits for the nth email to an address."""
        return wait_for(lambda: self.mails(email)[number - 1 : number], f"mail {number} to {email}")[0]

    def code(self, email: str, number: int = 1) -> str:
        return re.search(r"\b\d{8}\b", self.mail(email, number)["subject"])[0]

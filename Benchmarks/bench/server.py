"""The measured server: the release binary with its own data folder, and its commands."""

import http.client
import json
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import time

PATIENCE = 60
TICKS = os.sysconf("SC_CLK_TCK")

# All load comes from one address, for a few clients and users, unlike real traffic. Limits per account
# stay on where sign-ins permit it.
WITHOUT_LIMITS = {
    f"GATEHOUSE_LIMITS_{name}": "0"
    for name in (
        "REQUESTS_PER_ADDRESS", "REQUESTS_PER_CLIENT", "FAILURES_PER_ADDRESS", "MAILS_PER_ADDRESS", "MAILS_PER_RECIPIENT",
    )
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def memory(pid: int) -> dict[str, float]:
    """Returns the memory of a process in megabytes.

    `now` and `peak` are the resident set (RSS), now and the maximum since `reset_peak`; it counts the pages of code and
    libraries whole. `share` is the proportional set (PSS), which divides a page by the number of its processes.
    """
    fields: dict[str, str] = {}
    for name in ("status", "smaps_rollup"):
        with open(f"/proc/{pid}/{name}") as file:
            fields |= dict(line.split(":", 1) for line in file if ":" in line)
    named = {"now": "VmRSS", "peak": "VmHWM", "share": "Pss"}
    return {name: int(fields[field].split()[0]) / 1024 for name, field in named.items()}


def reset_peak(pid: int) -> None:
    """Resets the maximum of resident memory (proc_pid_clear_refs(5))."""
    with open(f"/proc/{pid}/clear_refs", "w") as file:
        file.write("5")


def processor_seconds(pid: int) -> float:
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Server:
    """A `gatehouse serve` process."""

    def __init__(self, binary: pathlib.Path, folder: pathlib.Path, database: str | None = None, database_pid: int | None = None):
        self.binary = binary
        self.folder = folder
        self.database_pid = database_pid
        self.options = ["--data", str(folder / "data")] + (["--database", database] if database else [])
        self.environment = {
            name: value for name, value in os.environ.items() if name in ("PATH", "LD_LIBRARY_PATH", "LANG", "TMPDIR")
        } | {"HOME": str(folder)}
        self.port = free_port()
        self.scheme = "http"
        self.process: subprocess.Popen | None = None
        # Seconds from the start of the process until it is ready.
        self.ready_after = 0.0

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    @property
    def key(self) -> bytes:
        """The content of the key file."""
        return (self.folder / "data" / "key").read_bytes()

    @property
    def pid(self) -> int:
        return self.process.pid

    def start(self, *options: str, limits: bool = False) -> "Server":
        """Starts the server, with the default limits or without those per address and client."""
        command = [self.binary, "serve", "--listen", self.host, *self.options, *options]
        environment = self.environment | ({} if limits else WITHOUT_LIMITS)
        self.scheme = "https" if "--tls-certificate" in options else "http"
        with open(self.folder / "server.log", "a") as log:
            began = time.monotonic()
            self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError("the server did not start:\n" + (self.folder / "server.log").read_text()[-2000:])
            time.sleep(0.001)
        self.ready_after = time.monotonic() - began
        return self

    def _is_ready(self) -> bool:
        try:
            return self.get("/health/ready")[0] == 200
        except OSError:
            return False

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)
        self.process = None

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    def run(self, *arguments: str, stdin: str = "") -> dict:
        """Runs an administrative command on this server's store; returns its JSON."""
        done = subprocess.run(
            [self.binary, *arguments, "--json", *self.options],
            env=self.environment | WITHOUT_LIMITS, input=stdin, capture_output=True, text=True, timeout=PATIENCE,
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        return json.loads(done.stdout)

    def connect(self) -> http.client.HTTPConnection:
        if self.scheme == "https":
            # The certificate is the benchmark's own.
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=ssl._create_unverified_context())
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def get(self, path: str) -> tuple[int, bytes]:
        connection = self.connect()
        try:
            connection.request("GET", path, headers={"Host": self.host})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

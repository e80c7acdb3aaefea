"""A PostgreSQL cluster for the tests, on a socket in its own folder."""

import functools
import itertools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.parse

from gatehouse import PATIENCE, wait_for

USER = "gatehouse"
# Options of `initdb`.
CREATION = ("-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
NEEDED = ("initdb", "postgres", "pg_isready", "psql")


@functools.cache
def programs() -> pathlib.Path | None:
    """Returns the folder of the newest installed PostgreSQL, or `None`."""
    by_version = sorted(
        pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: [int(part) for part in re.findall(r"\d+", str(path))]
    )
    folders = by_version[::-1] + [pathlib.Path(folder) for folder in os.environ.get("PATH", "").split(":")]
    return next((folder for folder in folders if all(os.access(folder / name, os.X_OK) for name in NEEDED)), None)


def make_folder() -> tuple[pathlib.Path, list[str]]:
    """Returns a folder for a cluster, and the command prefix that runs a program as its owner."""
    # Not in a folder of the tests, which the server's user cannot read.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-pg-"))
    if os.geteuid() != 0:
        return folder, []
    # PostgreSQL does not run as root.
    user = "postgres" if subprocess.run(["id", "postgres"], capture_output=True).returncode == 0 else "nobody"
    shutil.chown(folder, user)
    return folder, ["setpriv", f"--reuid={user}", f"--regid={group_of(user)}", "--clear-groups"]


class PostgresCluster:
    """A cluster with durable commits."""

    def __init__(self):
        self.folder, self.as_owner = make_folder()
        self._numbers = itertools.count(1)
        command = [programs() / "initdb", "-D", self.folder / "data", *CREATION]
        subprocess.run(self.as_owner + command, check=True, capture_output=True)
        self._start()

    def database(self) -> str:
        """Creates an empty database and returns its URL."""
        name = f"gatehouse{next(self._numbers)}"
        self._psql("postgres", f"CREATE DATABASE {name}")
        return f"postgres://{USER}@{urllib.parse.quote(str(self.folder), safe='')}/{name}"

    def ask(self, url: str, sql: str) -> list[str]:
        """Returns the result of a statement by line."""
        return self._psql(url.rsplit("/", 1)[1], sql).splitlines()

    def restart(self) -> None:
        """Crashes the server and restarts it."""
        self._end(signal.SIGQUIT)
        self._start()

    def crash(self) -> None:
        """Crashes the server."""
        self._end(signal.SIGQUIT)

    def stop(self) -> None:
        # The data are not needed any more.
        self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def _psql(self, database: str, sql: str) -> str:
        command = [programs() / "psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", USER]
        done = subprocess.run(command + ["-d", database, "-c", sql], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _start(self) -> None:
        command = [programs() / "postgres", "-D", self.folder / "data", "-k", self.folder, "-h", "", "-N", "200"]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(self.as_owner + command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        # After a crash it flushes all files, which takes long on a busy disk.
        wait_for(self._is_ready, "PostgreSQL", patience=60)

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, (self.folder / "log").read_text()
        return subprocess.run([programs() / "pg_isready", "-q", "-h", self.folder]).returncode == 0

    def _end(self, number: signal.Signals) -> None:
        self._process.send_signal(number)
        self._process.wait(PATIENCE)


def group_of(user: str) -> str:
    return subprocess.run(["id", "-g", user], check=True, capture_output=True, text=True).stdout.strip()

"""A PostgreSQL standby that is promoted under a running server."""

import contextlib
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.parse

import pytest

from gatehouse import Server, wait_for
from postgres_cluster import USER, PostgresCluster, programs


class Standby:
    """A standby of a cluster."""

    def __init__(self, primary: PostgresCluster):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-pg-"))
        self._as_owner = primary.as_owner
        if self._as_owner:
            shutil.chown(self.folder, primary.folder.owner())
        self._run("pg_basebackup", "-D", self.folder / "data", "-h", primary.folder, "-U", USER, "-R", "-c", "fast")
        self.start()

    def start(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-o", f"-k {self.folder} -h '' -N 200", "-l", self.folder / "log", "-w", "start")

    def promote(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "promote")

    def crash(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")

    def stop(self) -> None:
        self.crash()
        shutil.rmtree(self.folder)

    def _run(self, program: str, *arguments) -> None:
        done = subprocess.run([*self._as_owner, programs() / program, *arguments], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def pair():
    if not programs():
        pytest.skip("PostgreSQL is not installed (apt: postgresql)")
    with contextlib.ExitStack() as stack:
        primary = PostgresCluster()
        stack.callback(primary.stop)
        standby = Standby(primary)
        stack.callback(standby.stop)
        yield primary, standby


def readiness(server: Server) -> int:
    return server.get("/health/ready").status_code


def start(make_server, primary: PostgresCluster, standby: Standby) -> Server:
    hosts = ",".join(urllib.parse.quote(str(folder), safe="") for folder in (primary.folder, standby.folder))
    name = primary.database().rsplit("/", 1)[1]
    server = make_server("--dev", GATEHOUSE_DATABASE=f"postgres://{USER}@{hosts}/{name}").start()
    assert readiness(server) == 200
    return server


def test_follows_standby_with_every_commit(make_server, pair):
    primary, standby = pair
    server = start(make_server, primary, standby)
    keys = server.get("/oauth2/keys").json()
    lag = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()"
    wait_for(lambda: primary.ask("/postgres", lag) == ["1"], "the standby")
    primary.crash()
    standby.promote()
    wait_for(lambda: readiness(server) == 200, "the server to find the new primary", patience=30)
    assert server.get("/oauth2/keys").json() == keys


def test_rejects_standby_that_lacks_commits(make_server, pair):
    primary, standby = pair
    server = start(make_server, primary, standby)
    standby.crash()
    for _ in range(3):
        time.sleep(1.1)
        assert readiness(server) == 200
    primary.crash()
    standby.start()
    standby.promote()
    reason = "The database has lost commits."
    wait_for(lambda: readiness(server) == 503 and reason in server.process.output, "the refusal", patience=30)
    answer = server.post("/oauth2/token", {"grant_type": "refresh_token", "refresh_token": "rt.x.1.y", "client_id": "gatehouse-cli"})
    assert answer.status_code == 503, answer.text
    # A restart accepts the loss.
    server.process.kill()
    server.start()
    assert readiness(server) == 200

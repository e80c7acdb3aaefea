"""Failovers of PostgreSQL, with the commands of docs/postgresql.md: no answer is lost, and no split is served."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse

import pytest

from gatehouse import PATIENCE, ROOT, Server, wait_for
from ledger import new_ledger
from postgres_cluster import CREATION, USER, make_folder, programs

GUIDE = (ROOT / "docs" / "postgresql.md").read_text()
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def block(heading: str) -> list[str]:
    """Returns the indented lines of a section of the guide."""
    section = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##)", GUIDE, re.M | re.S)[1]
    lines = re.sub(r" \\\n +", " ", section).splitlines()
    found = [line.strip() for line in lines if line.startswith("    ")]
    assert found, heading
    return found


def commands(heading: str) -> list[str]:
    return [line for line in block(heading) if line.startswith("sudo ")]


def settings(heading: str) -> list[str]:
    return [line for line in block(heading) if re.match(r"\w+ = ", line)]


class Host:
    """A machine of the guide: a cluster in its own folder, which runs the guide's commands."""

    def __init__(self, name: str):
        self.name = name
        self.folder, self.as_owner = make_folder()

    @property
    def data(self) -> pathlib.Path:
        return self.folder / "data"

    def start(self) -> None:
        options = f"-k {self.folder} -h '' -N 200"
        self.run("pg_ctl", "-D", self.data, "-o", options, "-l", self.folder / "log", "-w", "start")

    def crash(self) -> None:
        """Kills all its processes."""
        lock = self.data / "postmaster.pid"
        server = lock.read_text().split()[0]
        children = pathlib.Path(f"/proc/{server}/task/{server}/children").read_text().split()
        for process in [server, *children]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
        wait_for(lambda: not self.is_ready, "the end of the server")
        # The ended process may not be reaped yet, and PostgreSQL would take it for a running server.
        for file in (lock, self.folder / ".s.PGSQL.5432.lock"):
            file.unlink(missing_ok=True)

    @property
    def is_ready(self) -> bool:
        return subprocess.run([programs() / "pg_isready", "-q", "-h", self.folder]).returncode == 0

    def stop(self) -> None:
        subprocess.run([*self.as_owner, programs() / "pg_ctl", "-D", self.data, "-m", "immediate", "stop"], capture_output=True)
        shutil.rmtree(self.folder)

    def sql(self, statement: str, database: str = "postgres") -> str:
        done = self.run("psql", "-X", "-A", "-t", "-h", self.folder, "-U", USER, "-d", database, "-c", statement)
        return done.stdout.strip()

    def run(self, program: str, *arguments) -> subprocess.CompletedProcess:
        return self._execute([programs() / program, *arguments])

    def follow(self, command: str, hosts: "dict[str, Host]") -> None:
        """Runs a command of the guide, with the places of this test for those of Debian."""
        words = command.removeprefix("sudo -u postgres ")
        for host in hosts.values():
            words = words.replace(f"host={host.name}.example.com", f"host={host.folder}")
        words = words.replace("user=postgres", f"user={USER}").replace("/var/lib/postgresql/15/main", str(self.data))
        # Ended processes lose nothing without it.
        words = words.replace("--pgdata", "--no-sync --pgdata").replace("--target-pgdata", "--no-sync --target-pgdata")
        words = words.replace("psql ", f"psql -X -h {self.folder} -U {USER} -d postgres ")
        self._execute(["sh", "-e", "-c", words])

    def _execute(self, command: list) -> subprocess.CompletedProcess:
        path = {"PATH": f"{programs()}:{os.environ['PATH']}"}
        done = subprocess.run([*self.as_owner, *command], env=path, capture_output=True, text=True, timeout=60, cwd="/")
        assert done.returncode == 0, (command, done.stdout + done.stderr)
        return done


class Pair:
    """A primary and its standby, made by the commands of the guide."""

    def __init__(self, stack: contextlib.ExitStack):
        self.hosts = {name: Host(name) for name in ("db1", "db2")}
        for host in self.hosts.values():
            stack.callback(host.stop)
        self.first, self.second = self.hosts.values()
        self.first.run("initdb", "-D", self.first.data, *CREATION)
        with open(self.first.data / "postgresql.conf", "a") as file:
            # Ended processes lose nothing without it, only machines do.
            file.write("\n".join([*settings("How do I set up a standby?"), "fsync = off"]) + "\n")
        self.first.start()
        for command in commands("How do I set up a standby?"):
            self.second.follow(command, self.hosts)
        self.second.start()
        self.first.sql("CREATE DATABASE gatehouse")

    @property
    def url(self) -> str:
        hosts = ",".join(urllib.parse.quote(str(host.folder), safe="") for host in self.hosts.values())
        return f"postgres://{USER}@{hosts}/gatehouse"

    def wait_for_standby(self) -> None:
        """Waits until the standby has everything."""
        lag = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()"
        wait_for(lambda: self.first.sql(lag) == "1", "the standby")

    def make_synchronous(self) -> None:
        for command in commands("How do I lose nothing?"):
            self.first.follow(command, self.hosts)
        synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
        wait_for(lambda: self.first.sql(synchronous) == "1", "the synchronous standby")

    def promote(self) -> None:
        for command in commands("How do I promote the standby?"):
            self.second.follow(command, self.hosts)


@pytest.fixture
def pair():
    if not programs():
        pytest.skip("PostgreSQL is not installed (apt: postgresql)")
    with contextlib.ExitStack() as stack:
        yield Pair(stack)


def checks(host: Host) -> int:
    return int(host.sql("SELECT max(checks) FROM health", "gatehouse"))


def refreshes(host: Host) -> str:
    return host.sql("SELECT sum(counter) FROM sessions", "gatehouse")


def readiness(server: Server) -> int:
    return server.get("/health/ready").status_code


def restart(server: Server, *options: str) -> None:
    server.process.kill()
    before = server.options
    server.options = before + list(options)
    server.start()
    server.options = before


def test_synchronous_failover_under_load_loses_nothing(pair, make_nodes, callbacks):
    pair.make_synchronous()
    nodes = make_nodes(2, pair.url).start()
    replication = nodes[0].get("/health/ready").json()["replication"]
    assert replication == {"waits_for_standby": True, "standbys": 1}
    ledger = new_ledger(nodes, callbacks)
    with ledger.load(6):
        ledger.wait_for_refreshes(20)
        pair.first.crash()
        time.sleep(0.5)
        pair.promote()
        ledger.wait_for_refreshes(20)
        # The old primary comes back unfenced, first in the URL: no node uses it.
        pair.first.start()
        before = refreshes(pair.first)
        ledger.wait_for_refreshes(20)
        for node in nodes:
            node.kill()
            node.start()
        ledger.wait_for_refreshes(20)
    ledger.verify()
    assert refreshes(pair.first) == before
    # The old primary becomes a standby of the new one.
    pair.first.crash()
    for command in commands("How does the old primary come back?"):
        pair.first.follow(command, pair.hosts)
    pair.first.start()
    wait_for(lambda: pair.second.sql("SELECT count(*) FROM pg_stat_replication") == "1", "the new standby")
    ledger.verify()


def test_unfenced_primary_is_left_once_standby_is_promoted(pair, make_nodes, callbacks):
    nodes = make_nodes(2, pair.url).start()
    ledger = new_ledger(nodes, callbacks)
    with ledger.load(4):
        ledger.wait_for_refreshes(10)
    lag = nodes[0].get("/health/ready").json()["replication"]["asynchronous_lag"]
    assert lag >= 0
    pair.wait_for_standby()
    pair.promote()
    # Both accept writes. The nodes end their connections to the older one.
    wait_for(
        lambda: all(readiness(node) == 200 for node in nodes) and checks(pair.second) > checks(pair.first),
        "the new primary",
        patience=30,
    )
    before = refreshes(pair.first)
    with ledger.load(4):
        ledger.wait_for_refreshes(10)
    ledger.verify()
    assert refreshes(pair.first) == before


def test_refuses_standby_that_lacks_commits(pair, make_server, callbacks):
    server = make_server("--dev", GATEHOUSE_DATABASE=pair.url).start()
    ledger = new_ledger(server, callbacks)
    pair.wait_for_standby()
    pair.second.crash()
    with ledger.load(4):
        ledger.wait_for_refreshes(8)
        for _ in range(3):
            time.sleep(1.1)
            assert readiness(server) == 200
    pair.first.crash()
    pair.second.start()
    pair.promote()
    reason = "The database has lost commits."
    wait_for(lambda: readiness(server) == 503 and reason in server.process.output, "the refusal", patience=30)
    answers = [ledger.application.refresh(token) for token in ledger.refresh.values()]
    assert {answer.status_code for answer in answers} == {503}
    # A restart accepts nothing, and a command does not either.
    server.process.kill()
    arguments = ["--issuer", server.issuer, "--listen", f"localhost:{server.port}", "--data", server.data]
    for command in (["serve", "--dev", *arguments], ["user", "list", "--data", server.data]):
        done = server.run(*command)
        assert done.returncode == 1 and reason in done.stderr and "--accept-database-server" in done.stderr
    # The operator accepts the loss: the sessions are over.
    server.variables["GATEHOUSE_RESTORED_AT"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    server.options.append("--accept-database-server")
    server.start()
    server.options.remove("--accept-database-server")
    assert readiness(server) == 200
    restart(server)
    for token in ledger.refresh.values():
        answer = ledger.application.refresh(token)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


def test_serves_neither_of_two_promoted_servers(pair, make_server):
    server = make_server("--dev", GATEHOUSE_DATABASE=pair.url).start()
    assert readiness(server) == 200
    pair.wait_for_standby()
    # Both begin the next timeline.
    pair.first.crash()
    (pair.first.data / "standby.signal").touch()
    pair.first.start()
    for host in pair.hosts.values():
        host.run("pg_ctl", "-D", host.data, "-w", "promote")
    reason = "Two database servers accept writes on the same timeline."
    wait_for(lambda: readiness(server) == 503 and reason in server.process.output, "the refusal", patience=30)
    form = {"grant_type": "refresh_token", "refresh_token": "rt.x.1.y", "client_id": "gatehouse-cli"}
    assert server.post("/oauth2/token", form).status_code == 503
    pair.second.crash()
    wait_for(lambda: readiness(server) == 200, "the remaining server", patience=PATIENCE * 2)


def test_reports_that_database_server_is_not_recorded(make_server, cluster):
    server = make_server("--dev", "--database", cluster.database()).start()
    file = server.data / "database-server"
    assert readiness(server) == 200
    file.unlink()
    # A folder of that name cannot be replaced, like a file on a full disk.
    file.mkdir()

    def warning() -> str | None:
        return server.get("/health/ready").json()["replication"].get("warning")

    assert "Check the free disk space" in wait_for(warning, "the warning")
    for _ in range(3):
        time.sleep(1.1)
        assert warning()
    file.rmdir()
    wait_for(lambda: not warning(), "the end of the warning")
    wait_for(lambda: "database server recorded again" in server.process.output, "the log")
    assert server.process.output.count("database server not recorded") == 1
    assert server.process.output.count("database server recorded again") == 1
    assert file.is_file()

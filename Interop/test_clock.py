"""Machines with wrong clocks."""

import pathlib
import shutil
import sqlite3
import subprocess
import sys
import time

import pytest

from gatehouse import Server, wait_for

DAY = 24 * 60 * 60
COMPILER = shutil.which("clang") or shutil.which("cc")
pytestmark = pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="needs a C compiler, and Linux")


@pytest.fixture(scope="module")
def off(tmp_path_factory):
    """Returns the variables that change the time a process sees."""
    library = tmp_path_factory.mktemp("clock") / "clock_shift.so"
    source = pathlib.Path(__file__).with_name("clock_shift.c")
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, source], check=True)
    return lambda seconds: {"LD_PRELOAD": str(library), "CLOCK_SHIFT": str(seconds)}


@pytest.mark.parametrize(("shift", "words"), [(61 * DAY, "ahead of"), (-40, "behind")])
def test_rejects_start_with_deviating_clock(make_nodes, off, shift, words):
    node = make_nodes(1).start()[0]
    arguments = ["serve", "--dev", "--listen", "localhost:0", "--issuer", "http://localhost:1", "--data", node.data]
    done = node.run(*arguments, **off(shift))
    assert done.returncode == 1
    assert "The clock of this machine is " in done.stderr and f" {words} the database's." in done.stderr
    assert node.get("/health/ready").status_code == 200


def test_uses_database_clock_for_commands(make_nodes, off, cluster):
    nodes = make_nodes(1).start()
    done = nodes[0].run("user", "create", "--email", "person@example.com", "--data", nodes[0].data, **off(61 * DAY))
    assert done.returncode == 0, done.stderr
    [age] = cluster.ask(nodes.database, "SELECT extract(epoch FROM now()) - created_at / 1000 FROM accounts")
    assert -30 < float(age) < 60


def start_refused(server: Server, **variables: str) -> str:
    arguments = ["serve", *server.options, "--listen", "localhost:0", "--issuer", server.issuer, "--data", server.data]
    done = server.run(*arguments, **variables)
    assert done.returncode == 1
    return done.stderr


def test_detects_clock_set_back(make_server, off):
    server = make_server("--smtp", "smtp://127.0.0.1:9").start()
    wait_for(lambda: swept(server), "the first sweep")
    server.stop()
    complaint = start_refused(server, **off(-DAY))
    assert "but the database was last used at" in complaint and "--trust-clock" in complaint


def insert_account(database: sqlite3.Connection):
    """Inserts the account `a`, which sessions reference."""
    database.execute(
        "INSERT INTO accounts (id, pending, attributes, created_at, updated_at, revision, credentials_revision)"
        " VALUES ('a', '[]', '{}', 0, 0, 1, 1)"
    )


def test_deletes_nothing_after_clock_jump(make_server, off):
    server = make_server("--smtp", "smtp://127.0.0.1:9").start()
    wait_for(lambda: swept(server), "the first sweep")
    server.stop()
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        now = int(time.time() * 1000)
        insert_account(database)
        for number in range(30):
            database.execute(
                "INSERT INTO browser_sessions"
                " (id, secret_hash, account_id, authenticated_at, factors, created_at, expires_at)"
                " VALUES (?, ?, 'a', ?, '[]', ?, ?)",
                (f"b{number}", f"h{number}", now, now, now + 14 * DAY * 1000),
            )
    server.variables |= off(61 * DAY)
    server.start()
    reason = "Nothing was deleted: 30 of 30 browser sessions would have expired at once."
    wait_for(lambda: reason in server.process.output, "the log")
    server.stop()
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        assert database.execute("SELECT COUNT(*) FROM browser_sessions").fetchone() == (30,)
    server.options.append("--trust-clock")
    server.start()
    wait_for(lambda: not rows(server, "SELECT 1 FROM browser_sessions"), "the sweep")


def test_rejects_start_with_clock_far_ahead(make_server, off):
    server = make_server("--smtp", "smtp://127.0.0.1:9").start()
    wait_for(lambda: swept(server), "the first sweep")
    client = server.create_client("Example App", "--redirect-uri", "com.example.app:/callback")["client_id"]
    server.stop()
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        now = int(time.time() * 1000)
        insert_account(database)
        for number in range(14):
            database.execute(
                "INSERT INTO sessions (id, account_id, client_id, is_on_other_device, scopes, is_offline, counter, rotated_at,"
                " salt, authenticated_at, factors, created_at, expires_at, expiry_day)"
                " VALUES (?, 'a', ?, 0, 'openid', 1, 1, ?, x'00', ?, '[]', ?, ?, ?)",
                (f"s{number}", client, now, now, now, now + 60 * DAY * 1000, now // (DAY * 1000) + 60),
            )
    complaint = start_refused(server, **off(62 * DAY))
    assert "14 of 14 sessions would have expired" in complaint and "--trust-clock" in complaint
    server.start()


def swept(server: Server) -> bool:
    return rows(server, "SELECT cleaned_up_at FROM health") != [(None,)]


def rows(server: Server, sql: str) -> list[tuple]:
    with sqlite3.connect(f"file:{server.data}/gatehouse.sqlite?mode=ro", uri=True) as database:
        return database.execute(sql).fetchall()

"""Faults of machines and operators: nothing answered is lost, and nothing valid is called invalid.

`kill -9` on SQLite is in `test_crash.py`, a failover in `test_failover.py`, a rolling restart in `test_proxies.py`.
"""

import contextlib
import pathlib
import resource
import secrets
import shutil
import subprocess
import sys
import time

import pytest

from gatehouse import wait_for
from ledger import Ledger, new_ledger
from nodes import Node
from pgbouncer import PROGRAM, PgBouncer

YEAR = 400 * 24 * 60 * 60
COMPILER = shutil.which("clang") or shutil.which("cc")


def refusal(node: Node, **variables: str) -> str:
    """Returns the reason that a node does not start."""
    arguments = ["--issuer", node.issuer, "--listen", f"localhost:{node.port}", "--data", node.data]
    done = node.run("serve", *arguments, **variables)
    assert done.returncode == 1, done.stdout
    return done.stderr


@pytest.fixture(scope="module")
def ledger(nodes, callbacks) -> Ledger:
    """Users of two nodes, with tokens from before the fault."""
    ledger = new_ledger(nodes, callbacks)
    with ledger.load(4):
        ledger.wait_for_refreshes(8)
    ledger.verify()
    return ledger


def test_node_killed_under_load(nodes, ledger):
    with ledger.load(6):
        ledger.wait_for_refreshes(10)
        nodes[0].kill()
        ledger.wait_for_refreshes(20)
        nodes[0].start()
        ledger.wait_for_refreshes(20)
    ledger.verify()


def test_nodes_stopped_under_load(nodes, ledger):
    before = len(ledger.unanswered)
    with ledger.load(6):
        for node in nodes:
            ledger.wait_for_refreshes(10)
            node.process.stop()
            node.start()
        ledger.wait_for_refreshes(10)
    # Clients go on to the other node by themselves.
    assert ledger.unanswered[before:] == []
    ledger.verify()


def test_wrong_key_file(nodes, ledger):
    node = nodes[0]
    key = node.data / "key"
    right = key.read_bytes()
    node.process.stop()
    key.write_bytes(secrets.token_bytes(32))
    assert f"Key file '{key}' doesn't belong to database" in refusal(node)
    key.write_bytes(right)
    node.start()
    ledger.verify()


@pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="needs a C compiler, and Linux")
@pytest.mark.parametrize(("shift", "words"), [(YEAR, "ahead of"), (-YEAR, "behind")])
def test_clock_off_by_400_days(nodes, ledger, tmp_path, shift, words):
    library = tmp_path / "clock_shift.so"
    source = pathlib.Path(__file__).with_name("clock_shift.c")
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, source], check=True)
    node = nodes[0]
    node.process.stop()
    complaint = refusal(node, LD_PRELOAD=str(library), CLOCK_SHIFT=str(shift))
    assert "The clock of this machine is " in complaint and f" {words} the database's." in complaint
    node.start()
    ledger.verify()


@pytest.mark.skipif(PROGRAM is None, reason="PgBouncer is not installed (apt: pgbouncer)")
def test_pooler_in_both_modes(make_nodes, cluster, callbacks):
    with contextlib.ExitStack() as stack:
        database = cluster.database()
        pooler = PgBouncer(cluster, "session")
        stack.callback(pooler.stop)
        nodes = make_nodes(2, pooler.url(database)).start()
        ledger = new_ledger(nodes, callbacks)
        with ledger.load(4):
            ledger.wait_for_refreshes(20)
            # Every connection is lost.
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            cluster.ask(database, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
            ledger.wait_for_refreshes(20)
        ledger.verify()
        sharing = PgBouncer(cluster, "transaction")
        stack.callback(sharing.stop)
        node = nodes[0]
        node.process.stop()
        complaint = refusal(node, GATEHOUSE_DATABASE=sharing.url(database))
        assert "A connection pooler shares database sessions between transactions." in complaint
        node.start()
        ledger.verify()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit")
def test_disk_full_under_load(make_server, callbacks):
    server = make_server("--dev")
    # Without this, the limit would end the process instead of failing its writes.
    server.launcher = ["sh", "-c", 'trap "" XFSZ; exec "$@"', "sh"]
    server.start()
    ledger = new_ledger(server, callbacks)
    with ledger.load(4):
        ledger.wait_for_refreshes(10)
        log = server.data / "gatehouse.sqlite-wal"
        limit = (log.stat().st_size // 4096 * 4096, resource.RLIM_INFINITY)
        before = len(ledger.unanswered)
        resource.prlimit(server.process.process.pid, resource.RLIMIT_FSIZE, limit)
        wait_for(lambda: server.new_session().get(server.issuer + "/health/ready").status_code == 503, "the full disk")
        wait_for(lambda: len(ledger.unanswered) > before + 4, "refused requests")
        time.sleep(0.5)
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.process.pid, resource.RLIMIT_FSIZE, unlimited)
        wait_for(lambda: server.new_session().get(server.issuer + "/health/ready").status_code == 200, "the server")
        ledger.wait_for_refreshes(10)
    ledger.verify()
    server.process.kill()
    server.start()
    ledger.verify()

"""Measures the limits of this machine: each component alone."""

import contextlib
import ctypes
import ctypes.util
import dataclasses
import os
import pathlib
import socket
import random
import re
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator

from . import output
from .load import Measured, Wrk
from .loads import BY_NAME, Load, LoadRunner
from .run import Run
from .server import free_port
from .stores import Postgres, SQLite

NOTE = "Each measured alone. The limits of a load are measured again directly before and after it."

# The server's parameters: `HashCost.standard`, on half of the processors.
HASH_PASSES, HASH_MEMORY = 2, 19_456 * 1024
HASH_THREADS = max(1, (os.cpu_count() or 1) // 2)
# The number of rows in a shared commit.
GROUP = 64
ROWS = 10_000


@contextlib.contextmanager
def empty_route(program: pathlib.Path) -> Iterator[tuple[int, int]]:
    """Starts a server with an empty route; yields port and process."""
    port = free_port()
    process = subprocess.Popen([program, "route", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 10
        while True:
            with socket.socket() as caller:
                if caller.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("The empty route is not served.")
            time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def route(port: int, pid: int, connections: int, seconds: float) -> Measured:
    with Wrk("document", port, pid, connections, seconds, path="/", length=0) as wrk:
        return wrk.result()


def signatures(program: pathlib.Path, algorithm: str, threads: int, seconds: int) -> float:
    command = [program, "signatures", algorithm, str(threads), str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def verifications(program: pathlib.Path, threads: int, seconds: int) -> float:
    command = [program, "verifications", str(threads), str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def hashes(seconds: float) -> float:
    """Returns password verifications per second, as the server makes them."""
    sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
    sodium.sodium_init()
    password = b"lantern-orbit-pebble-42"
    stored = ctypes.create_string_buffer(128)
    length, passes, memory = ctypes.c_ulonglong(len(password)), ctypes.c_ulonglong(HASH_PASSES), ctypes.c_size_t(HASH_MEMORY)
    assert sodium.crypto_pwhash_str(stored, password, length, passes, memory) == 0
    counts = [0] * HASH_THREADS
    end = time.monotonic() + seconds

    # Foreign functions run without Python's lock.
    def work(index: int) -> None:
        while time.monotonic() < end:
            assert sodium.crypto_pwhash_str_verify(stored, password, length) == 0
            counts[index] += 1

    began = time.monotonic()
    threads = [threading.Thread(target=work, args=(index,)) for index in range(HASH_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - began)


def sqlite_rows(seconds: float, group: int) -> float:
    """Returns rows changed per second, with a number of rows in each durable commit."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(sqlite3.connect(f"{folder}/limit", isolation_level=None)) as database:
        database.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, counter INTEGER, filling TEXT)"
        )
        database.execute("BEGIN")
        database.executemany("INSERT INTO rows VALUES (?, 0, ?)", ((id, "x" * 300) for id in range(ROWS)))
        database.execute("COMMIT")
        done = 0
        began = time.monotonic()
        while time.monotonic() < began + seconds:
            database.execute("BEGIN IMMEDIATE")
            for _ in range(group):
                database.execute("UPDATE rows SET counter = counter + 1 WHERE id = ?", (random.randrange(ROWS),))
            database.execute("COMMIT")
            done += group
        return done / (time.monotonic() - began)


def postgres_rows(store: Postgres, seconds: int, clients: int) -> float:
    """Returns rows changed per second by a number of connections, one row per commit."""
    store.run(
        "CREATE TABLE IF NOT EXISTS rows AS SELECT id, 0 AS counter, repeat('x', 300) AS filling FROM generate_series(1, 10000) AS id;"
        "CREATE UNIQUE INDEX IF NOT EXISTS rows_by_id ON rows (id)"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(f"\\set id random(1, {ROWS})\nUPDATE rows SET counter = counter + 1 WHERE id = :id;\n")
        script.flush()
        done = subprocess.run(
            store.command("pgbench", "-n", "-M", "prepared", "-c", str(clients), "-T", str(seconds), "-f", script.name),
            check=True, capture_output=True, text=True,
        )
    return float(re.search(r"tps = ([\d.]+)", done.stdout)[1])


@dataclasses.dataclass
class Probed:
    """A load, with the fraction of each limit that it reached, lowest limit first."""

    measured: Measured
    shares: dict[str, float]
    # CPU time of the server per iteration, as a multiple of that for a request of the discovery document.
    of_discovery: float


class LimitProbe:
    """Measures the limits of a load directly before and after it, as a virtual machine changes its speed."""

    SECONDS = 1

    def __init__(self, run: Run, store: SQLite | Postgres):
        self._program, self._store = run.options.programs / "BenchmarkLimits", store
        self._is_smoke = run.options.smoke
        self._algorithm = run.options.id_token_algorithm
        self._route = empty_route(self._program)

    def __enter__(self) -> "LimitProbe":
        self._port, self._pid = self._route.__enter__()
        return self

    def __exit__(self, *error) -> None:
        self._route.__exit__(*error)

    def around(self, runner: LoadRunner, load: Load, connections: int, seconds: float) -> Probed:
        """Runs a load, with its limits and the discovery document before and after it."""
        before, base = self._bounds(runner, load, connections)
        measured = runner.run(load, connections, seconds)
        after, later_base = self._bounds(runner, load, connections)
        shares = {name: measured.rate * 2 / (before[name] + after[name]) for name in before}
        return Probed(
            measured, dict(sorted(shares.items(), key=lambda share: -share[1])), measured.cost * 2 / max(base + later_base, 1e-9)
        )

    def _bounds(self, runner: LoadRunner, load: Load, connections: int) -> tuple[dict[str, float], float]:
        """Returns the iterations per second that each limit permits, by name, and the CPU time of discovery."""
        seconds = 0.2 if self._is_smoke else self.SECONDS
        bounds = {"empty route": route(self._port, self._pid, connections, seconds).rate / load.requests}
        discovery = runner.run(BY_NAME["discovery"], connections, seconds).cost
        return bounds if self._is_smoke else bounds | self._other_bounds(runner, load, connections), discovery

    def _other_bounds(self, runner: LoadRunner, load: Load, connections: int) -> dict[str, float]:
        bounds = {}
        if load.base:
            # Lower than the limits of the other load, so these are not measured.
            base = BY_NAME[load.base]
            turn = 1 / runner.run(base, connections, self.SECONDS).rate
            turn += 1 / verifications(self._program, os.cpu_count() or 1, self.SECONDS)
            bounds[f"{base.title} + ES256"] = 1 / turn
        if load.signatures:
            threads = os.cpu_count() or 1
            turn = 1 / signatures(self._program, "ES256", threads, self.SECONDS)
            if load.signatures > 1:
                turn += 1 / signatures(self._program, self._algorithm, threads, self.SECONDS)
            bounds["signatures"] = 1 / turn
        if load.commits:
            width = 1 if connections == 1 else GROUP
            rows = (
                postgres_rows(self._store, self.SECONDS, width) if isinstance(self._store, Postgres)
                else sqlite_rows(self.SECONDS, width)
            )
            bounds["commits"] = rows / load.commits
        if load.verifies:
            bounds["ES256 verifications"] = verifications(self._program, os.cpu_count() or 1, self.SECONDS)
        if load.hashes:
            bounds["argon2id"] = hashes(self.SECONDS)
        return bounds


def measure(run: Run) -> None:
    if not run.selects("limits"):
        return
    figures = run.figures
    table = run.table("Limits", ("limit", -62), ("per second", 10), note=NOTE)
    program = run.options.programs / "BenchmarkLimits"
    whole = 1 if run.options.quick else 3

    def note(name: str, title: str, rate: float) -> None:
        figures[f"limits.{name}"] = rate
        table.add(title, output.number(rate))

    with empty_route(program) as (port, pid):
        for connections in run.connections:
            output.doing(f"empty route, {connections} connections")
            measured = route(port, pid, connections, run.seconds)
            note(f"route.{connections}", f"empty route of Hummingbird, {connections} connections", measured.rate)
            run.fail(f"limits.route.{connections}", measured.messages)
    processors = os.cpu_count() or 1
    for algorithm, threads in (("ES256", 1), ("ES256", processors), ("RS256", processors)):
        output.doing("signatures")
        rate = signatures(program, algorithm, threads, whole)
        note(f"{algorithm}.{threads}", f"{algorithm} signatures of swift-crypto, {threads} threads", rate)
    for threads in (1, processors):
        output.doing("verifications")
        rate = verifications(program, threads, whole)
        note(f"verifications.{threads}", f"ES256 verifications of swift-crypto, {threads} threads", rate)
    output.doing("hashes")
    note("hashes", f"argon2id of libsodium, 19 MiB, 2 passes, {HASH_THREADS} threads", hashes(whole))
    for kind in run.stores:
        with tempfile.TemporaryDirectory() as folder, kind(pathlib.Path(folder)) as store:
            output.doing(f"commits of {kind.title}")
            if isinstance(store, Postgres):
                note("postgres.1", "PostgreSQL, commits of 1 connection", postgres_rows(store, whole, 1))
                note(f"postgres.{GROUP}", f"PostgreSQL, commits of {GROUP} connections", postgres_rows(store, whole, GROUP))
            else:
                note("sqlite.1", "SQLite, commits of one row, synchronous=FULL", sqlite_rows(whole, 1))
                note(f"sqlite.{GROUP}", f"SQLite, rows in commits of {GROUP}, synchronous=FULL", sqlite_rows(whole, GROUP))

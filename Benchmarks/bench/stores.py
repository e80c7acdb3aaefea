"""The stores: a SQLite file or a PostgreSQL cluster, filled with copies of one account."""

import base64
import contextlib
import csv
import hashlib
import hmac
import json
import os
import pathlib
import pwd
import random
import secrets
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator

from .keys import PASSKEY_COSE, base64url
from .users import email, passkey
from .server import PATIENCE


class SQLite:
    name = "sqlite"
    title = "SQLite"
    # The value of `--database`.
    url = None
    # The process whose children are the database's connections.
    pid = None

    def __init__(self, folder: pathlib.Path):
        self._file = folder / "data" / "gatehouse.sqlite"

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._file)
        # The server is not running, so durability is not needed.
        database.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;")
        return database

    def read(self, query: str) -> tuple[list[str], list[tuple]]:
        with self._open() as database:
            cursor = database.execute(query)
            return [column[0] for column in cursor.description], cursor.fetchall()

    def write(self, table: str, columns: list[str], rows: Iterable[tuple]) -> None:
        with self._open() as database:
            places = ",".join("?" * len(columns))
            database.executemany(f"INSERT INTO {table} ({','.join(columns)}) VALUES ({places})", rows)

    @staticmethod
    def bytes(value: bytes) -> bytes:
        """Returns the form of a column of bytes."""
        return value

    @staticmethod
    def hex(column: str) -> str:
        """Returns the expression of a column of bytes as hexadecimal digits."""
        return f"hex({column})"

    def megabytes(self) -> float:
        """The size on disk in megabytes."""
        return self._file.stat().st_size / 1e6

    def checkpoint(self) -> None:
        with contextlib.closing(sqlite3.connect(self._file)) as database:
            database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def settle(self) -> None:
        """Finishes background work that would disturb later measurements."""
        with self._open() as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        os.sync()

    def __enter__(self) -> "SQLite":
        return self

    def __exit__(self, *_) -> None:
        pass


class Postgres:
    """A PostgreSQL cluster on its own socket with default settings, so commits are durable."""

    name = "postgres"
    title = "PostgreSQL"

    def __init__(self, folder: pathlib.Path):
        self.programs = self.find_programs()
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="gatehouse-bench-"))
        self.url = f"postgres://gatehouse@{str(self._folder).replace('/', '%2F')}/gatehouse"
        # PostgreSQL does not run as root.
        self._user = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
            self._user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        data = self._folder / "data"
        subprocess.run(
            [self.programs / "initdb", "-D", data, "-U", "gatehouse", "-A", "trust", "-E", "UTF8", "--locale=C"],
            check=True, stdout=subprocess.DEVNULL, cwd="/", **self._user,
        )
        with open(self._folder / "log", "w") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", data, "-k", self._folder, "-h", ""],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", **self._user,
            )
        end = time.monotonic() + PATIENCE
        while subprocess.run([self.programs / "pg_isready", "-q", "-h", self._folder]).returncode:
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self._folder / "log").read_text())
            time.sleep(0.05)
        self._psql("CREATE DATABASE gatehouse", database="postgres")

    @staticmethod
    def find_programs() -> pathlib.Path:
        versions = pathlib.Path("/usr/lib/postgresql").glob("*/bin")
        for folder in sorted(versions, key=lambda path: float(path.parent.name), reverse=True):
            if (folder / "initdb").exists():
                return folder
        if found := shutil.which("initdb"):
            return pathlib.Path(found).parent
        raise RuntimeError("PostgreSQL is not installed (apt: postgresql)")

    def command(self, program: str, *options: str, database: str = "gatehouse") -> list:
        return [self.programs / program, "-h", self._folder, "-U", "gatehouse", *options, database]

    def _psql(self, statement: str, database: str = "gatehouse", **options) -> subprocess.CompletedProcess:
        return subprocess.run(
            self.command("psql", "-XqAt", "--csv", "-v", "ON_ERROR_STOP=1", "-c", statement, database=database),
            check=True, capture_output=True, text=True, **options,
        )

    def run(self, statement: str) -> None:
        self._psql(statement)

    def read(self, query: str) -> tuple[list[str], list[tuple]]:
        output = self._psql(f"COPY ({query}) TO STDOUT (FORMAT csv, HEADER, NULL '\\N')").stdout
        columns, *rows = csv.reader(output.splitlines())
        return columns, [tuple(None if value == "\\N" else value for value in row) for row in rows]

    def write(self, table: str, columns: list[str], rows: Iterable[tuple]) -> None:
        process = subprocess.Popen(
            self.command("psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-c", f"COPY {table} ({','.join(columns)}) FROM STDIN (FORMAT csv, NULL '\\N')"),
            stdin=subprocess.PIPE, text=True,
        )
        with process.stdin as stdin:
            csv.writer(stdin).writerows(["\\N" if value is None else value for value in row] for row in rows)
        if process.wait():
            raise RuntimeError(f"{table} could not be filled")

    @staticmethod
    def bytes(value: bytes) -> str:
        return "\\x" + value.hex()

    @staticmethod
    def hex(column: str) -> str:
        return f"encode({column}, 'hex')"

    def megabytes(self) -> float:
        return int(self.read("SELECT pg_database_size(current_database())")[1][0][0]) / 1e6

    @property
    def pid(self) -> int:
        return self._process.pid

    def checkpoint(self) -> None:
        self._psql("CHECKPOINT")

    def settle(self) -> None:
        # PostgreSQL would do this later, at a time when tables may be empty.
        self._psql("VACUUM ANALYZE")
        self.checkpoint()
        os.sync()

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(self, *_) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(PATIENCE)
        shutil.rmtree(self._folder)


def add_accounts(store: SQLite | Postgres, first: int, last: int) -> None:
    """Adds copies of the account `email(0)`, numbered from `first` to before `last`."""
    _, [(model,)] = store.read(f"SELECT account_id FROM account_identifiers WHERE value = '{email(0)}'")
    ids = [_identifier() for _ in range(first, last)]
    _copy(store, "accounts", f"id = '{model}'", len(ids), lambda number: {"id": ids[number]})
    _copy(
        store, "account_identifiers", f"account_id = '{model}'", len(ids),
        lambda number: {"account_id": ids[number], "value": email(first + number)},
    )
    store.settle()


def add_passkeys(store: SQLite | Postgres, first: int, last: int) -> None:
    """Adds a passkey for each account from `first` to before `last`; all have the same key."""
    numbers = {email(number): number for number in range(first, last)}
    _, rows = store.read("SELECT account_id, value FROM account_identifiers")
    columns = ["id", "account_id", "factor", "name", "created_at", "state", "revision"]
    now = int(time.time() * 1000)

    def credentials() -> Iterator[tuple]:
        for account, value in rows:
            if value not in numbers:
                continue
            id = passkey(numbers[value])
            state = {
                "id": base64.b64encode(id).decode(), "publicKey": base64.b64encode(PASSKEY_COSE).decode(),
                "aaguid": "00000000-0000-0000-0000-000000000000", "signCount": 0, "isBackupEligible": True, "isBackedUp": True,
                "transports": [],
            }
            record = base64url(hashlib.sha256(id).digest())
            yield record, account, "passkey", "Passkey", now, store.bytes(json.dumps(state).encode()), 1

    store.write("credentials", columns, credentials())
    store.settle()


def add_sessions(store: SQLite | Postgres, count: int, change: Callable[[int], dict] = lambda _: {}) -> None:
    """Adds changed copies of a session, for all accounts in turn; `session_tokens` returns their refresh tokens."""
    _, rows = store.read("SELECT id FROM accounts")
    accounts = [row[0] for row in rows]
    _, [(model,)] = store.read("SELECT id FROM sessions LIMIT 1")
    # The month of a session, which is part of its ID.
    month = "".join(model.partition("-")[:2])
    _copy(
        store, "sessions", "ended_at IS NULL AND is_offline AND key_thumbprint IS NULL", count,
        lambda number: {
            "id": month + _identifier(), "account_id": accounts[number % len(accounts)], "browser_session_id": None,
            "salt": store.bytes(secrets.token_bytes(32)),
        } | change(number),
    )
    store.settle()


def session_tokens(store: SQLite | Postgres, key: bytes, most: int) -> list[str]:
    """Returns refresh tokens of sessions that are spread over all copies, in no order (`RefreshToken.swift`)."""
    copies = "sessions WHERE browser_session_id IS NULL AND ended_at IS NULL AND key_thumbprint IS NULL"
    _, [(count,)] = store.read(f"SELECT count(*) FROM {copies}")
    _, rows = store.read(f"SELECT id, counter, {store.hex('salt')} FROM {copies} AND sequence % {int(count) // most + 1} = 0")
    random.shuffle(rows)

    # HKDF (RFC 5869) of one block, without a salt.
    tokens_key = hmac.digest(hmac.digest(bytes(32), key, "sha256"), b"gatehouse refresh tokens\x01", "sha256")

    def token(id: str, counter: int, salt: str) -> str:
        text = f"rt.{id}.{counter}"
        return f"{text}.{base64url(hmac.digest(tokens_key, bytes.fromhex(salt) + text.encode(), 'sha256'))}"

    return [token(*row) for row in rows]


def _identifier() -> str:
    """Returns a random identifier, so that indexes are filled in no order."""
    return secrets.token_urlsafe(16)


def _copy(store, table: str, where: str, count: int, change: Callable[[int], dict]) -> None:
    """Writes modified copies of one row."""
    columns, [row] = store.read(f"SELECT * FROM {table} WHERE {where} LIMIT 1")
    model = dict(zip(columns, row))
    # The database assigns row numbers.
    model.pop("sequence", None)

    def copies() -> Iterator[tuple]:
        for number in range(count):
            yield tuple((model | change(number)).values())

    store.write(table, list(model), copies())

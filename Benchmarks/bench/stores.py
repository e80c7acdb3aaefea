"""Where a server keeps its records: a SQLite file, or a private PostgreSQL cluster. Both can be filled from one account."""

import pathlib
import secrets
import sqlite3
from collections.abc import Iterable, Iterator

from .people import email


def identifier() -> str:
    """Random like the server's own, so that an index of them is filled in no order."""
    return secrets.token_urlsafe(16)


class SQLite:
    name = "SQLite"

    def __init__(self, folder: pathlib.Path):
        self._file = folder / "data" / "gatehouse.sqlite"
        # What `--database` says.
        self.url = None

    def read(self, query: str) -> tuple[list[str], list[tuple]]:
        with sqlite3.connect(self._file) as database:
            cursor = database.execute(query)
            return [column[0] for column in cursor.description], cursor.fetchall()

    def write(self, table: str, columns: list[str], rows: Iterable[tuple]) -> None:
        with sqlite3.connect(self._file) as database:
            places = ",".join("?" * len(columns))
            database.executemany(f"INSERT INTO {table} ({','.join(columns)}) VALUES ({places})", rows)

    def settle(self) -> None:
        """What a database that has grown over the years has long had done to it."""
        with sqlite3.connect(self._file) as database:
            database.execute("ANALYZE")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        pass


def _copies(store, table: str, where: str, count: int, change) -> None:
    """Writes `count` copies of the one row there is; `change` alters the values of the one with that number."""
    columns, rows = store.read(f"SELECT * FROM {table} WHERE {where} LIMIT 1")
    kept = [index for index, name in enumerate(columns) if name != "sequence"]
    model = {columns[index]: rows[0][index] for index in kept}
    names = list(model)

    def changed() -> Iterator[tuple]:
        for number in range(count):
            yield tuple((model | change(number)).values())

    store.write(table, names, changed())


def add_accounts(store, first: int, last: int) -> None:
    """Accounts like that of `email(0)`, with its password, numbered from `first` to before `last`."""
    if last <= first:
        return
    _, rows = store.read(f"SELECT account_id FROM account_identifiers WHERE value = '{email(0)}'")
    model = rows[0][0]
    ids = [identifier() for _ in range(first, last)]
    _copies(store, "accounts", f"id = '{model}'", len(ids), lambda number: {"id": ids[number]})
    _copies(
        store, "account_identifiers", f"account_id = '{model}'", len(ids),
        lambda number: {"account_id": ids[number], "value": email(first + number)},
    )


def add_sessions(store, count: int) -> None:
    """Sessions of accounts that are there, like one that is there. No refresh token is good for them: they fill the room."""
    _, rows = store.read("SELECT id FROM accounts")
    accounts = [row[0] for row in rows]
    _copies(
        store, "sessions", "ended_at IS NULL", count,
        lambda number: {
            "id": identifier(), "account_id": accounts[number % len(accounts)], "browser_session_id": None, "salt": secrets.token_bytes(16),
        },
    )

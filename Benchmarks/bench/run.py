"""One run of the benchmark: options and results."""

import argparse
import contextlib
import dataclasses
import pathlib
import tempfile
from collections.abc import Iterator

from . import output
from .loads import USERS
from .users import Users
from .server import Server
from .stores import SQLite, Postgres, add_accounts, add_passkeys


@dataclasses.dataclass
class Site:
    """A server with its store, clients and a thousand accounts, not started."""

    server: Server
    store: SQLite | Postgres
    users: Users


class Run:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        # All figures by name, for example `sqlite.refresh.64.p99`.
        self.figures: dict[str, float] = {}
        self.tables: list[output.Table] = []
        self.errors: list[str] = []

    def selects(self, *names: str) -> bool:
        return not self.options.only or any(name in self.options.only for name in names)

    @property
    def stores(self) -> list[type]:
        return [kind for kind in (SQLite, Postgres) if self.options.store in (None, kind.name)]

    @property
    def seconds(self) -> float:
        return 1.5 if self.options.quick else 3

    @property
    def connections(self) -> tuple[int, ...]:
        return self.options.connections

    def table(self, title: str, *columns: tuple[str, int], note: str = "") -> output.Table:
        table = output.Table(title, *columns, note=note)
        self.tables.append(table)
        return table

    def fail(self, where: str, messages: list[str]) -> None:
        for message in messages:
            self.errors.append(f"{where}: {message}")
            output.line(output.red(f"  {message}"))

    @contextlib.contextmanager
    def site(self, kind: type) -> Iterator[Site]:
        """Creates a site in a temporary folder."""
        output.doing(f"{kind.title}: clients and {USERS:,} accounts")
        with tempfile.TemporaryDirectory(prefix="gatehouse-bench-") as name:
            folder = pathlib.Path(name)
            with kind(folder) as store:
                server = Server(self.options.binary, folder, store.url)
                users = Users.register(server, self.options.id_token_algorithm)
                add_accounts(store, 1, USERS)
                add_passkeys(store, 0, USERS)
                with server:
                    yield Site(server, store, users)

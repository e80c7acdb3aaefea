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
        """The duration of a cell."""
        return self.options.seconds

    @property
    def crowd(self) -> int:
        """The connections of the loads that are not run with several numbers of them."""
        return 4 if self.options.smoke else 64

    @property
    def rate(self) -> int:
        """The refreshes that are due in a second while something else happens; the default limits permit them."""
        return 50 if self.options.smoke else 900

    @property
    def audience(self) -> dict[str, int]:
        """The browsers and sessions of signed-in users."""
        return {"browsers": 2, "sessions": 8} if self.options.smoke else {"browsers": 32, "sessions": 512}

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
                server = Server(self.options.binary, folder, store.url, store.pid)
                users = Users.register(server, self.options.id_token_algorithm)
                add_accounts(store, 1, USERS)
                add_passkeys(store, 0, USERS)
                with server:
                    yield Site(server, store, users)

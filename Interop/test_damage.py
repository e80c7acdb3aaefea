"""A damaged or read-only database: the server says so instead of failing silently, and there is a way to repair it."""

import contextlib
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess

import pytest

from gatehouse import GATEHOUSE, LISTENING, Process, wait_for
from journey import PASSWORD
from person import Person

EMAIL = "person@example.com"
FILLERS = 400


@pytest.fixture
def sound(make_server, make_application):
    """A stopped server with a user, an app and many other accounts."""
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")
    server.create_user(EMAIL, PASSWORD)
    server.stop()
    with database(server.data) as rows:
        add_accounts(rows)
    return server, application


@contextlib.contextmanager
def database(folder: pathlib.Path):
    with contextlib.closing(sqlite3.connect(folder / "gatehouse.sqlite")) as rows:
        yield rows
        rows.commit()


def add_accounts(rows: sqlite3.Connection) -> None:
    """Copies the user, so that the tables and indexes have many pages."""

    user = rows.execute("SELECT account_id FROM account_identifiers").fetchone()[0]

    def copy(table: str, key: str, **changed: str) -> None:
        names = [column[1] for column in rows.execute(f"PRAGMA table_info({table})") if column[1] != "sequence"]
        values = ", ".join(f"'{changed[name]}'" if name in changed else name for name in names)
        rows.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} WHERE {key} = ?", [user])

    for number in range(FILLERS):
        copy("accounts", "id", id=f"filler-{number}")
        copy("account_identifiers", "account_id", account_id=f"filler-{number}", value=f"filler{number}@example.com")


def pages_of_records(folder: pathlib.Path) -> list[int]:
    """Returns the pages of tables and indexes; without those of the schema, no server starts."""
    query = "SELECT pageno FROM dbstat WHERE name <> 'sqlite_schema' ORDER BY pageno"
    with database(folder) as rows:
        return [row[0] for row in rows.execute(query)]


def damage(file: pathlib.Path, pages: list[int], seed: int) -> None:
    """Overwrites three pages, or parts of them, with random bytes."""
    chance = random.Random(seed)
    with open(file, "r+b") as content:
        size = int.from_bytes(content.read(18)[16:18], "big")
        for page in chance.sample(pages, 3):
            length = chance.choice([64, 512, size])
            content.seek((page - 1) * size + chance.randrange(size - length + 1))
            content.write(chance.randbytes(length))


def signs_in(server, application) -> bool:
    try:
        person = Person(server, EMAIL, PASSWORD).open(application.sign_in_url()).sign_in()
        return application.redeem(person.answer["code"]).status_code == 200
    except (AssertionError, AttributeError, KeyError, TypeError):
        return False


def is_ready(server) -> bool:
    return server.get("/health/ready").status_code == 200


def reason(server) -> str:
    """Returns the reason that the server is not ready, or nothing if it is."""
    answer = server.get("/health/ready")
    return answer.json()["error_description"] if answer.status_code == 503 else ""


def is_sound(file: pathlib.Path) -> bool:
    """Checks a copy with SQLite itself."""
    copy = file.with_name("copy.sqlite")
    shutil.copy2(file, copy)
    try:
        with contextlib.closing(sqlite3.connect(copy)) as rows:
            return rows.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    except sqlite3.DatabaseError:
        return False
    finally:
        copy.unlink()


@pytest.mark.parametrize("seed", range(6))
def test_is_not_ready_with_damaged_pages(sound, seed):
    server, application = sound
    file = server.data / "gatehouse.sqlite"
    pages = pages_of_records(server.data)
    # Damage inside of a value is invisible to SQLite, and may be all that the seed does.
    while is_sound(file):
        damage(file, pages, seed)
        seed += 1000
    if not starts(server):
        assert "gatehouse restore" in server.process.output or "key" in server.process.output
        server.process = None
        return
    wait_for(lambda: "gatehouse restore" in reason(server), "the health check")
    signs_in(server, application)
    # Successful requests do not hide the damage.
    assert "gatehouse restore" in reason(server)
    assert server.get("/health/live").status_code == 200
    server.process.kill()
    server.process = None


def starts(server) -> bool:
    """Starts the server on its port; returns whether it runs."""
    arguments = ["serve", *server.options, "--issuer", server.issuer, "--listen", f"localhost:{server.port}"]
    server.process = Process([GATEHOUSE, *arguments, "--data", server.data], server.variables)
    return server.process.line(LISTENING) is not None


def test_recovers_readable_rows(sound):
    server, application = sound
    file = server.data / "gatehouse.sqlite"
    with database(server.data) as rows:
        leaves = "SELECT pageno, pgsize FROM dbstat WHERE name = 'accounts' AND pagetype = 'leaf' ORDER BY path"
        page, size = rows.execute(leaves).fetchall()[-2]
    with open(file, "r+b") as pages:
        pages.seek((page - 1) * size)
        pages.write(bytes(size))
    damaged = server.folder / "damaged"
    server.data.rename(damaged)

    backup = server.folder / "backup"
    done = server.run("backup", backup, "--data", damaged)
    assert done.returncode == 1 and "restore --recover" in done.stderr, done.stderr
    assert not backup.exists()
    before = file_states(damaged)
    done = server.run("restore", damaged, "--check")
    assert done.returncode == 1 and "--recover" in done.stderr, done.stderr

    done = server.run("restore", "--recover", damaged, "--data", server.data, "--json")
    assert done.returncode == 0, done.stderr
    tables = json.loads(done.stdout)["tables"]
    assert tables["accounts"]["kept"] > FILLERS / 2 and tables["accounts"]["lost"] > 0
    for table in ("accounts", "account_identifiers"):
        assert sum(tables[table].values()) == FILLERS + 1
    # A name without its account is lost with it.
    assert tables["accounts"] == tables["account_identifiers"]
    assert tables["clients"]["lost"] == tables["keys"]["lost"] == 0
    assert file_states(damaged) == before
    assert sorted(path.name for path in server.data.iterdir()) == ["gatehouse.sqlite", "key"]

    server.start()
    assert signs_in(server, application)
    assert is_ready(server)


def file_states(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_checks_backup_without_writing(sound):
    server, _ = sound
    backup = server.folder / "backup"
    server.administer("backup", backup)
    before = file_states(backup)
    done = server.run("restore", backup, "--check", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["accounts"], found["outdated"]) == (FILLERS + 1, False)
    assert found["newest"].startswith("20") and found["bytes"] == len(before["gatehouse.sqlite"])
    done = server.run("restore", backup, "--check")
    assert done.returncode == 0 and f"{FILLERS + 1} accounts" in done.stdout, done.stderr
    assert file_states(backup) == before
    (backup / "key").write_bytes(bytes(32))
    done = server.run("restore", backup, "--check")
    assert done.returncode == 1 and "different key file" in done.stderr, done.stderr
    (backup / "gatehouse.sqlite").write_bytes(before["gatehouse.sqlite"][: len(before["gatehouse.sqlite"]) // 2])
    done = server.run("restore", backup, "--check")
    assert (done.returncode, done.stdout) == (1, "") and "damaged" in done.stderr, done.stderr


class ReadOnly:
    """A folder that is made read-only, by a mount or by the attribute of its files, even for root."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self._undo: list[list] = []

    def __enter__(self) -> "ReadOnly":
        files = [path for path in self.folder.iterdir() if path.is_file()]
        if self._run("mount", "--bind", self.folder, self.folder):
            self._undo = [["umount", self.folder]]
            if self._run("mount", "-o", "remount,ro,bind", self.folder):
                return self
            self.__exit__()
        if self._run("chattr", "+i", *files, self.folder):
            self._undo = [["chattr", "-i", self.folder, *files]]
            return self
        pytest.skip("neither mount nor chattr is permitted")

    def __exit__(self, *_) -> None:
        for command in self._undo:
            assert self._run(*command), command
        self._undo = []

    def _run(self, *command) -> bool:
        try:
            return subprocess.run(list(map(str, command)), capture_output=True).returncode == 0
        except FileNotFoundError:
            return False


def test_does_not_start_on_read_only_data(make_server):
    server = make_server("--dev").start()
    server.create_user(EMAIL)
    server.stop()
    with ReadOnly(server.data):
        assert not starts(server)
        assert server.process.wait() == 1
        assert "can't be written" in server.process.output, server.process.output
        done = server.run("user", "list", "--data", server.data)
        assert done.returncode == 1 and "can't be written" in done.stderr, done.stderr
    assert starts(server)
    assert is_ready(server)


def test_is_not_ready_while_data_are_read_only(make_server):
    server = make_server("--dev").start()
    assert is_ready(server)
    with ReadOnly(server.data):
        wait_for(lambda: "can't be written" in reason(server), "the health check")
        assert server.get("/health/live").status_code == 200
    wait_for(lambda: is_ready(server), "the recovery")

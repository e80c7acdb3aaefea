"""Cleanups and deletions of many records: they delay nothing, continue after a crash, and run on one node at a time."""

import re
import sqlite3
import time

import pytest

from gatehouse import GATEHOUSE, Process, Server, wait_for
from journey import PASSWORD
from person import Person

DAY = 86_400
EXPIRED = 40_000
# Sessions that expire on the day of the cutoff, of which the sweep reads none.
BOUNDARY = 60_000
ACCOUNT = (
    "INSERT INTO accounts (id, pending, attributes, created_at, updated_at, revision, credentials_revision)"
    " VALUES ('many', '[]', '{}', 0, 0, 1, 1)"
)


def sessions(client: str, count: int, day: int, prefix: str, *, numbers: str, no: str, salt: str) -> str:
    """Returns the statement that inserts sessions of a client that expire on a day."""
    return (
        "INSERT INTO sessions (id, account_id, client_id, is_on_other_device, scopes, is_offline, counter, rotated_at,"
        " salt, authenticated_at, factors, created_at, expires_at, expiry_day)"
        f" SELECT '{prefix}' || n, 'many', '{client}', {no}, 'openid', NOT {no}, 1, 0, {salt}, 0, '[]', 0,"
        f" {(day + 1) * DAY * 1000 - 1}, {day} FROM {numbers.format(count)}"
    )


def in_sqlite(client: str, count: int, day: int, prefix: str) -> str:
    numbers = "(WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < {}) SELECT n FROM r)"
    return sessions(client, count, day, prefix, numbers=numbers, no="0", salt="x'00'")


def in_postgres(client: str, count: int, day: int, prefix: str) -> str:
    return sessions(client, count, day, prefix, numbers="generate_series(1, {}) AS n", no="false", salt="'\\x00'")


def count(server: Server, condition: str) -> int:
    with sqlite3.connect(f"file:{server.data}/gatehouse.sqlite?mode=ro", uri=True) as database:
        return database.execute(f"SELECT count(*) FROM sessions WHERE {condition}").fetchone()[0]


def fill(server: Server, *statements: str) -> None:
    """Inserts records, as of a server that cleaned up a moment ago."""
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        for statement in (ACCOUNT, *statements):
            database.execute(statement)
        database.execute("UPDATE health SET cleaned_up_at = ?", (int(time.time() * 1000),))


def test_refreshes_during_a_sweep(make_server, make_application, email):
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")
    server.create_user(email, PASSWORD)
    person = Person(server, email, PASSWORD).open(application.sign_in_url()).sign_in()
    token = application.redeem(person.answer["code"]).json()["refresh_token"]
    assert re.match(r"rt\.\d{4}-", token), "The session's ID does not name its month."
    server.stop()
    today = int(time.time()) // DAY
    fill(
        server,
        in_sqlite(application.id, EXPIRED, today - 3, "expired"),
        in_sqlite(application.id, BOUNDARY, today - 1, "boundary"),
    )
    server.start()
    during = 0
    while count(server, "id LIKE 'expired%'"):
        answer = application.refresh(token)
        assert answer.status_code == 200, answer.text
        token = answer.json()["refresh_token"]
        during += 1
    assert during > 1
    assert count(server, "id LIKE 'boundary%'") == BOUNDARY
    assert application.refresh(token).status_code == 200


@pytest.mark.parametrize("restart", [True, False])
def test_continues_killed_deletion_of_client(make_server, restart):
    server = make_server("--dev").start()
    client = server.create_client("Example App", "--grant", "device_code")["client_id"]
    if restart:
        server.stop()
    fill(server, in_sqlite(client, 50_000, int(time.time()) // DAY + 30, "session"))
    command = [GATEHOUSE, "client", "delete", client, "--yes", "--data", server.data]
    process = Process(command, server.variables)
    wait_for(lambda: 0 < count(server, "true") < 50_000, "the first records to be deleted")
    process.kill()
    left = count(server, "true")
    assert 0 < left < 50_000
    [listed] = [one for one in server.administer("client", "list") if one["client_id"] == client]
    assert listed["deleting"] is True
    if restart:
        server.start()
        form = {"client_id": client, "scope": "openid"}
        assert server.post("/oauth2/device_authorization", form).json()["error"] == "invalid_client"
    else:
        server.administer("client", "delete", client)
    wait_for(lambda: client not in [one["client_id"] for one in server.administer("client", "list")], "the deletion", 30)
    assert count(server, "true") == 0


def test_sweeps_on_one_of_two_nodes(make_nodes, cluster):
    nodes = make_nodes(2, GATEHOUSE_LOG_LEVEL="debug")
    client = nodes[0].create_client("Example App", "--grant", "device_code")["client_id"]
    cluster.ask(nodes.database, ACCOUNT)
    cluster.ask(nodes.database, in_postgres(client, 10_000, int(time.time()) // DAY - 3, "expired"))
    cluster.ask(nodes.database, f"UPDATE health SET cleaned_up_at = {int(time.time() * 1000)}")
    nodes.start()
    wait_for(lambda: sum(swept(node) for node in nodes) == 10_000, "the sweep")
    assert sorted(swept(node) for node in nodes) == [0, 10_000]
    assert cluster.ask(nodes.database, "SELECT count(*) FROM sessions") == ["0"]
    months = cluster.ask(nodes.database, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'sessions'::regclass")
    assert months == ["5"]
    for table in ("sessions_default", "audit_events_default"):
        assert cluster.ask(nodes.database, f"SELECT count(*) FROM {table}") == ["0"]


def swept(node: Server) -> int:
    """Returns the number of sessions that the node has deleted, according to its log."""
    found = [re.search(r"kind=sessions rows=(\d+)", line) for line in node.process.lines]
    return sum(int(rows[1]) for rows in found if rows)

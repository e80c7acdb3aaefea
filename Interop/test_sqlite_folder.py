"""A server's data folder: after a stop, with a second server, and with another key file."""

import datetime
import os
import secrets
import shutil
import signal
import sqlite3

from journey import PASSWORD
from person import Person

from gatehouse import Server, wait_for


def test_leaves_everything_in_database_file_after_stop(make_server):
    server = make_server("--dev").start()
    for number in range(30):
        server.create_user(f"person{number}@example.com")
    server.stop()
    database = server.data / "gatehouse.sqlite"
    assert not (server.data / "gatehouse.sqlite-wal").exists()

    copy = make_server("--dev")
    copy.data.mkdir(0o700)
    for name in ("gatehouse.sqlite", "key"):
        shutil.copy2(database.parent / name, copy.data / name)
    copy.start()
    assert copy.get("/health/ready").status_code == 200
    assert len(copy.administer("user", "list")) == 30


def test_leaves_complete_file_after_commands(make_server):
    server = make_server("--dev")
    server.data.mkdir(0o700)
    server.create_client("Example App", "--redirect-uri", "https://app.example/callback")
    assert not (server.data / "gatehouse.sqlite-wal").exists()
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        assert database.execute("SELECT COUNT(*) FROM clients").fetchone() == (1,)


def test_reports_commits_left_in_wal_at_stop(make_server):
    server = make_server("--dev").start()
    reader = sqlite3.connect(f"file:{server.data}/gatehouse.sqlite?mode=ro", uri=True, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT COUNT(*) FROM accounts").fetchone()
    server.create_user("person@example.com")
    server.process.signal(signal.SIGTERM)
    assert server.process.wait() == 1
    assert "The database could not be closed properly." in server.process.output
    assert "gatehouse.sqlite-wal. Keep the two files together." in server.process.output
    reader.close()
    server.start()
    assert len(server.administer("user", "list")) == 1


def test_rejects_second_server_on_folder(make_server):
    server = make_server("--dev").start()
    second = server.run("serve", "--dev", "--listen", "localhost:0", "--issuer", "http://localhost:1", "--data", server.data)
    assert second.returncode == 1
    assert f"Another server uses {server.data}/gatehouse.sqlite." in second.stderr
    # Commands run beside it.
    server.create_user("person@example.com")
    server.administer("backup", server.folder / "backup")
    assert server.get("/health/ready").status_code == 200
    # A crashed server leaves no lock.
    server.process.kill()
    server.start()
    assert len(server.administer("user", "list")) == 1


def test_rejects_key_file_of_another_server(make_server):
    server = make_server("--dev").start()
    assert server.get("/oauth2/keys").json()["keys"]
    server.stop()
    key = server.data / "key"
    right = key.read_bytes()
    key.write_bytes(secrets.token_bytes(32))
    for command in (["client", "list"], ["user", "create", "--email", "a@example.com"], ["keys", "rotate"], ["events"]):
        done = server.run(*command, "--data", server.data)
        assert done.returncode == 1 and "doesn't belong to database" in done.stderr, done.stderr
    done = server.run("backup", server.folder / "backup", "--data", server.data)
    assert done.returncode == 1 and "doesn't belong to database" in done.stderr, done.stderr
    assert not (server.folder / "backup").exists()
    done = server.run("serve", "--dev", "--listen", "localhost:0", "--issuer", "http://localhost:1", "--data", server.data)
    assert done.returncode == 1 and "doesn't belong to database" in done.stderr, done.stderr
    key.write_bytes(right)
    server.start()


def test_rejects_missing_database_without_begin_anew(make_server):
    server = make_server("--dev").start()
    server.create_user("person@example.com")
    server.stop()
    (server.data / "gatehouse.sqlite").rename(server.folder / "away")
    arguments = ["serve", "--dev", "--listen", "localhost:0", "--issuer", "http://localhost:1", "--data", server.data]
    done = server.run(*arguments)
    assert done.returncode == 1 and "--begin-anew" in done.stderr, done.stderr
    assert not (server.data / "gatehouse.sqlite").exists()
    server.options.append("--begin-anew")
    server.start()
    assert server.administer("user", "list") == []


def test_returns_server_error_for_damaged_row(make_server, make_application):
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")
    server.create_user("person@example.com", PASSWORD)
    person = Person(server, "person@example.com", PASSWORD).open(application.sign_in_url()).sign_in()
    token = application.redeem(person.answer["code"]).json()["refresh_token"]
    assert server.get("/health/ready").status_code == 200
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        factors = database.execute("SELECT factors FROM sessions").fetchone()
        database.execute("UPDATE sessions SET factors = 'no JSON'")
    answer = application.refresh(token)
    assert (answer.status_code, answer.json()["error"]) == (503, "temporarily_unavailable")
    assert server.get("/health/ready").status_code == 503
    wait_for(lambda: r'corrupt(\"session.factors\")' in server.process.output, "the log")
    with sqlite3.connect(server.data / "gatehouse.sqlite") as database:
        database.execute("UPDATE sessions SET factors = ?", factors)
    assert application.refresh(token).status_code == 200


def test_returns_server_error_after_rollback_of_database(make_server, make_application):
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")
    server.create_user("person@example.com", PASSWORD)
    person = Person(server, "person@example.com", PASSWORD).open(application.sign_in_url()).sign_in()
    token = application.redeem(person.answer["code"]).json()["refresh_token"]
    server.administer("backup", server.folder / "backup")
    for _ in range(3):
        token = application.refresh(token).json()["refresh_token"]
    server.stop()
    os.rename(server.data, server.folder / "lost")
    assert server.run("restore", server.folder / "backup", "--data", server.data).returncode == 0
    server.start()
    assert server.get("/health/ready").status_code == 200
    assert application.refresh(token[:-4] + "AAAA").json()["error"] == "invalid_grant"
    assert server.get("/health/ready").status_code == 200
    assert application.refresh(token).status_code == 503
    assert server.get("/health/ready").status_code == 503
    server.stop()
    # An intended restore is declared with a time that is not in the future.
    arguments = ["serve", *server.options, "--listen", "localhost:0", "--issuer", server.issuer, "--data", server.data]
    assert "in the future" in server.run(*arguments, "--restored-at", "2099-01-01T00:00:00Z").stderr
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0) + datetime.timedelta(seconds=1)
    server.options += ["--restored-at", now.isoformat().replace("+00:00", "Z")]
    server.start()
    answer = application.refresh(token)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert server.get("/health/ready").status_code == 200

"""A running server moves from SQLite to several nodes on PostgreSQL and back, and keeps all sessions."""

import json
import threading

from journey import PASSWORD
from person import Person


def copy(server, to: str):
    return server.run("database", "copy", "--from", f"sqlite:{server.data}", "--to", to, "--json")


def test_keeps_sessions_after_copy_to_postgresql(make_server, make_application, make_nodes, cluster):
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")

    def sign_in(name: str) -> dict:
        server.create_user(name, PASSWORD)
        person = Person(server, name, PASSWORD).open(application.sign_in_url()).sign_in()
        return application.redeem(person.answer["code"]).json()

    quiet, tokens = sign_in("quiet@example.com"), sign_in("busy@example.com")
    is_over = threading.Event()
    answers = []

    def refresh() -> None:
        nonlocal tokens
        while not is_over.is_set():
            answer = application.refresh(tokens["refresh_token"])
            answers.append(answer.status_code)
            tokens = answer.json()

    # A trial copy does not disturb the running server.
    at_work = threading.Thread(target=refresh)
    at_work.start()
    tried = copy(server, cluster.database())
    is_over.set()
    at_work.join()
    assert tried.returncode == 0, tried.stderr
    assert answers and set(answers) == {200}

    server.stop()
    moved = cluster.database()
    done = copy(server, moved)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tables"]["accounts"] == 2
    again = copy(server, moved)
    assert (again.returncode, again.stdout) == (1, "")

    key = (server.data / "key").read_bytes()
    nodes = make_nodes(database=moved, issuer=server.issuer, key=key).start()
    for node, session in zip(nodes, (quiet, tokens)):
        there = application.at(node)
        assert there.user(session["access_token"])["email_verified"] is True
        assert there.refresh(session["refresh_token"]).status_code == 200
    there = application.at(nodes)
    person = Person(nodes, "quiet@example.com", PASSWORD).open(there.sign_in_url()).sign_in()
    answer = there.redeem(person.answer["code"])
    assert answer.status_code == 200

    # Back to a new file: once while the nodes run, then for good.
    tried = server.run("database", "copy", "--from", moved, "--to", f"sqlite:{server.folder}/trial.sqlite", "--json")
    assert tried.returncode == 0, tried.stderr
    for node in nodes:
        node.stop()
    server.data.rename(server.folder / "before")
    back = ["database", "copy", "--from", moved, "--to", f"sqlite:{server.data}/gatehouse.sqlite", "--json"]
    done = server.run(*back)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tables"]["accounts"] == 2
    again = server.run(*back)
    assert (again.returncode, again.stdout) == (1, "") and "isn't empty" in again.stderr, again.stderr
    (server.data / "key").touch(0o600)
    (server.data / "key").write_bytes(key)
    server.start()
    assert application.refresh(answer.json()["refresh_token"]).status_code == 200
    person = Person(server, "busy@example.com", PASSWORD).open(application.sign_in_url()).sign_in()
    assert application.redeem(person.answer["code"]).status_code == 200

"""A server on SQLite moves to PostgreSQL: tried while it runs, then done, and nobody has to sign in again."""

import json
import threading

from journey import PASSWORD
from person import Person


def test_sessions_outlive_the_move_to_postgres(make_server, make_application, cluster):
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")

    def sign_in(name: str) -> str:
        server.create_user(name, PASSWORD)
        person = Person(server, name, PASSWORD).open(application.sign_in_url()).sign_in()
        return application.redeem(person.answer["code"]).json()["refresh_token"]

    tokens = {"quiet": sign_in("quiet@example.com"), "busy": sign_in("busy@example.com")}
    rehearsal, database = cluster.database(), cluster.database()

    # While it runs.
    is_over = threading.Event()
    answers = []

    def refresh() -> None:
        while not is_over.is_set():
            answer = application.refresh(tokens["busy"])
            answers.append(answer.status_code)
            tokens["busy"] = answer.json()["refresh_token"]

    at_work = threading.Thread(target=refresh)
    at_work.start()
    done = server.run("database", "copy", "--from", f"sqlite:{server.data}", "--to", rehearsal, "--json")
    is_over.set()
    at_work.join()
    assert done.returncode == 0, done.stderr
    assert answers and set(answers) == {200}
    tables = json.loads(done.stdout)["tables"]
    assert (tables["accounts"], tables["sessions"]) == (2, 2)
    assert tables["clients"] == len(server.administer("client", "list"))
    for table, rows in tables.items():
        assert cluster.ask(rehearsal, f"SELECT count(*) FROM {table}") == [str(rows)]

    # What has records already is left alone.
    again = server.run("database", "copy", "--from", f"sqlite:{server.data}", "--to", rehearsal)
    assert again.returncode == 1
    assert "is not empty (rows in its table clients:" in again.stderr

    # The move itself.
    server.process.stop()
    done = server.run("database", "copy", "--from", f"sqlite:{server.data}", "--to", database)
    assert done.returncode == 0, done.stderr
    assert "Copied " in done.stdout and "the key file" in done.stderr
    server.variables["GATEHOUSE_DATABASE"] = database
    server.start()
    for token in tokens.values():
        assert application.refresh(token).status_code == 200
    Person(server, "busy@example.com", PASSWORD).open(application.sign_in_url()).sign_in()
    assert len(server.administer("user", "list")) == 2

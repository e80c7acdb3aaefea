"""A backup of a running server, restored after its data are lost."""

import shutil
import threading

from journey import PASSWORD
from person import Person


def test_keeps_sessions_after_restore(make_server, make_application, tmp_path):
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")

    def sign_in(name: str) -> str:
        server.create_user(name, PASSWORD)
        person = Person(server, name, PASSWORD).open(application.sign_in_url()).sign_in()
        return application.redeem(person.answer["code"]).json()["refresh_token"]

    quiet, busy = sign_in("quiet@example.com"), sign_in("busy@example.com")
    is_over = threading.Event()
    answers = []

    def refresh(token: str) -> None:
        while not is_over.is_set():
            answer = application.refresh(token)
            answers.append(answer.status_code)
            token = answer.json()["refresh_token"]

    at_work = threading.Thread(target=refresh, args=[busy])
    at_work.start()
    backup = tmp_path / "backup"
    summary = server.administer("backup", backup)
    is_over.set()
    at_work.join()
    assert answers and set(answers) == {200}
    assert (summary["accounts"], summary["clients"]) == (2, len(server.administer("client", "list")))
    assert (backup.stat().st_mode & 0o777, (backup / "key").stat().st_mode & 0o777) == (0o700, 0o600)

    server.process.kill()
    shutil.rmtree(server.data)
    done = server.run("restore", backup, "--data", server.data)
    assert done.returncode == 0, done.stderr
    assert "2 accounts" in done.stdout
    server.start()
    assert application.refresh(quiet).status_code == 200
    Person(server, "busy@example.com", PASSWORD).open(application.sign_in_url()).sign_in()

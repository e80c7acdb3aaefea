"""`kill -9` at any moment under load: whatever was answered is still there, and nothing was done twice."""

import concurrent.futures
import itertools
import random
import threading

import requests

from application import Application
from gatehouse import Server
from journey import PASSWORD
from person import Person

ROUNDS = 3
# Sign-ups, code exchanges and refreshes all run when the process is killed.
LOAD = 8


class Promises:
    """What the server has answered, and so must know after a restart."""

    def __init__(self):
        self.accounts: list[str] = []
        self.clients: list[str] = []
        # Codes whose exchange was answered, and codes that were sent off without an answer.
        self.spent: list[tuple[str, str]] = []
        self.unsure: list[tuple[str, str]] = []
        # The last refresh token that each living session was answered.
        self.refresh: dict[int, str] = {}


def exchange(application: Application, code: str, verifier: str) -> requests.Response:
    return application.token_request(
        grant_type="authorization_code", code=code, redirect_uri=application.redirect_uri, code_verifier=verifier
    )


def live(server: Server, application: Application, number: int, promises: Promises) -> None:
    """Somebody signs up, gets tokens, and refreshes them until the server is gone."""
    person = Person(server, f"person{number}@example.com", PASSWORD)
    own = Visit(application)
    person.open(own.url).send("signUp")
    person.send(email=person.email, password=PASSWORD)
    code = server.code(person.email)
    person.send(code=code)
    # The account was there as soon as the page after the code was.
    promises.accounts.append(person.email)
    person.consent()
    grant = (person.answer["code"], own.verifier)
    promises.unsure.append(grant)
    tokens = exchange(application, *grant).json()
    promises.unsure.remove(grant)
    promises.spent.append(grant)
    while True:
        promises.refresh[number] = tokens["refresh_token"]
        answer = application.refresh(tokens["refresh_token"])
        assert answer.status_code == 200, answer.text
        tokens = answer.json()


class Visit:
    """One authorization request; many people send theirs at the same time."""

    _lock = threading.Lock()

    def __init__(self, application: Application):
        with self._lock:
            self.url = application.sign_in_url(prompt="consent")
            self.verifier = application.verifier


def register(server: Server, promises: Promises, over: threading.Event) -> None:
    while not over.is_set():
        promises.clients.append(server.create_client("Example App", "--redirect-uri", "https://app.example.com/")["client_id"])


def test_kill_at_any_moment_under_load(make_server, make_application):
    chance = random.Random()
    server = make_server("--dev").start()
    application = make_application("Example App", at=server, scope="openid email offline_access")
    promises = Promises()
    numbers = itertools.count(1)
    for _ in range(ROUNDS):
        over = threading.Event()
        with concurrent.futures.ThreadPoolExecutor(LOAD + 1) as crowd:
            people = [crowd.submit(live, server, application, next(numbers), promises) for _ in range(LOAD)]
            clerk = crowd.submit(register, server, promises, over)
            over.wait(chance.uniform(1.5, 4.5))
            server.process.kill()
            over.set()
            for person in people:
                # Whoever was being answered sees the connection break; nobody sees a wrong answer.
                assert isinstance(person.exception(), requests.RequestException), repr(person.exception())
            assert clerk.exception() is None
        server.start()
        keep(server, application, promises)
    assert len(promises.accounts) > ROUNDS and len(promises.spent) > ROUNDS and len(promises.clients) > ROUNDS


def keep(server: Server, application: Application, promises: Promises) -> None:
    """Holds the server to its promises."""
    known = {user["email"] for user in server.administer("user", "list")}
    assert set(promises.accounts) <= known
    assert set(promises.clients) <= {client["client_id"] for client in server.administer("client", "list")}

    for number, token in promises.refresh.items():
        answer = application.refresh(token)
        assert answer.status_code == 200, (number, answer.text)
        promises.refresh[number] = answer.json()["refresh_token"]

    for email in random.sample(promises.accounts, min(4, len(promises.accounts))):
        person = Person(server, email, PASSWORD).open(application.sign_in_url(prompt="login")).sign_in()
        assert "code" in person.answer

    # An exchange that was not answered may have happened, but not twice.
    for grant in promises.unsure:
        answers = [exchange(application, *grant).status_code for _ in range(2)]
        assert answers in ([200, 400], [400, 400])
    promises.unsure.clear()

    # A second exchange is a replay, which ends the session that the first one began; so those sessions are counted no more.
    for grant in promises.spent:
        refused = exchange(application, *grant)
        assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    promises.refresh.clear()

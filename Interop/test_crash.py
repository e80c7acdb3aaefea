"""`kill -9` under load: nothing is lost and nothing happens twice."""

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
# Sign-ups, code exchanges and refreshes run when the process is killed.
LOAD = 8


class Promises:
    """The responses of the server, which must hold after a restart."""

    def __init__(self):
        self.accounts: list[str] = []
        self.clients: list[str] = []
        # Codes with a response to their exchange, and codes sent without a response.
        self.spent: list[tuple[str, str]] = []
        self.unsure: list[tuple[str, str]] = []
        # The last refresh token of each active session.
        self.refresh: dict[int, str] = {}


def exchange(application: Application, code: str, verifier: str) -> requests.Response:
    return application.token_request(
        grant_type="authorization_code", code=code, redirect_uri=application.redirect_uri, code_verifier=verifier
    )


def live(server: Server, application: Application, number: int, promises: Promises) -> None:
    """Signs up, gets tokens and refreshes them until the server is gone."""
    person = Person(server, f"person{number}@example.com", PASSWORD)
    own = Visit(application)
    person.open(own.url).send("signUp")
    person.send(email=person.email, password=PASSWORD)
    code = server.code(person.email)
    person.send(code=code)
    # The account exists once the page after the code is shown.
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
    """One authorization request of many at the same time."""

    _lock = threading.Lock()

    def __init__(self, application: Application):
        with self._lock:
            self.url = application.sign_in_url(prompt="consent")
            self.verifier = application.verifier


def register(server: Server, promises: Promises, over: threading.Event) -> None:
    while not over.is_set():
        promises.clients.append(server.create_client("Example App", "--redirect-uri", "https://app.example.com/")["client_id"])


def test_loses_nothing_when_killed_under_load(make_server, make_application):
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
                # Open requests see a closed connection, never an incorrect response.
                assert isinstance(person.exception(), requests.RequestException), repr(person.exception())
            assert clerk.exception() is None
        server.start()
        keep(server, application, promises)
    assert len(promises.accounts) > ROUNDS and len(promises.spent) > ROUNDS and len(promises.clients) > ROUNDS


def keep(server: Server, application: Application, promises: Promises) -> None:
    """Checks the server against its responses."""
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

    # An exchange without a response may have happened, but not twice.
    for grant in promises.unsure:
        answers = [exchange(application, *grant).status_code for _ in range(2)]
        assert answers in ([200, 400], [400, 400])
    promises.unsure.clear()

    # A second exchange is a replay, which ends the session of the first one; it is not counted any more.
    for grant in promises.spent:
        refused = exchange(application, *grant)
        assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    promises.refresh.clear()

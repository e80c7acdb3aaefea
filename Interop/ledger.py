"""A journal outside the server of everything that it has answered, which must hold after any fault."""

import concurrent.futures
import contextlib
import itertools
import random
import secrets
import threading
import time

import requests

from application import Application, Callbacks
from gatehouse import Server, wait_for
from journey import PASSWORD
from person import Person


SCOPE = "openid email offline_access"


class Unanswered(Exception):
    """A request without a response, or with 503: it may be repeated, and nothing is known about it."""


class Visit:
    """One authorization request of many at the same time."""

    _lock = threading.Lock()

    def __init__(self, application: Application):
        with self._lock:
            self.url = application.sign_in_url(prompt="consent")
            self.verifier = application.verifier


class Ledger:
    """Clients of a server, and what it has answered them.

    Every other answer than success and 503 fails the test: a valid token or code must never be called invalid.
    """

    def __init__(self, server: Server, application: Application):
        self.server = server
        self.application = application
        self.accounts: list[str] = []
        # Codes with a response to their exchange, and codes sent without a response.
        self.spent: list[tuple[str, str]] = []
        self.unsure: list[tuple[str, str]] = []
        # The last refresh token of each active session.
        self.refresh: dict[int, str] = {}
        self.refreshed = 0
        # Requests without a response, by reason.
        self.unanswered: list[str] = []
        # Mailboxes of other ledgers hold other codes.
        self._name = secrets.token_hex(4)
        self._numbers = itertools.count(1)
        self._running: list[concurrent.futures.Future] = []
        self._over = threading.Event()

    @contextlib.contextmanager
    def load(self, clients: int = 8):
        """Signs users up and refreshes their tokens while the block runs."""
        self._over.clear()
        with concurrent.futures.ThreadPoolExecutor(clients) as crowd:
            self._running = [crowd.submit(self._live) for _ in range(clients)]
            try:
                yield self
            finally:
                self._over.set()
        self._check()

    def wait_for_refreshes(self, count: int) -> None:
        """Waits for more successful refreshes."""
        goal = self.refreshed + count
        wait_for(lambda: self._check() or self.refreshed >= goal, f"{count} refreshes", patience=60)

    def verify(self) -> None:
        """Checks the server against its responses."""
        known = {user["email"] for user in self.server.administer("user", "list")}
        assert set(self.accounts) <= known
        for number, token in self.refresh.items():
            answer = self.application.refresh(token)
            assert answer.status_code == 200, (number, answer.text)
            self.refresh[number] = answer.json()["refresh_token"]
        for email in random.sample(self.accounts, min(2, len(self.accounts))):
            person = Person(self.server, email, PASSWORD).open(self.application.sign_in_url(prompt="login")).sign_in()
            assert "code" in person.answer
        # An exchange without a response may have happened, but not twice.
        for grant in self.unsure:
            answers = [self._exchange(grant).status_code for _ in range(2)]
            assert answers in ([200, 400], [400, 400])
        self.unsure.clear()

    def verify_codes(self) -> None:
        """Redeems every code again, which ends its session (RFC 9700 §4.5.3.2)."""
        for grant in self.spent:
            refused = self._exchange(grant)
            assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
        self.spent.clear()
        self.refresh.clear()

    def _check(self) -> None:
        """Raises the failure of a client."""
        for client in self._running:
            if client.done():
                client.result()

    def _live(self) -> None:
        number = None
        while not self._over.is_set():
            try:
                if number in self.refresh:
                    self._refresh(number)
                else:
                    number = next(self._numbers)
                    self._sign_up(number)
            except (Unanswered, requests.RequestException) as error:
                self.unanswered.append(str(error) or type(error).__name__)
                self._over.wait(0.1)

    def _sign_up(self, number: int) -> None:
        person = Person(self.server, f"{self._name}-{number}@example.com", PASSWORD)
        person.http.hooks["response"].append(lambda answer, **_: require(answer))
        visit = Visit(self.application)
        require_page_or_code(person.open(visit.url)).send("signUp")
        require_page_or_code(person.send(email=person.email, password=PASSWORD))
        require_page_or_code(person.send(code=self.server.code(person.email)))
        # The account exists once the page after the code is shown.
        self.accounts.append(person.email)
        require_page_or_code(person.consent())
        if person.left_for is None:
            # Another node received the consent again, because the response was lost: the flow has ended.
            raise Unanswered("a consent sent twice")
        grant = (person.answer["code"], visit.verifier)
        self.unsure.append(grant)
        answer = require(self._exchange(grant))
        assert answer.status_code == 200, answer.text
        self.refresh[number] = answer.json()["refresh_token"]
        self.unsure.remove(grant)
        self.spent.append(grant)

    def _refresh(self, number: int) -> None:
        answer = require(self.application.refresh(self.refresh[number]))
        assert answer.status_code == 200, answer.text
        self.refresh[number] = answer.json()["refresh_token"]
        self.refreshed += 1

    def _exchange(self, grant: tuple[str, str]) -> requests.Response:
        return self.application.token_request(
            grant_type="authorization_code",
            code=grant[0],
            redirect_uri=self.application.redirect_uri,
            code_verifier=grant[1],
        )


def new_ledger(server: Server, callbacks: Callbacks) -> Ledger:
    """Returns a ledger of a new app."""
    return Ledger(server, Application(server, callbacks, "Example App", scope=SCOPE))


def require(answer: requests.Response) -> requests.Response:
    """Returns the response unless it is 503, after a moment."""
    if answer.status_code == 503:
        time.sleep(0.1)
        raise Unanswered(answer.text)
    return answer


def require_page_or_code(person: Person) -> Person:
    """Returns the user unless the server has told the app that it is unavailable."""
    if person.left_for and person.answer.get("error") == "temporarily_unavailable":
        raise Unanswered("temporarily_unavailable")
    return person

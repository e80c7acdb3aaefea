"""Two nodes under load while they and the database restart: no session is lost, nothing happens twice."""

import concurrent.futures
import threading
import time

import pytest
import requests

from application import Application
from gatehouse import PATIENCE, wait_for
from journey import PASSWORD
from nodes import Nodes
from person import Person

ACCOUNTS = 4
SIGN_INS = 200
REFRESHES = 10
# The number of concurrent users.
CROWD = 16


class Interrupted(Exception):
    """A request without a response, or with 503."""

    def __init__(self, answer: requests.Response | None = None):
        self.pause = float(answer.headers.get("Retry-After", 0.5)) if answer is not None else 0.5


class Load:
    """Users who sign in to an app, and the app, which refreshes their tokens.

    Beyond the retries of HTTP clients (`RoundRobin`), requests are repeated as `Gatehouse` leaves it to its caller:
    - a failed refresh ends with an error that says when to retry (`AuthError.recovery`); the refresh token stays in the
      store, and the app's next call sends it again;
    - a failed sign-in ends with its code, and the user starts a new one.
    """

    def __init__(self, nodes: Nodes, application: Application):
        self.nodes = nodes
        self.application = application
        self.answered: list[float] = []
        self.interruptions = 0
        # The maximum number of retries of a call, and their duration in seconds.
        self.repeats = 0
        self.wait = 0.0
        # Codes with a response to their exchange, and codes sent without a response.
        self.spent: list[tuple[Application, str]] = []
        self.unsure: list[tuple[Application, str]] = []
        # The last tokens of each session, by number.
        self.tokens: dict[int, dict] = {}
        self.refreshed = 0
        self._counting = threading.Lock()

    def run(self, count: int, disturb) -> None:
        """Signs in a number of users, and calls a function meanwhile."""
        with concurrent.futures.ThreadPoolExecutor(CROWD) as crowd:
            people = [crowd.submit(self._live, number) for number in range(count)]
            disturb()
            for person in people:
                person.result()

    def waits_for(self, refreshed: int) -> None:
        """Waits for a number of successful refreshes."""
        wait_for(lambda: self.refreshed >= refreshed, f"{refreshed} refreshes", patience=90)

    def _live(self, number: int) -> None:
        tokens = self._insist(lambda: self._sign_in(f"person{number % ACCOUNTS}@example.com"))
        self.tokens[number] = tokens
        for _ in range(REFRESHES):
            token = self.tokens[number]["refresh_token"]
            self.tokens[number] = self._insist(lambda: self._refresh(token))
            with self._counting:
                self.refreshed += 1

    def _insist(self, call):
        """Repeats a call after `Retry-After`, or half a second."""
        began, repeats = time.monotonic(), 0
        while True:
            try:
                return call()
            except Interrupted as interruption:
                assert time.monotonic() < began + 4 * PATIENCE, "The server does not recover."
                threading.Event().wait(interruption.pause)
                repeats += 1
                with self._counting:
                    self.interruptions += 1
                    self.repeats = max(self.repeats, repeats)
                    self.wait = max(self.wait, time.monotonic() - began)

    def _ask(self, request) -> requests.Response | None:
        try:
            answer = request()
        except requests.ConnectionError:
            raise Interrupted from None
        # Only the app's page may follow.
        if answer is not None and answer.status_code == 503:
            raise Interrupted(answer)
        return answer

    def _refresh(self, token: str) -> dict:
        answer = self._ask(lambda: self.application.refresh(token))
        assert answer.status_code == 200, answer.text
        self.answered.append(time.monotonic())
        return answer.json()

    def _sign_in(self, email: str) -> dict:
        turns = self.nodes.turns
        repeats = turns.repeats
        person = Person(self.nodes, email, PASSWORD)
        person.http.mount("http://", turns)
        try:
            return self._walk(person, self.application.at(self.nodes))
        except (AssertionError, KeyError):
            # A single-use step whose response was lost is rejected when repeated.
            if turns.repeats == repeats:
                raise
            raise Interrupted from None

    def _walk(self, person: Person, application: Application) -> dict:
        for step in (
            lambda: person.open(application.sign_in_url()),
            lambda: person.send("password", email=person.email),
            lambda: person.send(password=PASSWORD),
        ):
            self._ask(lambda: step().page)
            if person.answer.get("error") == "temporarily_unavailable":
                raise Interrupted
        grant = (application, person.answer["code"])
        self.unsure.append(grant)
        answer = self._ask(lambda: application.redeem(grant[1]))
        assert answer.status_code == 200, answer.text
        self.unsure.remove(grant)
        self.spent.append(grant)
        self.answered.append(time.monotonic())
        return answer.json()


@pytest.fixture(scope="module")
def nodes(tmp_path_factory, cluster, mailbox) -> Nodes:
    without_limit = {"GATEHOUSE_LIMITS_PASSWORD_FAILURES_PER_ACCOUNT": "0"}
    nodes = Nodes(tmp_path_factory.mktemp("nodes"), cluster.database(), mailbox, **without_limit).start()
    for number in range(ACCOUNTS):
        nodes.create_user(f"person{number}@example.com", PASSWORD)
    yield nodes
    for node in nodes:
        node.stop()


@pytest.fixture
def load(nodes, make_application) -> Load:
    return Load(nodes, make_application("Example App", "--skip-consent", at=nodes, scope="openid email offline_access"))


def keep(load: Load, cluster) -> None:
    """Checks the nodes against their responses."""
    nodes, application = load.nodes, load.application

    def is_signed_in(session: tuple[int, dict]) -> bool:
        number, tokens = session
        application.at(nodes[number % 2]).user(tokens["access_token"])
        return application.at(nodes[1 - number % 2]).refresh(tokens["refresh_token"]).status_code == 200

    def tries(grant: tuple[Application, str]) -> list[int]:
        own, code = grant
        return [own.at(node).redeem(code).status_code for node in nodes]

    with concurrent.futures.ThreadPoolExecutor(CROWD) as crowd:
        assert all(crowd.map(is_signed_in, load.tokens.items()))
        # A code creates one session, with or without a response.
        asked = f"SELECT count(*) FROM sessions WHERE client_id = '{application.id}'"
        sessions = int(cluster.ask(nodes.database, asked)[0])
        assert len(load.spent) <= sessions <= len(load.spent) + len(load.unsure)
        assert all(tried in ([200, 400], [400, 400]) for tried in crowd.map(tries, load.unsure))
        # Each is a replay, which ends the session of the first exchange, so this comes last.
        assert all(tried == [400, 400] for tried in crowd.map(tries, load.spent))


def report(load: Load, what: str) -> None:
    """Prints figures, visible with `-s`."""
    pauses = [after - before for before, after in zip(load.answered, load.answered[1:])]
    seconds = load.answered[-1] - load.answered[0]
    print(
        f"\n{what}: {load.refreshed} refreshes and {len(load.spent)} sign-ins in {seconds:.1f} s, {load.interruptions} requests"
        f" to be made again, one of them {load.repeats} times within {load.wait:.1f} s, {max(pauses):.2f} s without an answer at most"
    )


def test_loses_nothing_when_node_and_database_crash(load, cluster):
    quarter = SIGN_INS * REFRESHES // 4

    def disturb():
        load.waits_for(quarter)
        load.nodes[0].kill()
        load.waits_for(2 * quarter)
        load.nodes[0].start()
        load.waits_for(3 * quarter)
        began = time.monotonic()
        cluster.restart()
        away.append(time.monotonic() - began)

    away: list[float] = []
    load.run(SIGN_INS, disturb)
    report(load, "crashes")
    # No call took longer than the SDK's first four retries, after 1, 2, 4 and 8 seconds.
    assert load.wait < away[0] + 15
    assert (len(load.tokens), load.refreshed) == (SIGN_INS, SIGN_INS * REFRESHES)
    keep(load, cluster)


def test_serves_every_request_during_rolling_restart(load, cluster):
    def disturb():
        for number in range(1, 5):
            load.waits_for(number * 50)
            node = load.nodes[number % 2]
            node.process.stop()
            node.start()

    load.run(30, disturb)
    report(load, "restarts")
    assert load.interruptions == 0
    keep(load, cluster)

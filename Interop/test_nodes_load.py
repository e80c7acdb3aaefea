"""Two servers on one database under load, while they and the database end and come back: nobody is signed out, nothing is done twice."""

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
# So many do something at the same time.
CROWD = 16


class Interrupted(Exception):
    """A request had no answer, or none but that the server cannot answer now."""

    def __init__(self, answer: requests.Response | None = None):
        self.pause = float(answer.headers.get("Retry-After", 0.5)) if answer is not None else 0.5


class Load:
    """People who sign in to an app, and the app, which refreshes their tokens.

    What a request is sent again for, beyond what HTTP clients do by themselves (`RoundRobin`), is what `Gatehouse` leaves to its caller:
    - a refresh that fails is over for `Session.accessToken()`, which throws an error that says to try again and when (`AuthError.recovery`);
      the refresh token stays in the store, and the app's next call sends the same one, or the SDK by itself after a second or more: here it is the app;
    - a sign-in that fails is over too, its code with it, and the person begins a new one.
    """

    def __init__(self, nodes: Nodes, application: Application):
        self.nodes = nodes
        self.application = application
        self.answered: list[float] = []
        self.interruptions = 0
        # How often one call had to be made again, and for how many seconds, at most.
        self.repeats = 0
        self.wait = 0.0
        # Codes whose exchange was answered, and codes that were sent off without an answer.
        self.spent: list[tuple[Application, str]] = []
        self.unsure: list[tuple[Application, str]] = []
        # The last tokens of each session, by its number.
        self.tokens: dict[int, dict] = {}
        self.refreshed = 0
        self._counting = threading.Lock()

    def run(self, count: int, disturb) -> None:
        """Has so many people sign in, and calls a function meanwhile."""
        with concurrent.futures.ThreadPoolExecutor(CROWD) as crowd:
            people = [crowd.submit(self._live, number) for number in range(count)]
            disturb()
            for person in people:
                person.result()

    def waits_for(self, refreshed: int) -> None:
        """Returns when so many refreshes were answered."""
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
        """Does as the error says: once more, after the time that the server named, or half a second."""
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
        # Nothing but the app's own page may have followed.
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
            # A step whose answer was lost with its node is refused when it is sent again, as everything good for once is.
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
    """Holds the servers to what they have answered."""
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
        # Of a code comes one session, answered or not.
        asked = f"SELECT count(*) FROM sessions WHERE client_id = '{application.id}'"
        sessions = int(cluster.ask(nodes.database, asked)[0])
        assert len(load.spent) <= sessions <= len(load.spent) + len(load.unsure)
        assert all(tried in ([200, 400], [400, 400]) for tried in crowd.map(tries, load.unsure))
        # Each is a replay, which ends the session that the first exchange began; so this comes last.
        assert all(tried == [400, 400] for tried in crowd.map(tries, load.spent))


def report(load: Load, what: str) -> None:
    """Figures for who runs the tests with `-s`."""
    pauses = [after - before for before, after in zip(load.answered, load.answered[1:])]
    seconds = load.answered[-1] - load.answered[0]
    print(
        f"\n{what}: {load.refreshed} refreshes and {len(load.spent)} sign-ins in {seconds:.1f} s, {load.interruptions} requests"
        f" to be made again, one of them {load.repeats} times within {load.wait:.1f} s, {max(pauses):.2f} s without an answer at most"
    )


def test_crashes_of_a_node_and_of_the_database_lose_nothing(load, cluster):
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
    # Nobody had to ask for longer than the SDK does by itself in its first four tries, after 1, 2, 4 and 8 seconds.
    assert load.wait < away[0] + 15
    assert (len(load.tokens), load.refreshed) == (SIGN_INS, SIGN_INS * REFRESHES)
    keep(load, cluster)


def test_nodes_that_are_restarted_one_by_one_fail_no_request(load, cluster):
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

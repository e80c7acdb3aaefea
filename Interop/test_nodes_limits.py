"""Two nodes on one database: limits count requests of both."""

import concurrent.futures

from gatehouse import wait_for
from journey import PASSWORD
from native_app import NativeApp, error
from person import Person

WRONG_PASSWORD, TOO_MANY = 50126, 50053


def together(calls: int, call) -> list:
    """Returns the results of a number of concurrent calls."""
    with concurrent.futures.ThreadPoolExecutor(calls) as crowd:
        return list(crowd.map(call, range(calls)))


def test_counts_password_attempts_over_both_nodes(make_nodes, email):
    nodes = make_nodes(GATEHOUSE_LIMITS_PASSWORD_FAILURES_PER_ACCOUNT="5/1h").start()
    nodes.create_user(email, PASSWORD)
    app = NativeApp(nodes, "password")
    asked = [app.begin("signin", email) for _ in range(12)]

    def guess(number: int):
        return app.token(asked[number]["continuation_token"], "password", password=f"guess number {number}")

    numbers = [error(answer)[3] for answer in together(12, guess)]
    assert sorted(numbers) == [TOO_MANY] * 7 + [WRONG_PASSWORD] * 5


def test_counts_failures_per_address_over_both_nodes(make_nodes):
    nodes = make_nodes(GATEHOUSE_LIMITS_FAILURES_PER_ADDRESS="5/1h").start()
    app = NativeApp(nodes, "password")
    asked = [app.begin("signin", f"person{number}@example.com") for number in range(12)]

    def guess(number: int):
        return app.token(asked[number]["continuation_token"], "password", password="lantern-orbit-pebble-43")

    numbers = [error(answer)[3] for answer in together(12, guess)]
    assert sorted(numbers) == [TOO_MANY] * 7 + [WRONG_PASSWORD] * 5


def test_counts_code_attempts_over_both_nodes(make_nodes, email):
    nodes = make_nodes().start()
    nodes.create_user(email)
    app = NativeApp(nodes, "code")
    token = app.begin("signin", email)["continuation_token"]
    code = nodes.code(email)
    wrong = [f"{(int(code) + number) % 10**8:08}" for number in range(1, 13)]
    assert not any(answer.ok for answer in together(12, lambda number: app.token(token, "oob", oob=wrong[number])))
    assert not app.token(token, "oob", oob=code).ok


def test_counts_mails_over_both_nodes(make_nodes, make_application, email):
    nodes = make_nodes(GATEHOUSE_LIMITS_MAILS_PER_ADDRESS="5/1h").start()
    application = make_application(at=nodes)

    def ask(number: int):
        person = Person(nodes, f"{number}.{email}")
        person.http = nodes.new_session(number % 2)
        return person.open(application.sign_in_url()).send(email=person.email).page.status_code

    assert sorted(together(12, ask)) == [200] * 5 + [429] * 7


def test_counts_requests_over_both_nodes(make_nodes, cluster):
    nodes = make_nodes(
        GATEHOUSE_LIMITS_REQUESTS_PER_ADDRESS="100/1h", GATEHOUSE_LIMITS_FAILURES_PER_ADDRESS="0"
    ).start()
    asked, statuses = 0, []

    def counted() -> int:
        return int(cluster.ask(nodes.database, "SELECT coalesce(max(count), 0) FROM counters")[0])

    # A few at a time, not faster than the nodes synchronize.
    while 429 not in statuses and asked < 200:
        statuses += [nodes.get("/.well-known/openid-configuration").status_code for _ in range(10)]
        asked += 10
        if asked > 20 and 429 not in statuses:
            wait_for(lambda: counted() >= asked - 10, "the nodes to tell what they have counted")
    passed = statuses.count(200)
    # Each node has published all but its last few requests.
    assert 100 <= passed <= 120, statuses
    wait_for(lambda: counted() > 100, "the nodes to tell that it is too much")
    refused = nodes.get("/.well-known/openid-configuration")
    assert refused.status_code == 429
    assert 3000 < int(refused.headers["Retry-After"]) <= 3600

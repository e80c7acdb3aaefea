"""Two nodes on one database that serve the steps of a flow in turn."""

import concurrent.futures
import itertools

import pytest

from journey import PASSWORD, Journey
from native_app import NativeApp
from person import Person

DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def application(nodes, make_application):
    return make_application(at=nodes, scope="openid email offline_access")


def together(*calls):
    """Returns the results of concurrent calls."""
    with concurrent.futures.ThreadPoolExecutor(len(calls)) as crowd:
        return [done.result() for done in [crowd.submit(call) for call in calls]]


def sign_in(application, email: str) -> str:
    """Returns the authorization code of a sign-in."""
    return Person(application.server, email, PASSWORD).open(application.sign_in_url()).sign_in().answer["code"]


@pytest.mark.parametrize("first", [0, 1])
def test_serves_sign_up_pages_from_both_nodes(nodes, application, email, first):
    person = Person(nodes, email, PASSWORD)
    person.http = nodes.new_session(first)
    seen = []
    person.http.hooks["response"].append(lambda answer, **_: seen.append(answer.node))
    person.open(application.sign_in_url()).sign_up()
    tokens = application.redeem(person.answer["code"]).json()
    assert application.user(tokens["access_token"])["email"] == email
    # Requests alternate between nodes, so each form goes to another node than its page.
    assert len(seen) > 6 and all(one is not next for one, next in zip(seen, seen[1:]))


def test_signs_up_in_browser_at_both_nodes(nodes, application, page, email):
    turn = itertools.cycle(nodes)
    # For the browser both nodes have one origin.
    page.route(f"{nodes.issuer}/**", lambda route: route.continue_(url=route.request.url.replace(nodes.issuer, next(turn).address)))
    journey = Journey(nodes, page, email)
    page.goto(application.sign_in_url())
    journey.sign_up(PASSWORD)
    journey.allow()
    journey.back_in_app()
    assert application.user(application.tokens()["access_token"])["email"] == email


def test_serves_native_sign_up_steps_from_both_nodes(nodes, email):
    app = NativeApp(nodes, "password")
    asked = app.begin("signup", email)
    proven = app.resume(asked["continuation_token"], "oob", oob=nodes.code(email)).json()
    challenge = app.post(
        "/signup/v1.0/challenge", continuation_token=proven["continuation_token"], challenge_type="oob password redirect"
    ).json()
    done = app.resume(challenge["continuation_token"], "password", password=PASSWORD).json()
    tokens = app.token(done["continuation_token"], "continuation_token", username=email)
    assert tokens.ok, tokens.text

    asked = app.begin("signin", email)
    assert app.token(asked["continuation_token"], "password", password=PASSWORD, username=email).ok


def test_approves_device_at_other_node(nodes, make_application, email):
    nodes.create_user(email, PASSWORD)
    device = make_application("Living Room", "--grant", DEVICE_CODE, "--grant", "refresh_token", at=nodes)
    asked = nodes[0].post("/oauth2/device_authorization", {"client_id": device.id, "scope": device.scope}).json()

    def poll(node):
        return device.at(node).token_request(grant_type=DEVICE_CODE, device_code=asked["device_code"])

    assert poll(nodes[1]).json()["error"] == "authorization_pending"
    # Each node knows when the other one was polled.
    assert poll(nodes[0]).json()["error"] == "slow_down"
    person = Person(nodes, email, PASSWORD).open(asked["verification_uri_complete"])
    person.send().sign_in()
    assert "Device connected" in person.page.text
    answers = together(*(lambda node=node: poll(node) for node in nodes))
    assert sorted(answer.status_code for answer in answers) == [200, 400]


@pytest.mark.parametrize("issuing", [0, 1])
def test_redeems_code_at_other_node(nodes, application, email, issuing):
    nodes.create_user(email, PASSWORD)
    there = application.at(nodes[issuing])
    code = sign_in(there, email)
    assert there.at(nodes[1 - issuing]).redeem(code).status_code == 200


def test_redeems_code_once_at_both_nodes(nodes, application, email):
    nodes.create_user(email, PASSWORD)
    for _ in range(10):
        code = sign_in(application, email)
        answers = together(*(lambda node=node: application.at(node).redeem(code) for node in [*nodes] * 2))
        assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]


def test_rotates_refresh_token_once_at_both_nodes(nodes, application, email):
    nodes.create_user(email, PASSWORD)
    token = application.redeem(sign_in(application, email)).json()["refresh_token"]
    for _ in range(10):
        answers = together(*(lambda node=node: application.at(node).refresh(token) for node in [*nodes] * 2))
        assert [answer.status_code for answer in answers] == [200] * 4
        (token,) = {answer.json()["refresh_token"] for answer in answers}

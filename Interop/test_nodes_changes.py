"""Two nodes on one database: changes apply at both, keys within five seconds, all else at once."""

import itertools
import time

import pytest

from application import Application, part
from gatehouse import Server, wait_for
from journey import PASSWORD
from nodes import Nodes
from person import Person

SOON = 5


@pytest.fixture
def application(nodes, make_application) -> Application:
    options = ("--type", "confidential", "--id-token-algorithm", "RS256")
    return make_application("Example App", *options, at=nodes, scope="openid email offline_access")


@pytest.fixture
def tokens(nodes, application, email) -> dict:
    nodes.create_user(email, PASSWORD)
    person = Person(nodes, email, PASSWORD).open(application.sign_in_url()).sign_in()
    return application.redeem(person.answer["code"]).json()


def is_active(application: Application, node: Server, token: str) -> bool:
    client = (application.id, application.client["client_secret"])
    answer = node.post("/oauth2/introspect", {"token": token}, auth=client)
    assert answer.status_code == 200, answer.text
    return answer.json()["active"]


def opens(node: Server, token: str) -> bool:
    answer = node.get("/oauth2/userinfo", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code in (200, 401), answer.text
    return answer.status_code == 200


def published(node: Server) -> set[str]:
    return {key["kid"] for key in node.get("/oauth2/keys").json()["keys"]}


def test_publishes_new_keys_at_both_nodes_before_signing(nodes, application, tokens):
    # Nodes read new keys at different times.
    published(nodes[0])
    began = time.monotonic()
    wait_for(lambda: published(nodes[0]) and time.monotonic() - began > 1, "a second to pass")
    made = set(nodes.administer("keys", "rotate"))
    began = time.monotonic()
    signing: dict[Server, set[str]] = {}
    for here, there in itertools.cycle([(nodes[0], nodes[1]), (nodes[1], nodes[0])]):
        answered = application.at(here).refresh(tokens["refresh_token"])
        assert answered.status_code == 200, answered.text
        tokens = answered.json()
        signing[here] = {part(tokens[name], 0)["kid"] for name in ("access_token", "id_token")}
        # Every published key is available from both nodes.
        assert signing[here] <= published(there)
        assert opens(there, tokens["access_token"]) and is_active(application, there, tokens["access_token"])
        if all(signing.get(node) == made for node in nodes):
            break
        assert time.monotonic() - began < SOON, "The new keys do not sign at both."
    assert all(made < published(node) for node in nodes)


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_rejects_token_revoked_at_other_node(nodes, application, tokens, kind):
    here, there = nodes
    assert is_active(application, there, tokens["access_token"]) and opens(there, tokens["access_token"])
    client = (application.id, application.client["client_secret"])
    assert here.post("/oauth2/revoke", {"token": tokens[kind]}, auth=client).status_code == 200
    assert not is_active(application, there, tokens["access_token"])
    assert not opens(there, tokens["access_token"])
    if kind == "refresh_token":
        assert application.at(there).refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_rejects_disabled_account_at_every_node(nodes, application, tokens, email):
    assert all(opens(node, tokens["access_token"]) for node in nodes)
    nodes.administer("user", "disable", email)
    for node in nodes:
        assert not opens(node, tokens["access_token"]) and not is_active(application, node, tokens["access_token"])
        assert application.at(node).refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_requires_sign_in_after_sign_out_at_other_node(nodes, application, email):
    nodes.create_user(email, PASSWORD)
    person = Person(nodes, email, PASSWORD).open(application.sign_in_url()).sign_in()
    tokens = application.redeem(person.answer["code"]).json()
    there = Person(nodes[1], email, PASSWORD)
    there.http.cookies = person.http.cookies
    assert "code" in there.open(application.sign_in_url()).answer
    here = Person(nodes[0], email, PASSWORD)
    here.http.cookies = person.http.cookies
    here.open(application.sign_out_url(tokens["id_token"]))
    assert here.left_for.startswith(application.goodbye_uri)
    assert there.open(application.sign_in_url()).left_for is None


def test_rejects_client_deleted_at_other_node(nodes, application, tokens):
    nodes.administer("client", "delete", application.id, "--yes")
    for node in nodes:
        assert application.at(node).refresh(tokens["refresh_token"]).status_code >= 400
        # Clients are cached for a second.
        refused = lambda: application.at(node).refresh(tokens["refresh_token"]).json()["error"] == "invalid_client"
        wait_for(refused, "the client to be unknown", patience=5)

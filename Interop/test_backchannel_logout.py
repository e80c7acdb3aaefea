"""Logout tokens (OpenID Connect Back-Channel Logout 1.0) reach an app's server for each way a session ends."""

import time
import urllib.parse

import pytest
from joserfc import jwk, jwt

from application import part
from gatehouse import PATIENCE
from id_tokens import validated
from journey import PASSWORD
from person import Person
from receiver import Receiver

EVENT = "http://schemas.openid.net/event/backchannel-logout"


def received_token(receiver: Receiver) -> str:
    """Waits for a logout request; returns its logout token."""
    fields, body = receiver.requests.get(timeout=PATIENCE)
    assert fields["content-type"] == "application/x-www-form-urlencoded"
    form = dict(urllib.parse.parse_qsl(body.decode()))
    assert set(form) == {"logout_token"}
    return form["logout_token"]


@pytest.fixture
def server(make_server):
    return make_server("--dev").start()


def logout_claims(server, text: str, client_id: str) -> dict:
    """Validates a logout token as Back-Channel Logout §2.6 demands."""
    header = part(text, 0)
    assert (header["alg"], header["typ"]) == ("ES256", "logout+jwt")
    keys = jwk.KeySet.import_key_set(server.get("/oauth2/keys").json())
    claims = jwt.decode(text, keys, algorithms=["ES256"]).claims
    assert claims["iss"] == server.issuer
    assert claims["aud"] in (client_id, [client_id])
    assert claims["iat"] - 5 < time.time() < claims["exp"] <= claims["iat"] + 120
    assert claims["events"] == {EVENT: {}}
    assert claims["jti"] and "nonce" not in claims
    return claims


@pytest.fixture
def visit(server, receiver, make_application):
    """An app with an endpoint for logout tokens, a user who signed in to it, and the claims of the ID token."""
    application = make_application("Example App", "--backchannel-logout-uri", receiver.url, at=server)
    server.create_user("ada@example.com", PASSWORD)
    person = Person(server, "ada@example.com", PASSWORD).open(application.sign_in_url()).sign_in()
    tokens = application.redeem(person.answer["code"]).json()
    claims = validated(server, tokens, application.id, application.nonce)
    return application, person, tokens["id_token"], claims


def expect_logout(server, receiver, visit) -> None:
    application, _, _, signed_in = visit
    claims = logout_claims(server, received_token(receiver), application.id)
    assert (claims["sub"], claims["sid"]) == (signed_in["sub"], signed_in["sid"])


def test_notifies_app_of_sign_out(server, receiver, visit):
    application, person, id_token, _ = visit
    person.open(application.sign_out_url(id_token))
    assert person.left_for.startswith(application.goodbye_uri)
    expect_logout(server, receiver, visit)
    assert receiver.requests.empty()


def test_notifies_app_of_disabled_account(server, receiver, visit):
    server.administer("user", "disable", "ada@example.com")
    expect_logout(server, receiver, visit)


def test_notifies_app_of_deleted_account(server, receiver, visit):
    assert server.run("user", "delete", "ada@example.com", "--yes", "--data", server.data).returncode == 0
    expect_logout(server, receiver, visit)


def test_notifies_app_of_session_that_ended_before_restart(server, receiver, visit):
    server.process.kill()
    server.administer("user", "disable", "ada@example.com")
    assert receiver.requests.empty()
    server.start()
    expect_logout(server, receiver, visit)


def test_retries_after_failure_and_restart(server, receiver, visit):
    application, person, id_token, _ = visit
    receiver.status = 503
    person.open(application.sign_out_url(id_token))
    first = logout_claims(server, received_token(receiver), application.id)
    # The server has recorded the failure.
    time.sleep(1)
    server.process.kill()
    receiver.status = 204
    server.start()
    end = time.monotonic() + 200
    while time.monotonic() < end and receiver.requests.empty():
        time.sleep(0.5)
    second = logout_claims(server, received_token(receiver), application.id)
    assert first["jti"] == second["jti"]


def test_is_announced(server):
    metadata = server.get("/.well-known/openid-configuration").json()
    assert metadata["backchannel_logout_supported"] is True
    assert metadata["backchannel_logout_session_supported"] is True
    assert metadata["subject_types_supported"] == ["public", "pairwise"]

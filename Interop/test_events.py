"""Audit events leave the server: as webhooks, as security event tokens, and by `gatehouse events --follow`."""

import json
import os
import pwd
import re
import signal
import time

import pytest
from joserfc import jwk, jwt
from standardwebhooks import Webhook

from application import part
from gatehouse import GATEHOUSE, PATIENCE, Process, Server, wait_for
from journey import PASSWORD
from receiver import Receiver

SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
CAEP = "https://schemas.openid.net/secevent/caep/event-type/"
RISC = "https://schemas.openid.net/secevent/risc/event-type/"
VERIFICATION = "https://schemas.openid.net/secevent/ssf/event-type/verification"


def received_webhook(receiver: Receiver) -> tuple[str, dict]:
    """Waits for a webhook; returns its verified ID and content."""
    fields, body = receiver.requests.get(timeout=PATIENCE)
    content = Webhook(SECRET).verify(body, fields)
    assert fields["content-type"] == "application/json"
    return fields["webhook-id"], content


@pytest.fixture
def configure(make_server, tmp_path):
    """Creates a server with a configuration file."""

    def create(text: str) -> Server:
        file = tmp_path / "gatehouse.yaml"
        file.write_text(text)
        file.chmod(0o600)
        return make_server("--dev", "--config", file)

    return create


@pytest.fixture
def server(configure, receiver) -> Server:
    kinds = "[account.created, account.updated]"
    return configure(f"webhooks:\n  siem:\n    url: {receiver.url}\n    secret: {SECRET}\n    kinds: {kinds}\n")


def registered(server: Server, receiver: Receiver, number: int = 0) -> dict:
    """Creates users until the stream of a new server is registered; returns the user of the first webhook."""
    end = time.monotonic() + PATIENCE
    while receiver.requests.empty():
        assert time.monotonic() < end
        number += 1
        server.create_user(f"first-{number}@example.com")
        time.sleep(1)
    return received_webhook(receiver)[1]


def drain(receiver: Receiver) -> None:
    time.sleep(1.5)
    while not receiver.requests.empty():
        receiver.requests.get()


def test_sends_signed_webhooks_and_retries_after_failure(server, receiver):
    server.start()
    content = registered(server, receiver)
    assert content["type"] == "account.created"
    assert content["data"]["actor"] == f"operator:{pwd.getpwuid(os.getuid()).pw_name}"
    drain(receiver)
    receiver.status = 500
    user = server.create_user("ada@example.com")
    first, _ = received_webhook(receiver)
    receiver.status = 204
    second, content = received_webhook(receiver)
    assert first == second == content["data"]["id"]
    assert content["data"]["account"] == user["id"]
    # The filter excludes it.
    server.administer("keys", "rotate")
    time.sleep(2)
    assert receiver.requests.empty()


def test_loses_no_event_when_killed(server, receiver):
    server.start()
    registered(server, receiver)
    drain(receiver)
    receiver.status = 500
    user = server.create_user("ada@example.com")
    sent, _ = received_webhook(receiver)
    # The server has recorded the failure.
    time.sleep(1)
    server.process.kill()
    server.administer("user", "disable", "ada@example.com")
    receiver.status = 204
    server.start()
    webhooks = [received_webhook(receiver), received_webhook(receiver)]
    assert sent in [id for id, _ in webhooks]
    assert {content["type"] for _, content in webhooks} == {"account.created", "account.updated"}
    assert {content["data"]["account"] for _, content in webhooks} == {user["id"]}


def claims(server: Server, receiver: Receiver) -> dict:
    """Waits for a token and validates it as RFC 8417 and the Shared Signals Framework demand."""
    fields, body = receiver.requests.get(timeout=PATIENCE)
    assert fields["content-type"] == "application/secevent+jwt"
    assert fields["authorization"] == "Bearer receiver-token"
    header = part(body.decode(), 0)
    assert (header["alg"], header["typ"]) == ("RS256", "secevent+jwt")
    metadata = server.get("/.well-known/ssf-configuration").json()
    assert metadata["delivery_methods_supported"] == ["urn:ietf:rfc:8935"]
    keys = jwk.KeySet.import_key_set(server.http.get(metadata["jwks_uri"], timeout=PATIENCE).json())
    claims = jwt.decode(body.decode(), keys, algorithms=["RS256"]).claims
    assert (claims["iss"], claims["aud"]) == (server.issuer, "https://receiver.example.com")
    assert claims["iss"] == metadata["issuer"]
    assert claims["iat"] <= time.time() + 1 and claims["jti"]
    assert "sub" not in claims and "exp" not in claims
    assert len(claims["events"]) == 1
    return claims


def test_pushes_security_event_tokens(configure, receiver):
    server = configure(
        "shared-signals:\n  partner:\n    audience: https://receiver.example.com\n"
        f"    url: {receiver.url}\n    token: receiver-token\n"
    ).start()
    assert claims(server, receiver)["events"] == {VERIFICATION: {}}
    user = server.create_user("ada@example.com", PASSWORD)
    server.administer("user", "disable", "ada@example.com")
    token = claims(server, receiver)
    assert token["sub_id"] == {"format": "iss_sub", "iss": server.issuer, "sub": user["id"]}
    assert token["events"][RISC + "account-disabled"]["initiating_entity"] == "admin"
    # RFC 8935 §2.3: a rejected token is not sent again.
    receiver.status = 400
    receiver.answer = json.dumps({"err": "invalid_audience", "description": "Unknown."}).encode()
    server.administer("user", "enable", "ada@example.com")
    claims(server, receiver)
    assert server.process.line(re.compile("invalid_audience"))
    assert "message dropped" in server.process.output
    assert receiver.requests.empty()


def follow(server) -> Process:
    return Process([GATEHOUSE, "events", "--follow", "--json", "--data", server.data], server.variables)


def check_following(server, other) -> None:
    """Follows the log of a running server, and checks that each event is printed once."""
    following = follow(server)
    number = 0
    while not following.lines:
        number += 1
        other.create_user(f"early-{number}@example.com")
        assert number < 40, following.output
    users = [other.create_user(f"late-{number}@example.com")["id"] for number in range(3)]
    wait_for(lambda: all(any(id in line for line in following.lines) for id in users), "the events")
    time.sleep(2.5)
    events = [json.loads(line) for line in following.lines]
    assert len({event["id"] for event in events}) == len(events)
    assert [event["account"] for event in events][-3:] == users
    following.signal(signal.SIGINT)
    following.wait()


def test_follows_log_on_sqlite(make_server):
    server = make_server("--dev").start()
    check_following(server, server)


def test_follows_log_on_postgresql(make_nodes):
    nodes = make_nodes().start()
    check_following(nodes[0], nodes[1])


def test_follows_log_across_crash_of_postgresql(make_nodes, cluster):
    nodes = make_nodes(1).start()
    following = follow(nodes[0])
    number = 0
    while not following.lines:
        number += 1
        nodes.create_user(f"early-{number}@example.com")
        assert number < 40, following.output
    cluster.crash()
    assert following.line(re.compile("Trying again in 2 seconds")), following.output
    cluster.restart()
    user = nodes.create_user("late@example.com")
    assert following.line(re.compile(re.escape(user["id"])))
    events = [json.loads(line)["id"] for line in following.lines if line.startswith("{")]
    assert len(set(events)) == len(events)
    following.signal(signal.SIGINT)
    following.wait()

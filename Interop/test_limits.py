"""Limits and invalid requests: each gets the standard's response, and the server survives."""

import contextlib
import random
import socket
import sqlite3
import struct

import pytest
import requests

from gatehouse import PATIENCE, wait_for
from journey import PASSWORD
from person import Person

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def test_limits_requests_per_address(make_server):
    server = make_server("--dev", GATEHOUSE_LIMITS_REQUESTS_PER_ADDRESS="5/1h").start()
    answers = [server.get("/oauth2/keys") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert 3500 < int(answers[5].headers["Retry-After"]) <= 3600
    assert answers[5].json()["error"] == "temporarily_unavailable"
    page = server.get("/device", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert "Too many attempts" in page.text


def test_limits_requests_per_client(make_server):
    server = make_server("--dev", GATEHOUSE_LIMITS_REQUESTS_PER_CLIENT="2/1h").start()
    client = server.create_client("Nightly Job", "--type", "confidential", "--grant", "client_credentials")
    other = server.create_client("Other Job", "--type", "confidential", "--grant", "client_credentials")

    def ask(who: dict, **authentication) -> int:
        return server.post("/oauth2/token", {"grant_type": "client_credentials"}, **authentication).status_code

    def by_basic(who: dict) -> int:
        return ask(who, auth=(who["client_id"], who["client_secret"]))

    assert [by_basic(client) for _ in range(3)] == [200, 200, 429]
    assert by_basic(other) == 200


def test_limits_password_attempts_but_accepts_code(make_server, make_application):
    server = make_server("--dev", GATEHOUSE_LIMITS_PASSWORD_FAILURES_PER_ACCOUNT="3/1h").start()
    server.create_user("alex@example.com", PASSWORD)
    application = make_application(at=server)
    person = Person(server, "alex@example.com").open(application.sign_in_url())
    person.send("password", email=person.email)
    for _ in range(3):
        person.send(password="not-the-password-9")
        assert "Wrong email address or password." in person.page.text
    person.send(password=PASSWORD)
    assert person.page.status_code == 429
    assert "Too many attempts." in person.page.text
    assert 0 < int(person.page.headers["Retry-After"]) <= 3600
    person.send("code")
    person.send(code=server.code(person.email)).consent()
    assert "code" in person.answer


def test_limits_mails_per_recipient(make_server, make_application):
    server = make_server("--dev", GATEHOUSE_LIMITS_MAILS_PER_RECIPIENT="2/24h").start()
    application = make_application(at=server)
    Person(server, "alex@example.com").open(application.sign_in_url()).sign_in()
    for status in (200, 429):
        person = Person(server, "alex@example.com").open(application.sign_in_url()).send(email="alex@example.com")
        assert person.page.status_code == status
    assert 86_000 < int(person.page.headers["Retry-After"]) <= 86_400
    server.mail("alex@example.com", 2)
    assert len(server.mails("alex@example.com")) == 2


def test_sends_second_code_at_once_without_blocking_other_flows(server, application, email):
    Person(server, email).open(application.sign_in_url()).send(email=email)
    person = Person(server, email).open(application.sign_in_url()).send(email=email)
    assert person.page.status_code == 200
    person.send("resend")
    assert person.page.status_code == 200
    person.send("resend")
    assert person.page.status_code == 422
    assert "You can send a new code in" in person.page.text
    # Pages do not wait for delivery.
    server.mail(email, 3)
    assert len(server.mails(email)) == 3


def test_limits_callers_behind_trusted_proxy_separately(make_server):
    server = make_server(
        "--dev", "--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "::1", GATEHOUSE_LIMITS_REQUESTS_PER_ADDRESS="1/1h"
    ).start()

    def ask(caller: str) -> int:
        return server.get("/oauth2/keys", headers={"X-Forwarded-For": caller}).status_code

    assert [ask("192.0.2.1"), ask("192.0.2.2"), ask("192.0.2.1")] == [200, 200, 429]
    assert ask("203.0.113.9, 192.0.2.1") == 429


@pytest.mark.parametrize("path", ["/oauth2/token", "/oauth2/authorize", "/oauth2/userinfo", "/oauth2/revoke"])
def test_rejects_large_body(server, path):
    answer = server.http.post(
        server.issuer + path, data="a=" + "x" * 70_000, headers=FORM | {"Accept": "application/json"}, timeout=PATIENCE
    )
    assert (answer.status_code, answer.json()["error"]) == (413, "invalid_request")
    assert server.get("/health/ready").status_code == 200


def test_rejects_endless_body(server):
    def body():
        for _ in range(10_000):
            yield b"x" * 1000

    try:
        answer = requests.post(server.issuer + "/oauth2/token", data=body(), headers=FORM, timeout=PATIENCE)
        assert answer.status_code == 413
    except requests.ConnectionError:
        pass
    assert server.get("/health/ready").status_code == 200


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", None])
@pytest.mark.parametrize("path", ["/oauth2/token", "/oauth2/revoke", "/oauth2/introspect", "/oauth2/device_authorization"])
def test_rejects_other_media_types(server, path, kind):
    answer = server.http.post(
        server.issuer + path, data="{}", headers={"Content-Type": kind} if kind else {}, timeout=PATIENCE
    )
    assert (answer.status_code, answer.json()["error"]) == (415, "invalid_request")


def test_rejects_other_methods(server):
    answer = server.get("/oauth2/token")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert server.http.delete(server.issuer + "/oauth2/authorize", timeout=PATIENCE).status_code == 405


def test_answers_head_like_get_without_body(server):
    head = server.http.head(server.issuer + "/oauth2/keys", timeout=PATIENCE)
    get = server.get("/oauth2/keys")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == str(len(get.content))


def send(server, data: bytes) -> bytes:
    """Returns the server's response to these bytes, until it closes or is silent."""
    with socket.create_connection(("localhost", server.port), timeout=5) as connection:
        answer = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65_536):
                answer += part
        except ConnectionError:
            pass
        return answer


@pytest.mark.parametrize(
    "field", [b"X-Long: " + b"x" * 200_000, b"\r\n".join(b"X-%d: y" % number for number in range(20_000))]
)
def test_rejects_oversized_header_fields(server, field):
    answer = send(server, b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n" + field + b"\r\n\r\n")
    assert not answer.startswith(b"HTTP/1.1 2"), answer[:100]
    assert server.get("/health/ready").status_code == 200


STRANGE = [
    b"",
    b"\x00" * 4096,
    b"\r\n" * 1000,
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999999999999999\r\n\r\n",
    b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    b"GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /%zz?%=&&==&%ff HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /" + b"../" * 3000 + b"etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    b"GET /oauth2/authorize?" + b"&".join(b"a%d=1" % n for n in range(500)) + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /transaction HTTP/1.1\r\nHost: x\r\nCookie: " + b"=;" * 3000 + b"\r\n\r\n",
    b"GET /oauth2/userinfo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + b"." * 7000 + b"\r\n\r\n",
    b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ////\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 3\r\n\r\n%%%",
]


def test_survives_malformed_requests(server):
    for data in STRANGE:
        answer = send(server, data)
        assert not answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 5")), (data[:80], answer[:200])
    assert server.get("/health/ready").status_code == 200
    assert server.process.process.poll() is None


def test_survives_corrupted_requests(server, application):
    body = f"grant_type=authorization_code&code=abc&client_id={application.id}&redirect_uri=https%3A%2F%2Fa.example.com"
    whole = (
        "POST /oauth2/token?x=1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Cookie: gatehouse-browser=abc; gatehouse-session=def\r\nAuthorization: Basic YTpi\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    chance = random.Random(20_260)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[place] = chance.randrange(256)
                case 1:
                    del data[place : place + chance.randint(1, 20)]
                case _:
                    data[place:place] = chance.randbytes(chance.randint(1, 20))
        answer = send(server, bytes(data))
        assert not answer.startswith(b"HTTP/1.1 5"), (bytes(data), answer[:300])
    assert server.get("/health/ready").status_code == 200


def connect(server, address: str) -> socket.socket:
    """Opens a connection from a local address with an incomplete request, unless rejected."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(address, 0))
    with contextlib.suppress(ConnectionError):
        connection.sendall(b"GET /health/live HTTP/1.1\r\nHo")
    return connection


def ask(server, address: str, patience: float = PATIENCE) -> bytes:
    """Returns the status line of a response, or nothing if the connection is rejected."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=patience, source_address=(address, 0)) as connection:
        try:
            connection.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return connection.recv(12)
        except ConnectionError:
            return b""


def test_limits_connections_per_address(make_server):
    server = make_server("--dev")
    server.descriptors = 256
    server.start()
    idle = [connect(server, "127.0.0.2") for _ in range(400)]
    try:
        assert ask(server, "127.0.0.3") == b"HTTP/1.1 200"
    finally:
        for connection in idle:
            connection.close()
    wait_for(lambda: ask(server, "127.0.0.2") == b"HTTP/1.1 200", "an answer")


def test_survives_more_connections_than_descriptors(make_server):
    server = make_server("--dev")
    server.descriptors = 256
    server.start()
    kept = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(8)]
    idle = [connect(server, f"127.0.0.{number % 20 + 2}") for number in range(300)]
    try:
        # Existing connections are served meanwhile, and need files too.
        for _ in range(10):
            for connection in kept:
                connection.sendall(b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert [connection.recv(65_536)[:12] for connection in kept] == [b"HTTP/1.1 200"] * len(kept)
        with pytest.raises(TimeoutError):
            ask(server, "127.0.0.99", patience=0.5)
    finally:
        for connection in idle + kept:
            connection.close()
    wait_for(lambda: ask(server, "127.0.0.2") == b"HTTP/1.1 200", "an answer")
    assert server.process.process.poll() is None


@pytest.mark.parametrize("late", [0, 1])
def test_counts_connections_closed_at_once(make_server, late):
    server = make_server("--dev", GATEHOUSE_LIMITS_REQUESTS_PER_ADDRESS="20/1h").start()
    client = server.create_client("Example TV", "--grant", "urn:ietf:params:oauth:grant-type:device_code")
    body = f"client_id={client['client_id']}&scope=openid".encode()
    head = b"POST /oauth2/device_authorization HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    request = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    for _ in range(300):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            # Closing sends a reset, which may arrive before the request is read.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            with contextlib.suppress(ConnectionError):
                connection.sendall(request[: len(request) - late])
                connection.sendall(request[len(request) - late :])
    wait_for(lambda: server.get("/oauth2/keys").status_code == 429, "the limit")
    with contextlib.closing(sqlite3.connect(f"file:{server.data / 'gatehouse.sqlite'}?mode=ro", uri=True)) as database:
        assert database.execute("SELECT count(*) FROM devices").fetchone()[0] <= 20


@pytest.mark.parametrize("head", [b"X-Long: " + b"a" * 17_000, b"\r\n".join(b"X-%d: a" % number for number in range(101))])
def test_closes_connection_after_oversized_head(server, head):
    answer = send(server, b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n")
    assert not answer.startswith(b"HTTP/1.1 200"), answer[:200]


@pytest.mark.parametrize("host", [b"", b"Host:\r\n", b"Host: a, b\r\n", b"Host: localhost\r\nHost: localhost\r\n", b"Host: a\r\nhost: b\r\n"])
def test_requires_exactly_one_host(server, host):
    answer = send(server, b"GET /health/live HTTP/1.1\r\n" + host + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 400 "), answer[:200]

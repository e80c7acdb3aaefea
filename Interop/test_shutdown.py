"""SIGTERM and SIGINT finish open requests and accept no new ones."""

import http.client
import signal
import socket
import time

import pytest

from gatehouse import PATIENCE, Server, new_session, wait_for


def refuses(server: Server) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", server.port)) != 0


def answer(connection: socket.socket) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(connection)
    response.begin()
    response.read()
    return response


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_answers_incomplete_request_after_signal(make_server, number):
    server = make_server("--dev").start()
    form = b"token=abc&client_id=nobody"
    first = f"GET /health/live HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
    second = (
        f"POST /oauth2/revoke HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        # Both in one packet: after the first response the server has seen the second request.
        connection.sendall((first + second).encode() + form[:7])
        assert answer(connection).status == 200
        server.process.signal(number)
        wait_for(lambda: refuses(server), "the server to take nothing new")
        assert server.process.process.poll() is None
        connection.sendall(form[7:])
        assert answer(connection).status == 401
        assert connection.recv(1) == b""
    assert server.process.wait() == 0


def test_stops_despite_incomplete_request(make_server):
    server = make_server("--dev").start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        first = f"GET /health/live HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
        second = f"POST /oauth2/revoke HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Length: 26\r\n\r\ntok"
        connection.sendall((first + second).encode())
        assert answer(connection).status == 200
        began = time.monotonic()
        server.process.signal(signal.SIGTERM)
        assert server.process.wait() == 0
        assert time.monotonic() - began < 5


def readiness(server: Server) -> int:
    return server.http.get(f"{server.issuer}/health/ready").status_code


def test_serves_while_draining_until_second_signal(make_server):
    server = make_server("--dev", "--drain", "10m").start()
    assert readiness(server) == 200
    server.process.signal(signal.SIGTERM)
    wait_for(lambda: readiness(server) == 503, "the server to say that it is not ready")
    for path in ("/health/live", "/oauth2/keys"):
        # Each over a new connection.
        assert new_session().get(server.issuer + path, timeout=PATIENCE).status_code == 200
    assert readiness(server) == 503
    server.process.signal(signal.SIGTERM)
    assert server.process.wait() == 0
    assert refuses(server)


def test_stops_after_drain(make_server):
    server = make_server("--dev", GATEHOUSE_DRAIN="1s").start()
    began = time.monotonic()
    server.process.signal(signal.SIGTERM)
    assert server.process.wait() == 0
    assert time.monotonic() - began >= 1


def test_skips_drain_on_interrupt(make_server):
    server = make_server("--dev", "--drain", "10m").start()
    server.process.signal(signal.SIGINT)
    assert server.process.wait() == 0
    server.start()
    assert readiness(server) == 200
    server.process.signal(signal.SIGTERM)
    wait_for(lambda: readiness(server) == 503, "the server to say that it is not ready")
    server.process.signal(signal.SIGINT)
    assert server.process.wait() == 0


def test_handles_signals_from_announcement_on(make_server):
    server = make_server("--dev", "--drain", "10m")
    for number in [signal.SIGTERM, signal.SIGHUP] * 8:
        server.start()
        server.process.signal(number)
        server.process.signal(signal.SIGINT)
        assert server.process.wait() == 0

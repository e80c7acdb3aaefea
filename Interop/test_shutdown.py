"""SIGTERM and Ctrl-C finish what is under way and take nothing new."""

import http.client
import signal
import socket

import pytest

from gatehouse import PATIENCE, Server, wait_for


def refuses(server: Server) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", server.port)) != 0


def answer(connection: socket.socket) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(connection)
    response.begin()
    response.read()
    return response


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_half_sent_request_is_answered_after_the_signal(make_server, number):
    server = make_server("--dev").start()
    form = b"token=abc&client_id=nobody"
    first = f"GET /health/live HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
    second = (
        f"POST /oauth2/revoke HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        # Both in one packet: whoever has answered the first has seen the second begin.
        connection.sendall((first + second).encode() + form[:7])
        assert answer(connection).status == 200
        server.process.signal(number)
        wait_for(lambda: refuses(server), "the server to take nothing new")
        assert server.process.process.poll() is None
        connection.sendall(form[7:])
        assert answer(connection).status == 401
        assert connection.recv(1) == b""
    assert server.process.wait() == 0

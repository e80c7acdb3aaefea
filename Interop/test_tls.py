"""TLS of the server."""

import http.client
import signal
import ssl

import pytest

from application import Application
from certificates import Authority
from gatehouse import wait_for
from journey import PASSWORD, Journey


@pytest.fixture
def authority(tmp_path) -> Authority:
    return Authority(tmp_path / "authority")


@pytest.fixture
def trust(authority) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=authority.certificate_file)


def connect(server, trust: ssl.SSLContext) -> http.client.HTTPSConnection:
    connection = http.client.HTTPSConnection("localhost", server.port, context=trust, timeout=10)
    connection.connect()
    return connection


def handshake(server, trust: ssl.SSLContext, cipher: str) -> tuple[str, str]:
    """Connects by TLS 1.2 with one cipher suite."""
    trust.maximum_version = ssl.TLSVersion.TLSv1_2
    trust.set_ciphers(cipher)
    name, version, _ = connect(server, trust).sock.cipher()
    return name, version


def serial(connection: http.client.HTTPSConnection) -> int:
    return int(connection.sock.getpeercert()["serialNumber"], 16)


def is_alive(connection: http.client.HTTPSConnection) -> bool:
    connection.request("GET", "/health/ready")
    answer = connection.getresponse()
    answer.read()
    return answer.status == 200


def test_uses_new_certificate_after_sighup_and_keeps_connections(make_server, authority, trust):
    first = authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    old = connect(server, trust)
    assert (serial(old), is_alive(old)) == (first, True)

    second = authority.issue()
    server.process.signal(signal.SIGHUP)
    wait_for(lambda: serial(connect(server, trust)) == second, "the new certificate")
    assert is_alive(old)
    assert serial(old) == first


def test_keeps_certificate_after_failed_reload(make_server, authority, trust):
    first = authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    authority.chain_file.write_text("no certificate")
    server.process.signal(signal.SIGHUP)
    wait_for(lambda: "certificate reload failed" in server.process.output, "a word about it in the log")
    assert serial(connect(server, trust)) == first


def test_warns_of_expiring_certificate_at_start_and_after_sighup(make_server, authority):
    authority.issue(days=13)
    server = make_server("--dev", *authority.options, scheme="https").start()
    ends = f"Certificate {authority.chain_file} expires at {authority.end}."
    wait_for(lambda: ends in server.process.output, "a word about it in the log")

    authority.issue(days=15)
    server.process.signal(signal.SIGHUP)
    wait_for(lambda: server.process.output.count("certificate reloaded") == 1, "the new certificate")
    authority.issue(days=-0.5)
    server.process.signal(signal.SIGHUP)
    has_ended = f"Certificate {authority.chain_file} expired at {authority.end}."
    wait_for(lambda: has_ended in server.process.output, "a word about it in the log")
    assert server.process.output.count(f"Certificate {authority.chain_file} ") == 2


def test_ignores_sighup_without_certificate(make_server):
    server = make_server("--dev").start()
    for times in (1, 2):
        server.process.signal(signal.SIGHUP)
        wait_for(lambda: server.process.output.count("certificate reload skipped") == times, "a word about it in the log")
        assert server.http.get(f"{server.issuer}/health/ready").status_code == 200


def test_signs_in_over_https_with_host_cookies(make_server, authority, callbacks, new_page, email):
    authority.issue()
    server = make_server("--dev", *authority.options, scheme="https")
    server.http.verify = str(authority.certificate_file)
    server.start()
    server.create_user(email, PASSWORD)
    application = Application(server, callbacks, "Example App")
    journey = Journey(server, new_page(), email)
    answer = journey.page.goto(application.sign_in_url())
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    journey.sign_in_with_password()
    journey.allow()
    journey.back_in_app()
    application.tokens()
    cookies = journey.page.context.cookies(server.issuer)
    names = {"__Host-gatehouse-browser", "__Host-gatehouse-device", "__Host-gatehouse-session"}
    assert {cookie["name"] for cookie in cookies} == names
    assert all(cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax" for cookie in cookies)


def test_reports_untrusted_certificate_at_login(make_server, authority, tmp_path):
    authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    for way in (["--device"], ["--no-browser"]):
        done = server.run("login", "--issuer", server.issuer, *way)
        assert (done.returncode, done.stdout) == (1, "")
        assert "certificate is not trusted" in done.stderr
        assert "update-ca-certificates" in done.stderr


def test_ignores_unencrypted_request(make_server, authority):
    authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    connection = http.client.HTTPConnection("localhost", server.port, timeout=10)
    connection.request("GET", "/health/live")
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        connection.getresponse()


@pytest.mark.parametrize("cipher", ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES128-SHA256"])
def test_refuses_tls_1_2_without_authenticated_encryption(make_server, authority, trust, cipher):
    authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    with pytest.raises(ssl.SSLError):
        handshake(server, trust, cipher)


@pytest.mark.parametrize("cipher", ["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"])
def test_accepts_tls_1_2_with_authenticated_encryption(make_server, authority, trust, cipher):
    authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    assert handshake(server, trust, cipher) == (cipher, "TLSv1.2")

"""https by the server itself."""

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
    """Connects by TLS 1.2 with one cipher suite alone."""
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


def test_new_certificate_is_shown_after_sighup_and_old_connections_live(make_server, authority, trust):
    first = authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    old = connect(server, trust)
    assert (serial(old), is_alive(old)) == (first, True)

    second = authority.issue()
    server.process.signal(signal.SIGHUP)
    wait_for(lambda: serial(connect(server, trust)) == second, "the new certificate")
    assert is_alive(old)
    assert serial(old) == first


def test_unusable_certificate_leaves_the_one_in_use(make_server, authority, trust):
    first = authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    authority.chain_file.write_text("no certificate")
    server.process.signal(signal.SIGHUP)
    wait_for(lambda: "The certificate could not be read" in server.process.output, "a word about it in the log")
    assert serial(connect(server, trust)) == first


def test_certificate_that_ends_soon_or_has_ended_is_named_at_start_and_after_sighup(make_server, authority):
    authority.issue(days=13)
    server = make_server("--dev", *authority.options, scheme="https").start()
    ends = f"The certificate {authority.chain_file} ends at {authority.end}."
    wait_for(lambda: ends in server.process.output, "a word about it in the log")

    authority.issue(days=15)
    server.process.signal(signal.SIGHUP)
    wait_for(lambda: server.process.output.count("Read the certificate again") == 1, "the new certificate")
    authority.issue(days=-0.5)
    server.process.signal(signal.SIGHUP)
    has_ended = f"The certificate {authority.chain_file} has ended, at {authority.end}."
    wait_for(lambda: has_ended in server.process.output, "a word about it in the log")
    assert server.process.output.count("The certificate ") == 2


def test_sighup_without_a_certificate_ends_nothing(make_server):
    server = make_server("--dev").start()
    for times in (1, 2):
        server.process.signal(signal.SIGHUP)
        wait_for(lambda: server.process.output.count("There is no certificate") == times, "a word about it in the log")
        assert server.http.get(f"{server.issuer}/health/ready").status_code == 200


def test_sign_in_under_https_with_cookies_of_this_host_alone(make_server, authority, callbacks, new_page, email):
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
    assert {cookie["name"] for cookie in cookies} == {"__Host-gatehouse-browser", "__Host-gatehouse-session"}
    assert all(cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax" for cookie in cookies)


def test_login_says_that_the_certificate_is_not_trusted(make_server, authority, tmp_path):
    authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    for way in (["--device"], ["--no-browser"]):
        done = server.run("login", "--issuer", server.issuer, *way)
        assert (done.returncode, done.stdout) == (1, "")
        assert "certificate is not trusted" in done.stderr
        assert "update-ca-certificates" in done.stderr


def test_unencrypted_request_gets_no_answer(make_server, authority):
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
def test_takes_tls_1_2_with_authenticated_encryption(make_server, authority, trust, cipher):
    authority.issue()
    server = make_server("--dev", *authority.options, scheme="https").start()
    assert handshake(server, trust, cipher) == (cipher, "TLSv1.2")

"""Dovecot: mail clients sign in with access tokens, which it introspects with credentials of its own."""

import contextlib
import imaplib
import urllib.parse

import pytest

import dovecot
from application import Application
from dovecot import Dovecot
from gatehouse import Server
from journey import PASSWORD
from person import Person


@pytest.fixture
def make_dovecot():
    """Creates mail servers, and stops them after the test."""
    if not dovecot.is_installed():
        pytest.skip("Dovecot is not installed (apt: dovecot-imapd)")
    with contextlib.ExitStack() as stack:

        def make(**settings: str) -> Dovecot:
            made = Dovecot(**settings)
            stack.callback(made.stop)
            return made

        yield make


@pytest.fixture
def user(server, email) -> str:
    server.create_user(email, PASSWORD)
    return email


def introspection(server: Server, *options: str) -> dict[str, str]:
    """Registers the mail server as a client, and returns its settings."""
    client = server.create_client("Mail", "--type", "confidential", "--grant", "client_credentials", *options)
    return settings(server, client)


def settings(server: Server, client: dict) -> dict[str, str]:
    """Returns the settings of a mail server that introspects tokens as a client."""
    endpoint = urllib.parse.urlsplit(server.get("/.well-known/openid-configuration").json()["introspection_endpoint"])
    login = f"{client['client_id']}:{client['client_secret']}"
    return {
        "introspection_mode": "post",
        "introspection_url": endpoint._replace(netloc=f"{login}@{endpoint.netloc}").geturl(),
        "force_introspection": "yes",
        "username_attribute": "username",
        "active_attribute": "active",
        "active_value": "true",
        "issuers": server.issuer,
        "openid_configuration_url": f"{server.issuer}/.well-known/openid-configuration",
        "debug": "yes",
    }


def tokens(app: Application, user: str, **more: str) -> dict:
    person = Person(app.server, user, PASSWORD).open(app.sign_in_url(**more)).sign_in()
    answer = app.redeem(person.answer["code"])
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("mechanism", ["OAUTHBEARER", "XOAUTH2"])
def test_signs_in_to_mailbox_with_access_token(server, make_application, make_dovecot, user, mechanism):
    mail = make_dovecot(**introspection(server, "--introspects", "username"))
    token = tokens(make_application("Mail App"), user)["access_token"]
    client = mail.sign_in(user, token, mechanism)
    assert client.append("INBOX", None, None, b"Subject: Hello\r\n\r\nHello.\r\n")[0] == "OK"
    assert client.select() == ("OK", [b"1"])
    client.logout()


def test_refuses_token_of_other_user_or_scope(server, make_application, make_dovecot, user):
    mail = make_dovecot(**introspection(server, "--introspects", "username"), scope="mail")
    app = make_application("Mail App", "--scope", "openid mail", scope="openid mail")
    token = tokens(app, user)["access_token"]
    mail.sign_in(user, token).logout()

    with pytest.raises(imaplib.IMAP4.error):
        mail.sign_in("other@example.com", token)
    narrow = tokens(app, user, scope="openid")["access_token"]
    with pytest.raises(imaplib.IMAP4.error):
        mail.sign_in(user, narrow)


def test_refuses_token_after_sign_out(server, make_application, make_dovecot, user):
    mail = make_dovecot(**introspection(server, "--introspects", "username"))
    app = make_application("Mail App", scope="openid offline_access")
    issued = tokens(app, user)
    mail.sign_in(user, issued["access_token"]).logout()
    assert server.post("/oauth2/revoke", {"token": issued["refresh_token"], "client_id": app.id}).status_code == 200
    with pytest.raises(imaplib.IMAP4.error):
        mail.sign_in(user, issued["access_token"])


def test_refuses_every_token_without_user_name(server, make_application, make_dovecot, user):
    """The mail server learns the user name only if its registration allows it."""
    mail = make_dovecot(**introspection(server))
    token = tokens(make_application("Mail App"), user)["access_token"]
    with pytest.raises(imaplib.IMAP4.error):
        mail.sign_in(user, token)


def test_accepts_only_tokens_for_its_audience(server, make_application, make_dovecot, user):
    """The API, not the registration of the client, decides that introspection returns the user name (RFC 8707)."""
    client = server.create_client("Mail", "--type", "confidential", "--grant", "client_credentials")
    introspects = ["--introspector", client["client_id"], "--introspects", "username"]
    options = ["--token-format", "opaque", "--scope", "mail:read=Read your mail"]
    server.create_resource("https://mail.example.com", "Mail", *options, *introspects)
    mail = make_dovecot(**settings(server, client), scope="mail:read")
    app = make_application("Mail App", "--scope", "openid mail:read", scope="openid mail:read")
    token = tokens(app, user, resource="https://mail.example.com")["access_token"]
    mail.sign_in(user, token).logout()

    for other in (tokens(app, user, scope="openid"), tokens(make_application("Other App"), user)):
        with pytest.raises(imaplib.IMAP4.error):
            mail.sign_in(user, other["access_token"])

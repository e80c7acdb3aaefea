"""oidc-agent: signs in with a browser on the same or another device, and keeps tokens for a command line."""

import pytest
import requests

from application import claims
from gatehouse import PATIENCE, Process, Server
from journey import PASSWORD
from oidc_agent import URL, USER_CODE, Agent, is_installed
from person import Person
from tls_server import tls_server

pytestmark = pytest.mark.skipif(not is_installed(), reason="oidc-agent is not installed (apt: oidc-agent-cli)")

SCOPE = "openid email offline_access"


@pytest.fixture(scope="module")
def secure_server(tmp_path_factory) -> Server:
    """The agent demands https."""
    with tls_server(tmp_path_factory.mktemp("secure"), "--dev", GATEHOUSE_REGISTRATION="open") as server:
        yield server


@pytest.fixture
def agent(secure_server, tmp_path) -> Agent:
    agent = Agent(secure_server, tmp_path)
    yield agent
    agent.stop()


@pytest.fixture
def person(secure_server, email) -> Person:
    secure_server.create_user(email, PASSWORD)
    return Person(secure_server, email, PASSWORD)


def sign_in_here(configuration: Process, person: Person) -> None:
    """Signs in with a browser that reaches the listener of the agent."""
    person.open(configuration.line(URL)[0]).sign_in()
    assert requests.get(person.left_for, timeout=PATIENCE).status_code == 200
    assert configuration.wait() == 0, configuration.output


def sign_in_elsewhere(configuration: Process, person: Person) -> None:
    """Signs in on another device (RFC 8628)."""
    code = configuration.line(USER_CODE)[1]
    person.open(configuration.line(URL)[0]).send(**{"user-code": code})
    person.sign_in()
    assert configuration.wait() == 0, configuration.output


def check(agent: Agent, person: Person, client_id: str | None = None) -> None:
    """Uses the access token, and refreshes it."""
    first, second = agent.token("work"), agent.token("work", "--force-new")
    assert first != second
    assert claims(second)["client_id"] == (client_id or claims(first)["client_id"])
    userinfo = {"Authorization": f"Bearer {second}"}
    assert agent.server.get("/oauth2/userinfo", headers=userinfo).json()["email"] == person.email


@pytest.mark.parametrize("kind", ["public", "confidential"])
def test_signs_in_with_browser_and_refreshes(secure_server, agent, person, kind):
    client = secure_server.create_client("oidc-agent", "--type", kind, "--redirect-uri", agent.redirect_uri)
    secret = client.get("client_secret", "")
    known = ["--client-id", client["client_id"], "--client-secret", secret]
    sign_in_here(agent.configure("work", "code", SCOPE, *known), person)
    check(agent, person, client["client_id"])


def test_signs_in_on_other_device_and_refreshes(secure_server, agent, person):
    client = secure_server.create_client("oidc-agent", "--grant", "device_code", "--grant", "refresh_token")
    known = ["--client-id", client["client_id"], "--client-secret", ""]
    sign_in_elsewhere(agent.configure("work", "device", SCOPE, *known), person)
    check(agent, person, client["client_id"])


def test_registers_itself_and_signs_in(agent, person):
    """RFC 7591; with a redirect URI of its own choice. Device codes require an initial access token."""
    sign_in_here(agent.configure("work", "code", SCOPE), person)
    check(agent, person)


def test_registers_with_initial_access_token(tmp_path, tmp_path_factory, email):
    with tls_server(tmp_path_factory.mktemp("closed"), "--dev", GATEHOUSE_REGISTRATION="token") as server:
        server.create_user(email, PASSWORD)
        token = server.administer("registration", "token", "create")["token"]
        agent = Agent(server, tmp_path)
        assert agent.configure("home", "device", SCOPE).wait() != 0
        sign_in_elsewhere(agent.configure("work", "device", SCOPE, "--at", token), Person(server, email, PASSWORD))
        agent.stop()

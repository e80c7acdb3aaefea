"""The SDK of the Model Context Protocol: its client finds this server through a protected MCP server."""

import asyncio
import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
import requests
from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.extensions.client_credentials import PrivateKeyJWTOAuthProvider, SignedJWTParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata

from application import claims
from client_keys import ClientKey
from document_server import DocumentServer
from gatehouse import PATIENCE, Server
from journey import PASSWORD
from mcp_server import OrdersServer
from person import Person


class Memory:
    """The client's storage."""

    def __init__(self, client: dict | None = None):
        self.tokens = None
        self.client = OAuthClientInformationFull(**client) if client else None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens) -> None:
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client) -> None:
        self.client = client


class Agent:
    """An MCP client, whose user signs in and consents when it asks for it."""

    def __init__(self, orders: OrdersServer, person: Person, redirect_uri: str, storage: Memory, **more):
        self.orders = orders
        self.person = person
        self.storage = storage
        self.requests: list[dict[str, str]] = []
        metadata = OAuthClientMetadata(redirect_uris=[redirect_uri], client_name="Example Agent")
        self.provider = OAuthClientProvider(
            orders.url, metadata, storage, self._authorize, self._response, **more
        )

    async def _authorize(self, url: str) -> None:
        self.requests.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)))
        await asyncio.to_thread(self._sign_in, url)

    def _sign_in(self, url: str) -> None:
        is_first = self.person.page is None
        self.person.open(url)
        self.person.sign_in() if is_first else self.person.consent()

    async def _response(self) -> AuthorizationCodeResult:
        answer = self.person.answer
        return AuthorizationCodeResult(code=answer["code"], state=answer["state"], iss=answer["iss"])

    def call(self, *tools: str) -> list[str]:
        return call(self.provider, self.orders, *tools)


def call(provider: OAuthClientProvider, orders: OrdersServer, *tools: str) -> list[str]:
    """Connects, and returns the results of tools."""

    async def connected() -> list[str]:
        async with httpx2.AsyncClient(auth=provider, timeout=PATIENCE) as http:
            async with streamable_http_client(orders.url, http_client=http) as streams:
                async with ClientSession(*streams[:2]) as session:
                    await session.initialize()
                    results = [await session.call_tool(tool) for tool in tools]
                    return [result.content[0].text for result in results]

    # A thread of its own, because the browser of other tests leaves an event loop in the main thread.
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, connected()).result()


@pytest.fixture(scope="module")
def website(tmp_path_factory) -> DocumentServer:
    website = DocumentServer(tmp_path_factory.mktemp("website"))
    yield website
    website.stop()


@pytest.fixture(scope="module")
def open_server(tmp_path_factory, website) -> Server:
    """A server at which agents register, which trusts the website of their metadata."""
    trusted = str(website.authority.certificate_file)
    options = {"GATEHOUSE_REGISTRATION": "open", "GATEHOUSE_CLIENT_ID_METADATA": "on", "GATEHOUSE_REMOTE_CA": trusted}
    server = Server(tmp_path_factory.mktemp("open"), "--dev", **options).start()
    yield server
    server.stop()


@pytest.fixture
def orders(open_server) -> OrdersServer:
    orders = OrdersServer(open_server)
    orders.register(open_server)
    yield orders
    orders.stop()


@pytest.fixture
def person(open_server, email) -> Person:
    open_server.create_user(email, PASSWORD)
    return Person(open_server, email, PASSWORD)


@pytest.fixture
def redirect_uri(callbacks) -> str:
    return callbacks.url(callbacks.new_path("agent"))


def check(agent: Agent) -> None:
    """Calls tools with one sign-in for each set of scopes, and refreshes."""
    orders = agent.orders
    assert agent.call("list_orders") == ["one order"]
    assert agent.call("list_orders", "place_order", "list_orders") == ["one order", "placed", "one order"]
    first, second = agent.requests
    assert (first["resource"], second["resource"]) == (orders.url, orders.url)
    assert set(first["scope"].split()) == {orders.read, "offline_access"}
    assert set(second["scope"].split()) == {orders.read, orders.write, "offline_access"}

    issued = agent.storage.tokens
    assert claims(issued.access_token)["aud"] == orders.url
    agent.provider.context.token_expiry_time = 1
    assert agent.call("place_order") == ["placed"]
    # Rotated, as MCP demands of public clients.
    assert agent.storage.tokens.refresh_token != issued.refresh_token
    assert claims(agent.storage.tokens.access_token)["aud"] == orders.url
    assert len(agent.requests) == 2


def test_calls_tools_as_registered_client(open_server, orders, person, redirect_uri):
    scope = f"{orders.read} {orders.write} offline_access"
    client = open_server.create_client(
        "Example Agent", "--profile", "mcp", "--redirect-uri", redirect_uri, "--scope", scope
    )
    agent = Agent(orders, person, redirect_uri, Memory(client))
    check(agent)
    assert agent.requests[0]["client_id"] == client["client_id"]


def test_calls_tools_after_registering_itself(orders, person, redirect_uri):
    agent = Agent(orders, person, redirect_uri, Memory())
    check(agent)
    assert agent.storage.client.token_endpoint_auth_method == "none"


def test_calls_tools_with_metadata_document(website, orders, person, redirect_uri):
    """The client ID is the URL of the metadata (draft-ietf-oauth-client-id-metadata-document)."""
    url = website.url("/agent.json")
    website.documents["/agent.json"] = {
        "client_id": url,
        "client_name": "Example Agent",
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_method": "none",
    }
    agent = Agent(orders, person, redirect_uri, Memory(), client_metadata_url=url)
    check(agent)
    assert agent.requests[0]["client_id"] == url
    assert claims(agent.storage.tokens.access_token)["client_id"] == url
    assert website.requested == ["/agent.json"]


def test_calls_tool_without_user(open_server, orders, tmp_path):
    """A machine's client authenticates with its key (RFC 7523 §2.2); the audience is the issuer."""
    key = ClientKey(tmp_path)
    granted = ["--grant", "client_credentials", "--scope", orders.read]
    client = open_server.create_client("Nightly Agent", *key.options, *granted)
    assertions = SignedJWTParameters(
        issuer=client["client_id"], subject=client["client_id"], signing_key=key.key_file.read_text()
    )
    provider = PrivateKeyJWTOAuthProvider(
        orders.url,
        Memory(),
        client["client_id"],
        assertions.create_assertion_provider(),
        scope=orders.read,
        issuer=open_server.issuer,
    )
    assert call(provider, orders, "list_orders") == ["one order"]


def test_refuses_tokens_for_other_servers(open_server, orders, person, redirect_uri):
    other = OrdersServer(open_server)
    other.register(open_server)
    agent = Agent(orders, person, redirect_uri, Memory())
    agent.call("list_orders")
    header = {"Authorization": f"Bearer {agent.storage.tokens.access_token}"}
    assert requests.post(other.url, json={}, headers=header, timeout=PATIENCE).status_code == 401
    assert open_server.get("/oauth2/userinfo", headers=header).status_code == 401
    other.stop()

"""Apache with mod_auth_openidc as an API that checks access tokens."""

import pytest
import requests

from apache import Apache
from application import Application, claims
from gatehouse import PATIENCE, Server
from journey import PASSWORD
from person import Person
from tls_server import tls_server

ORDERS_API, STOCK_API = "https://orders.example.com", "https://stock.example.com"

# A claim with a list of words is matched by a regular expression.
READ = '"scope~(^| )orders:read( |$)"'
ORDERS = '"scope~(^| )orders( |$)"'


def by_keys(server: Server) -> list[str]:
    """Validates tokens with the server's public keys (RFC 9068 §4)."""
    return [f"OIDCOAuthVerifyJwksUri {server.issuer}/oauth2/keys", "OIDCOAuthRemoteUserClaim sub"]


def by_introspection(server: Server) -> list[str]:
    """Introspects tokens with the API's own credentials, at the endpoint of the metadata (RFC 7662, RFC 8414)."""
    client = server.create_client("Orders", "--type", "confidential", "--grant", "client_credentials")
    return introspection(server, client)


def introspection(server: Server, client: dict) -> list[str]:
    return [
        f"OIDCOAuthServerMetadataURL {server.issuer}/.well-known/oauth-authorization-server",
        f"OIDCOAuthClientID {client['client_id']}",
        f"OIDCOAuthClientSecret {client['client_secret']}",
        # Never caches a response.
        "OIDCOAuthTokenIntrospectionInterval -1",
        "OIDCOAuthRemoteUserClaim sub",
    ]


class Protected:
    """An API behind the web server, which demands claims of the token."""

    def __init__(self, apache: Apache, server: Server, validation, *claims: str):
        self.apache = apache
        apache.trust(server.http.verify)
        required = [f"Require claim {claim}" for claim in claims]
        apache.directives += validation(server)
        required = ["<RequireAll>", *required, "</RequireAll>"]
        apache.directives += ["<Location /api>", "AuthType oauth20", *required, "</Location>"]
        apache.start()

    def call(self, token: str | None = None) -> requests.Response:
        header = {"Authorization": f"Bearer {token}"} if token else {}
        return requests.get(self.apache.site + "/api/", headers=header, timeout=PATIENCE)


@pytest.fixture(scope="module")
def secure_server(tmp_path_factory) -> Server:
    with tls_server(tmp_path_factory.mktemp("secure"), "--dev") as server:
        yield server


@pytest.fixture
def user(secure_server, email) -> str:
    secure_server.create_user(email, PASSWORD)
    return email


def shop(make_application, server: Server, scope: str) -> Application:
    return make_application("Shop", "--scope", "openid offline_access orders", scope=scope, at=server)


def tokens(app: Application, user: str, **more: str) -> dict:
    person = Person(app.server, user, PASSWORD).open(app.sign_in_url(**more)).sign_in()
    answer = app.redeem(person.answer["code"])
    assert answer.status_code == 200, answer.text
    return answer.json()


def forged(token: str) -> str:
    """Returns the token with another signature."""
    content, _, signature = token.rpartition(".")
    return f"{content}.{signature[::-1]}"


@pytest.mark.parametrize("validation", [by_keys, by_introspection])
def test_accepts_only_valid_tokens_of_scope(secure_server, make_application, make_apache, user, validation):
    app = shop(make_application, secure_server, "openid orders")
    api = Protected(make_apache(), secure_server, validation, f"iss:{secure_server.issuer}", ORDERS)
    token = tokens(app, user)["access_token"]
    answer = api.call(token)
    assert (answer.status_code, answer.headers["X-User"]) == (200, claims(token)["sub"])

    assert (api.call().status_code, api.call(forged(token)).status_code) == (401, 401)
    narrow = tokens(app, user, scope="openid")["access_token"]
    assert api.call(narrow).status_code in (401, 403)


def test_refuses_revoked_token_at_once_by_introspection(secure_server, make_application, make_apache, user):
    app = shop(make_application, secure_server, "openid offline_access")
    api = Protected(make_apache(), secure_server, by_introspection, f"client_id:{app.id}")
    issued = tokens(app, user)
    assert api.call(issued["access_token"]).status_code == 200
    form = {"token": issued["refresh_token"], "client_id": app.id}
    assert secure_server.post("/oauth2/revoke", form).status_code == 200
    assert api.call(issued["access_token"]).status_code == 401


def test_refuses_id_token_by_introspection(secure_server, make_application, make_apache, user):
    api = Protected(make_apache(), secure_server, by_introspection, f"iss:{secure_server.issuer}")
    issued = tokens(shop(make_application, secure_server, "openid"), user)
    assert api.call(issued["access_token"]).status_code == 200
    assert api.call(issued["id_token"]).status_code == 401


@pytest.fixture(scope="module")
def orders(secure_server) -> dict:
    """The client of an API for which tokens are issued, and of another one (RFC 8707)."""
    client = secure_server.create_client("Orders", "--type", "confidential", "--grant", "client_credentials")
    introspects = ["--introspector", client["client_id"]]
    secure_server.create_resource(ORDERS_API, "Orders", "--scope", "orders:read=See your orders", *introspects)
    secure_server.create_resource(STOCK_API, "Stock", "--scope", "stock:read=See the stock")
    return client


@pytest.mark.parametrize("validates", [True, False])
def test_accepts_only_tokens_for_its_audience(secure_server, make_application, make_apache, user, orders, validates):
    scope = "openid orders:read stock:read"
    app = make_application("Shop", "--scope", scope, scope=scope, at=secure_server)
    validation = by_keys if validates else lambda server: introspection(server, orders)
    api = Protected(make_apache(), secure_server, validation, f"aud:{ORDERS_API}", READ)
    token = tokens(app, user, resource=ORDERS_API, scope="openid orders:read")["access_token"]
    assert (claims(token)["aud"], claims(token)["scope"]) == (ORDERS_API, "orders:read")
    answer = api.call(token)
    assert (answer.status_code, answer.headers["X-User"]) == (200, claims(token)["sub"])

    for elsewhere in ({"resource": STOCK_API, "scope": "openid stock:read"}, {"scope": "openid"}):
        assert api.call(tokens(app, user, **elsewhere)["access_token"]).status_code == 401
    userinfo = secure_server.get("/oauth2/userinfo", headers={"Authorization": f"Bearer {token}"})
    assert userinfo.status_code == 401

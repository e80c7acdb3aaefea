"""pyoidc: a client by discovery, which can register itself (RFC 7591)."""

import pytest
from oic import rndstr
from oic.exception import RegistrationError
from oic.oic import Client
from oic.oic.message import AuthorizationResponse, RegistrationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD
from oic.utils.keyio import build_keyjar

from client_keys import ClientKey
from gatehouse import Server
from journey import PASSWORD
from person import Person


@pytest.fixture(scope="module")
def open_server(tmp_path_factory) -> Server:
    """A server at which clients register without a token."""
    server = Server(tmp_path_factory.mktemp("open"), "--dev", GATEHOUSE_REGISTRATION="open").start()
    yield server
    server.stop()


@pytest.fixture
def person(server, email) -> Person:
    server.create_user(email, PASSWORD)
    return Person(server, email, PASSWORD)


def discover(server: Server, redirect_uri: str, **more) -> Client:
    client = Client(client_authn_method=CLIENT_AUTHN_METHOD, **more)
    client.redirect_uris = [redirect_uri]
    client.provider_config(server.issuer)
    return client


def sign_in(client: Client, person: Person, method: str) -> str:
    """Returns the state of the sign-in, under which the library keeps the tokens."""
    client.config["code_challenge"] = {"length": 64, "method": "S256"}
    challenge, verifier = client.add_code_challenge()
    request = client.construct_AuthorizationRequest(
        request_args={
            "response_type": "code",
            "scope": ["openid", "email", "offline_access"],
            "redirect_uri": client.redirect_uris[0],
            "state": rndstr(),
            "nonce": rndstr(),
            **challenge,
        }
    )
    person.open(request.request(client.authorization_endpoint)).sign_in()
    query = person.left_for.partition("?")[2]
    answer = client.parse_response(AuthorizationResponse, info=query, sformat="urlencoded")
    form = {"code": answer["code"], "redirect_uri": client.redirect_uris[0], "code_verifier": verifier}
    tokens = client.do_access_token_request(state=answer["state"], request_args=form, authn_method=method)
    # Validated by the library, with the nonce.
    assert (tokens["id_token"]["aud"], tokens["id_token"]["nonce"]) == ([client.client_id], request["nonce"])
    return answer["state"]


def check(client: Client, person: Person, state: str, method: str) -> None:
    """Loads the user's claims, and refreshes."""
    assert client.do_user_info_request(state=state)["email"] == person.email
    if method.endswith("_jwt"):
        # Version 1.7.0 cannot refresh with an assertion.
        return
    fresh = client.do_access_token_refresh(state=state, authn_method=method)
    assert fresh["access_token"]
    assert client.do_user_info_request(state=state)["email"] == person.email


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_signs_in_and_refreshes(server, make_application, person, method):
    options = ["--type", "confidential", "--auth-method", method, "--id-token-algorithm", "RS256"]
    registered = make_application("pyoidc", *options)
    client = discover(server, registered.redirect_uri)
    client.store_registration_info(RegistrationResponse(**registered.client))
    check(client, person, sign_in(client, person, method), method)


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "client_secret_jwt"])
def test_registers_itself_and_signs_in(open_server, callbacks, email, method):
    open_server.create_user(email, PASSWORD)
    person = Person(open_server, email, PASSWORD)
    client = discover(open_server, callbacks.url(callbacks.new_path("callback")))
    registration = client.register(
        client.provider_info["registration_endpoint"],
        client_name="pyoidc",
        application_type="web",
        response_types=["code"],
        grant_types=["authorization_code", "refresh_token"],
        contacts=["ops@example.com"],
        token_endpoint_auth_method=method,
    )
    assert registration["token_endpoint_auth_method"] == method
    check(client, person, sign_in(client, person, method), method)

    # RFC 7592 §2.1.
    read = client.registration_read()
    assert (read["client_id"], read["client_name"]) == (client.client_id, "pyoidc")


def test_registers_its_key_and_signs_in(open_server, callbacks, email, tmp_path):
    open_server.create_user(email, PASSWORD)
    person = Person(open_server, email, PASSWORD)
    key = ClientKey(tmp_path)
    keys = build_keyjar([{"type": "RSA", "key": str(key.key_file), "use": ["sig"]}])[1]
    client = discover(open_server, callbacks.url(callbacks.new_path("callback")), keyjar=keys)
    client.register(
        client.provider_info["registration_endpoint"],
        client_name="pyoidc",
        response_types=["code"],
        grant_types=["authorization_code", "refresh_token"],
        token_endpoint_auth_method="private_key_jwt",
        jwks=keys.export_jwks(),
    )
    check(client, person, sign_in(client, person, "private_key_jwt"), "private_key_jwt")


def test_reports_refused_registration(server, open_server):
    client = discover(open_server, "http://attacker.example/#fragment")
    with pytest.raises(RegistrationError, match="invalid_redirect_uri"):
        client.register(client.provider_info["registration_endpoint"], client_name="pyoidc", response_types=["code"])
    assert "registration_endpoint" not in discover(server, "http://localhost/callback").provider_info

"""pyoidc: a client by discovery."""

import pytest
from oic import rndstr
from oic.oic import Client
from oic.oic.message import AuthorizationResponse, RegistrationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD

from gatehouse import Server
from journey import PASSWORD
from person import Person


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

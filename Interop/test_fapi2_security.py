"""FAPI 2.0 Security Profile: one test for each of the 62 statements of OpenID's certification plan.

The client authenticates with `private_key_jwt`, binds tokens with DPoP and uses OpenID Connect. Marked with the names
of their modules in `fapi2-security-profile-final-test-plan`, without the prefix of the plan. Modules about request
objects send plain parameters in this plan, where "inside" means pushed and "outside" means in the browser's request.
Four modules are about services of single countries: their tests make the general statement behind them.
"""

import json
import secrets
import socket
import sqlite3
import ssl
import time
import urllib.parse

import pytest
import requests

from application import part
from gatehouse import Server
from id_tokens import PROTOCOL_CLAIMS, validated
from journey import PASSWORD
from person import Person
from strict_client import Changes, SigningKey, StrictClient, digest, encoded, error
from tls_server import tls_server

EMAIL = "ada.strict@example.com"
ALGORITHMS = ["PS256", "ES256", "EdDSA"]
CLIENT_ERRORS = ("invalid_client", "invalid_request")
BINDING_ERRORS = ("invalid_grant", "invalid_request", "invalid_dpop_proof")


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Server:
    with tls_server(tmp_path_factory.mktemp("strict"), "--dev") as server:
        server.create_user(EMAIL, PASSWORD, name="Ada Lovelace", given_name="Ada", family_name="Lovelace")
        yield server


@pytest.fixture(scope="module")
def client(server, tmp_path_factory) -> StrictClient:
    return StrictClient(server, tmp_path_factory.mktemp("client"), "Strict Client")


@pytest.fixture(scope="module")
def other(server, tmp_path_factory) -> StrictClient:
    return StrictClient(server, tmp_path_factory.mktemp("other"), "Other Client", "ES256")


@pytest.fixture(scope="module")
def browser(server, client) -> Person:
    """A browser in which the user has signed in and allowed the client's scopes."""
    person = Person(server, EMAIL, PASSWORD)
    person.open(client.pushed_url(scope="openid profile email offline_access")).sign_in()
    client.code(person)
    return person


@pytest.fixture
def new_browser(server) -> Person:
    return Person(server, EMAIL, PASSWORD)


@pytest.fixture(scope="module")
def access_token(client, browser) -> str:
    return client.tokens(browser)["access_token"]


def expect_error(answer: requests.Response, *codes: str) -> None:
    """Checks an error of an endpoint for clients (RFC 6749 §5.2)."""
    assert error(answer) in codes, answer.text
    assert answer.status_code in ((400, 401) if error(answer) == "invalid_client" else (400,))
    text = answer.json().get("error_description", "")
    assert all(" " <= character <= "~" and character not in '"\\' for character in text)


def expect_page(browser: Person) -> None:
    """Checks that the request ended on an error page, without a response to a client."""
    assert browser.left_for is None
    assert browser.page.status_code == 400
    assert "<h1" in browser.page.text


def expect_rejected_proof(answer: requests.Response) -> None:
    """Checks an error of a resource (RFC 9449 §7.1)."""
    assert answer.status_code == 401, answer.text
    challenge = answer.headers["WWW-Authenticate"]
    assert "DPoP" in challenge
    assert 'error="invalid_dpop_proof"' in challenge or 'error="invalid_token"' in challenge


def expire(server: Server, table: str, longest: int) -> None:
    """Ends the lifetime, in seconds, of all unused rows of a table, and checks it."""
    now = int(time.time() * 1000)
    with sqlite3.connect(server.data / "gatehouse.sqlite", timeout=10) as database:
        unused = "redeemed_at IS NULL" if table == "codes" else "TRUE"
        [(expires,)] = database.execute(f"SELECT MAX(expires_at) FROM {table} WHERE {unused}").fetchall()
        assert now < expires <= now + longest * 1000 + 100
        database.execute(f"UPDATE {table} SET expires_at = ?", (now - 1000,))


# Discovery and sign-in


@pytest.mark.statement("discovery-end-point-verification")
def test_publishes_metadata_of_profile(server, client):
    metadata = client.metadata
    assert metadata["issuer"] == server.issuer
    assert "code" in metadata["response_types_supported"]
    assert metadata["authorization_response_iss_parameter_supported"] is True
    assert isinstance(metadata.get("require_pushed_authorization_requests", False), bool)
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert "private_key_jwt" in metadata["token_endpoint_auth_methods_supported"]
    for name in ("dpop_signing_alg_values_supported", "token_endpoint_auth_signing_alg_values_supported"):
        assert set(ALGORITHMS) <= set(metadata[name])
        assert "none" not in metadata[name]
    assert set(metadata["id_token_signing_alg_values_supported"]) & set(ALGORITHMS)
    assert "openid" in metadata["scopes_supported"]
    assert set(metadata["subject_types_supported"]) <= {"public", "pairwise"}
    for name in ("authorization_endpoint", "token_endpoint", "pushed_authorization_request_endpoint", "jwks_uri"):
        assert metadata[name].startswith(server.issuer + "/")


@pytest.mark.statement("happy-flow")
@pytest.mark.parametrize(("algorithm", "proof_algorithm"), [("PS256", "ES256"), ("ES256", "EdDSA"), ("EdDSA", "PS256")])
def test_signs_in_two_clients_with_bound_tokens(server, client, browser, tmp_path, algorithm, proof_algorithm):
    second = StrictClient(server, tmp_path, "Second Client", algorithm)
    second.dpop_key = SigningKey(proof_algorithm)
    tokens = second.tokens(browser, scope="openid")
    id_token = validated(server, tokens, second.id, second.nonce)
    assert set(id_token) <= PROTOCOL_CLAIMS
    assert part(tokens["access_token"], 1)["cnf"] == {"jkt": second.dpop_key.id}
    for accept in ("application/json;charset=utf-8, */*;q=0.5", "*/*"):
        answer = second.userinfo(tokens["access_token"], Accept=accept)
        assert answer.status_code == 200, answer.text
        assert answer.json()["sub"] == id_token["sub"]
    query = "?" + urllib.parse.urlencode({"access_token": tokens["access_token"]})
    assert server.get("/oauth2/userinfo" + query).status_code == 401
    expect_rejected_proof(client.userinfo(tokens["access_token"]))


@pytest.mark.statement("user-rejects-authentication")
def test_returns_rejection_of_user_to_client(server, client, browser):
    browser.open(client.pushed_url(prompt="consent")).send("cancel")
    answer = browser.answer
    assert (answer["error"], answer["state"], answer["iss"]) == ("access_denied", client.state, server.issuer)
    assert "code" not in answer


@pytest.mark.statement("ensure-authorization-request-without-state-success")
def test_accepts_request_without_state(client, browser):
    browser.open(client.pushed_url(state=None)).consent()
    assert set(browser.answer) == {"code", "iss"}
    client.bound(client.redeem(browser.answer["code"]))


@pytest.mark.statement("ensure-authorization-request-without-nonce-success")
def test_accepts_request_without_nonce(server, client, browser):
    validated(server, client.tokens(browser, nonce=None), client.id, None)


@pytest.mark.statement("ensure-authorization-request-with-64-char-nonce-success")
def test_returns_nonce_of_64_characters(server, client, browser):
    validated(server, client.tokens(browser, nonce="n" * 64), client.id, "n" * 64)


@pytest.mark.statement("ensure-authorization-request-with-long-nonce")
def test_returns_long_nonce_or_rejects_it(server, client, browser):
    nonce = secrets.token_hex(192)
    answer = client.push(client.parameters(nonce=nonce))
    if answer.status_code != 201:
        return expect_error(answer, "invalid_request")
    code = client.authorize(browser, client.url(answer.json()["request_uri"]))
    validated(server, client.bound(client.redeem(code)), client.id, nonce)


@pytest.mark.statement("ensure-authorization-request-with-long-state")
def test_returns_long_state_or_rejects_it(client, browser):
    parameters = client.parameters(state=secrets.token_hex(500))
    client.state = parameters["state"]
    answer = client.push(parameters)
    if answer.status_code != 201:
        return expect_error(answer, "invalid_request")
    client.authorize(browser, client.url(answer.json()["request_uri"]))


@pytest.mark.statement("ensure-other-scope-order-succeeds")
def test_accepts_scopes_in_any_order(client, browser):
    tokens = client.tokens(browser, scope="email profile openid")
    assert set(tokens["scope"].split()) == {"email", "profile", "openid"}


@pytest.mark.statement("par-without-duplicate-parameters")
def test_needs_no_parameters_beside_request_uri_and_client_id(client, browser):
    url = client.pushed_url()
    assert set(urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)) == {"client_id", "request_uri"}
    client.bound(client.redeem(client.authorize(browser, url)))


# Claims


@pytest.mark.statement("test-claims-parameter-identity-claims")
def test_returns_requested_claims_and_ignores_unknown_ones(server, client, browser):
    names = set(client.metadata["claims_supported"]) - PROTOCOL_CLAIMS
    forms = [None, {"essential": True}, {"essential": False}]
    wanted = {name: forms[index % 3] for index, name in enumerate(sorted(names))}
    unknown = {secrets.token_hex(8): {"value": "x"}, secrets.token_hex(8): {"values": ["x", "y"], "essential": True}}
    claims = json.dumps({"id_token": wanted | unknown, "userinfo": wanted | unknown})
    tokens = client.tokens(browser, claims=claims, scope="openid profile email")
    id_token = validated(server, tokens, client.id, client.nonce)
    userinfo = client.userinfo(tokens["access_token"]).json()
    stored = {"name", "given_name", "family_name", "email", "email_verified"}
    assert stored <= set(id_token) | set(userinfo)
    assert not set(unknown) & (set(id_token) | set(userinfo))


@pytest.mark.statement("australia-connectid-test-claims-parameter-idtoken-identity-claims")
def test_returns_claims_in_id_token_on_request(server, client, browser):
    claims = json.dumps({"id_token": {"given_name": {"essential": True}, "email": None}})
    tokens = client.tokens(browser, claims=claims, scope="openid profile email")
    id_token = validated(server, tokens, client.id, client.nonce)
    assert (id_token["given_name"], id_token["email"]) == ("Ada", EMAIL)


@pytest.mark.statement("test-essential-acr-sca-claim")
def test_rejects_essential_authentication_class_out_of_reach(client, browser):
    claims = json.dumps({"id_token": {"acr": {"essential": True, "value": "urn:openbanking:psd2:sca"}}})
    answer = client.push(client.parameters(claims=claims))
    if answer.status_code != 201:
        return expect_error(answer, "unmet_authentication_requirements", "access_denied", "invalid_request")
    browser.open(client.url(answer.json()["request_uri"]))
    assert browser.answer["error"] in ("unmet_authentication_requirements", "access_denied")


@pytest.mark.statement("ensure-server-handles-non-matching-intent-id")
def test_rejects_request_for_another_user(client, browser):
    claims = json.dumps({"id_token": {"sub": {"essential": True, "value": "another-user"}}})
    browser.open(client.pushed_url(claims=claims, prompt="none"))
    assert browser.answer["error"] == "login_required"
    assert browser.answer["state"] == client.state


# Parameters beside the pushed ones


@pytest.mark.statement("ensure-different-nonce-inside-and-outside-request-object")
def test_uses_pushed_nonce_only(server, client, browser):
    url = client.pushed_url() + "&nonce=outside"
    tokens = client.bound(client.redeem(client.authorize(browser, url)))
    validated(server, tokens, client.id, client.nonce)


@pytest.mark.statement("ensure-different-state-inside-and-outside-request-object")
def test_uses_pushed_state_only(client, browser):
    client.authorize(browser, client.pushed_url() + "&state=outside")


@pytest.mark.statement("state-only-outside-request-object-not-used")
def test_ignores_state_that_was_not_pushed(client, browser):
    browser.open(client.pushed_url(state=None) + "&state=outside").consent()
    assert set(browser.answer) == {"code", "iss"}


# Redirect URIs and response types


@pytest.mark.statement("ensure-request-object-without-redirect-uri-fails")
def test_rejects_request_object_without_redirect_uri(client):
    request = client.request_object(client.parameters(redirect_uri=None))
    answer = client.push({"client_id": client.id, "request": request})
    expect_error(answer, "invalid_request", "invalid_request_object")


@pytest.mark.statement("ensure-redirect-uri-in-authorization-request")
def test_rejects_pushed_request_without_redirect_uri(client):
    expect_error(client.push(client.parameters(redirect_uri=None)), "invalid_request")


@pytest.mark.statement("ensure-registered-redirect-uri")
def test_never_redirects_to_unregistered_uri(client, browser):
    parameters = client.parameters(redirect_uri=client.redirect_uri + "/other")
    expect_page(browser.open(client.metadata["authorization_endpoint"] + "?" + urllib.parse.urlencode(parameters)))


@pytest.mark.statement("plain-fapi-tolerate-unregistered-redirect-uri")
@pytest.mark.parametrize("suffix", ["/other", "?a=b", "#fragment"])
def test_rejects_unregistered_redirect_uri_at_push(client, suffix):
    answer = client.push(client.parameters(redirect_uri=client.redirect_uri + suffix))
    expect_error(answer, "invalid_request", "invalid_redirect_uri")


@pytest.mark.statement("ensure-response-type-code-idtoken-fails")
def test_rejects_hybrid_response_type(client):
    expect_error(
        client.push(client.parameters(response_type="code id_token")), "unsupported_response_type", "invalid_request"
    )


@pytest.mark.statement("ensure-response-type-token-fails")
def test_rejects_implicit_response_type(client):
    expect_error(client.push(client.parameters(response_type="token")), "unsupported_response_type", "invalid_request")


# Pushed authorization requests


@pytest.mark.statement("ensure-unsigned-authorization-request-without-using-par-fails")
def test_rejects_request_that_was_not_pushed(server, client, browser):
    browser.open(client.metadata["authorization_endpoint"] + "?" + urllib.parse.urlencode(client.parameters()))
    if browser.left_for is None:
        return expect_page(browser)
    answer = browser.answer
    assert (answer["error"], answer["state"], answer["iss"]) == ("invalid_request", client.state, server.issuer)


@pytest.mark.statement("par-authorization-request-containing-request_uri-form-param")
def test_rejects_pushed_request_uri(client):
    uri = "urn:ietf:params:oauth:request_uri:" + secrets.token_urlsafe(32)
    expect_error(client.push(client.parameters(request_uri=uri)), "invalid_request")


@pytest.mark.statement("par-attempt-invalid-http-method")
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_rejects_other_methods_at_push_endpoint(client, method):
    url = client.metadata["pushed_authorization_request_endpoint"]
    answer = client.server.http.request(method, url, data=client.parameters(), timeout=15)
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


@pytest.mark.statement("australia-connectid-ensure-invalid-purpose-fails")
def test_rejects_oversized_parameter_at_push(client):
    answer = client.push(client.parameters(claims="x" * 200_000))
    if answer.status_code != 413:
        expect_error(answer, "invalid_request")


@pytest.mark.statement("par-attempt-to-use-request_uri-for-different-client")
def test_rejects_request_uri_of_another_client(client, other, browser):
    expect_page(browser.open(client.pushed_url().replace(client.id, other.id)))


@pytest.mark.statement("par-ensure-reused-request-uri-prior-to-auth-completion-succeeds")
def test_accepts_request_uri_again_before_sign_in(client, new_browser):
    url = client.pushed_url()
    assert new_browser.open(url).left_for is None
    client.code(new_browser.open(url).sign_in())


@pytest.mark.statement("par-attempt-reuse-request_uri")
def test_rejects_request_uri_after_authorization(client, browser):
    url = client.pushed_url()
    client.authorize(browser, url)
    expect_page(browser.open(url))


@pytest.mark.statement("par-attempt-to-use-expired-request_uri")
def test_rejects_expired_request_uri(server, client, browser):
    url = client.pushed_url()
    # The row is kept for an hour longer than the request URI is valid, for the pages that it has opened.
    expire(server, "pushed_requests", 600 + 60 * 60)
    expect_page(browser.open(url))


# PKCE


@pytest.mark.statement("par-ensure-pkce-required")
def test_rejects_request_without_code_challenge(client):
    answer = client.push(client.parameters(code_challenge=None, code_challenge_method=None))
    expect_error(answer, "invalid_request")


@pytest.mark.statement("par-plain-pkce-rejected")
def test_rejects_plain_code_challenge(client):
    parameters = client.parameters(code_challenge_method="plain")
    expect_error(client.push(parameters | {"code_challenge": client.verifier}), "invalid_request")
    expect_error(client.push(client.parameters(code_challenge_method=None)), "invalid_request")


@pytest.mark.statement("ensure-pkce-code-verifier-required")
def test_rejects_code_without_verifier(client, browser):
    expect_error(client.redeem(client.authorize(browser), code_verifier=None), "invalid_grant")


@pytest.mark.statement("incorrect-pkce-code-verifier-rejected")
def test_rejects_code_with_wrong_verifier(client, browser):
    expect_error(client.redeem(client.authorize(browser), code_verifier="v" * 43), "invalid_grant")


# Client authentication


@pytest.mark.statement("par-test-array-as-audience-fails")
def test_rejects_assertion_with_several_audiences(server, client):
    changes = Changes(claims={"aud": [server.issuer, "https://other.example.com"]})
    expect_error(client.push(client.parameters(), assertion=changes), *CLIENT_ERRORS)


@pytest.mark.statement("par-test-par-endpoint-url-as-audience-fails")
def test_rejects_assertion_for_push_endpoint(client):
    changes = Changes(claims={"aud": client.metadata["pushed_authorization_request_endpoint"]})
    expect_error(client.push(client.parameters(), assertion=changes), *CLIENT_ERRORS)


@pytest.mark.statement("par-test-token-endpoint-url-as-audience-fails")
def test_rejects_assertion_for_token_endpoint(client):
    changes = Changes(claims={"aud": client.metadata["token_endpoint"]})
    expect_error(client.push(client.parameters(), assertion=changes), *CLIENT_ERRORS)


@pytest.mark.statement("par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted")
def test_accepts_assertion_eight_seconds_ahead(client):
    now = int(time.time()) + 8
    answer = client.push(client.parameters(), assertion=Changes(claims={"iat": now, "nbf": now}))
    assert answer.status_code == 201, answer.text


@pytest.mark.statement("par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails")
@pytest.mark.parametrize("names", [("iat", "nbf"), ("iat",), ("nbf",)])
def test_rejects_assertion_more_than_a_minute_ahead(client, names):
    now = int(time.time()) + 70
    changes = Changes(claims={name: now for name in names} | {"exp": now + 60})
    expect_error(client.push(client.parameters(), assertion=changes), *CLIENT_ERRORS)


@pytest.mark.statement("ensure-signed-client-assertion-with-RS256-fails")
def test_rejects_assertion_signed_with_rs256(client, browser):
    changes = Changes(key=SigningKey("RS256", client.key.key))
    expect_error(client.redeem(client.authorize(browser), assertion=changes), "invalid_client")


@pytest.mark.statement("ensure-client-assertion-in-token-endpoint")
def test_rejects_code_without_client_authentication(client, browser):
    answer = client.redeem(client.authorize(browser), assertion=None, client_id=client.id)
    expect_error(answer, *CLIENT_ERRORS)


@pytest.mark.statement("ensure-client-assertion-with-exp-is-5-minutes-in-past-fails")
def test_rejects_expired_assertion(client, browser):
    past = int(time.time()) - 300
    changes = Changes(claims={"exp": past, "iat": past - 60, "nbf": past - 60})
    expect_error(client.redeem(client.authorize(browser), assertion=changes), *CLIENT_ERRORS)


@pytest.mark.statement("ensure-client-assertion-with-wrong-aud-fails")
def test_rejects_assertion_for_another_server(client, browser):
    changes = Changes(claims={"aud": "https://other.example.com"})
    expect_error(client.redeem(client.authorize(browser), assertion=changes), *CLIENT_ERRORS)


@pytest.mark.statement("ensure-client-assertion-with-no-sub-fails")
def test_rejects_assertion_without_subject(client, browser):
    changes = Changes(claims={"sub": None})
    expect_error(client.redeem(client.authorize(browser), assertion=changes), *CLIENT_ERRORS)


@pytest.mark.statement("ensure-client-id-in-token-endpoint")
def test_rejects_assertion_for_another_client(client, other, browser):
    changes = Changes(claims={"iss": other.id, "sub": other.id})
    answer = client.redeem(client.authorize(browser), assertion=changes, client_id=other.id)
    expect_error(answer, "invalid_client", "invalid_grant")


# Codes and refresh tokens


@pytest.mark.statement("ensure-authorization-code-is-bound-to-client")
def test_rejects_code_of_another_client(client, other, browser):
    answer = other.redeem(
        client.authorize(browser), code_verifier=client.verifier, proof=Changes(key=client.dpop_key)
    )
    expect_error(answer, "invalid_grant")


@pytest.mark.statement("attempt-reuse-authorization-code-after-one-second")
def test_revokes_token_when_code_is_used_again(client, browser):
    code = client.authorize(browser)
    token = client.bound(client.redeem(code))["access_token"]
    assert client.userinfo(token).status_code == 200
    time.sleep(1)
    expect_error(client.redeem(code), "invalid_grant")
    assert client.userinfo(token).status_code == 401


@pytest.mark.statement("ensure-token-endpoint-fails-with-expired-auth-code")
def test_rejects_expired_code(server, client, browser):
    code = client.authorize(browser)
    expire(server, "codes", 60)
    expect_error(client.redeem(code), "invalid_grant")


@pytest.mark.statement("refresh-token")
def test_refreshes_without_rotation_for_authenticated_client_with_any_key(server, client, other, browser):
    tokens = client.tokens(browser, scope="openid offline_access", prompt="consent")
    first = validated(server, tokens, client.id, client.nonce)
    refresh_token = tokens["refresh_token"]
    for _ in range(3):
        # The refresh token of a confidential client is bound to its authentication (RFC 9449 §5).
        key = SigningKey("ES256")
        proof = Changes(key=key)
        fresh = client.bound(client.refresh(refresh_token, proof=proof, scope="openid offline_access"))
        assert fresh.get("refresh_token", refresh_token) == refresh_token
        assert part(fresh["access_token"], 1)["cnf"] == {"jkt": key.id}
        if "id_token" in fresh:
            second = validated(server, fresh, client.id, None)
            assert [second.get(name) for name in ("sub", "auth_time")] == [first["sub"], first.get("auth_time")]
        assert client.userinfo(fresh["access_token"], proof).status_code == 200
    answer = client.refresh(refresh_token, assertion=None, client_id=client.id)
    expect_error(answer, "invalid_client", "invalid_grant", "invalid_request")
    expect_error(client.refresh(refresh_token, proof=None), *BINDING_ERRORS)
    expect_error(other.refresh(refresh_token), "invalid_grant")
    client.bound(client.refresh(refresh_token))


# DPoP


@pytest.mark.statement("ensure-holder-of-key-required")
def test_rejects_code_without_proof(client, browser):
    expect_error(client.redeem(client.authorize(browser), proof=None), "invalid_request", "invalid_dpop_proof")


@pytest.mark.statement("ensure-holder-of-key-required")
@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_rejects_tls_before_1_2(server):
    context = ssl.create_default_context(cafile=server.http.verify)
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    with socket.create_connection(("localhost", server.port), 10) as plain, pytest.raises(ssl.SSLError):
        context.wrap_socket(plain, server_hostname="localhost")


@pytest.mark.statement("access-token-type-header-case-sensitivity")
@pytest.mark.parametrize("scheme", ["dpOp", "dpop", "DPOP"])
def test_accepts_authorization_scheme_in_any_case(client, access_token, scheme):
    assert client.userinfo(access_token, scheme=scheme).status_code == 200


@pytest.mark.statement("ensure-dpopproof-at-par-endpoint-binding-success")
def test_binds_code_to_key_of_proof_at_push(client, browser):
    client.bound(client.redeem(client.authorize(browser, client.pushed_url(proof=Changes()))))


@pytest.mark.statement("ensure-dpop-auth-code-binding-success")
def test_binds_code_to_thumbprint(client, browser):
    url = client.pushed_url(dpop_jkt=client.dpop_key.id, proof=Changes())
    client.bound(client.redeem(client.authorize(browser, url)))


@pytest.mark.statement("ensure-mismatched-dpop-jkt-fails")
def test_rejects_thumbprint_that_differs_from_proof(client):
    parameters = client.parameters(dpop_jkt=SigningKey("ES256").id)
    expect_error(client.push(parameters, proof=Changes()), "invalid_request", "invalid_dpop_proof")


@pytest.mark.statement("ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt")
def test_rejects_code_with_proof_by_another_key_than_at_push(client, browser):
    code = client.authorize(browser, client.pushed_url(proof=Changes()))
    expect_error(client.redeem(code, proof=Changes(key=SigningKey("ES256"))), *BINDING_ERRORS)


@pytest.mark.statement("ensure-token-endpoint-fails-with-mismatched-dpop-jkt")
def test_rejects_code_with_proof_by_another_key_than_the_thumbprint(client, browser):
    code = client.authorize(browser, dpop_jkt=SigningKey("ES256").id)
    expect_error(client.redeem(code), *BINDING_ERRORS)


def expect_proof_everywhere(client: StrictClient, browser: Person, proof: Changes) -> None:
    """Checks that all endpoints accept a proof."""
    code = client.authorize(browser, client.pushed_url(proof=proof))
    token = client.bound(client.redeem(code, proof=proof))["access_token"]
    answer = client.userinfo(token, proof)
    assert answer.status_code == 200, answer.text


@pytest.mark.statement("check-dpop-proof-nbf-exp")
def test_accepts_proof_with_nbf_and_exp(client, browser):
    now = int(time.time())
    expect_proof_everywhere(client, browser, Changes(claims={"nbf": now, "exp": now + 300}))


@pytest.mark.statement("ensure-dpopproof-with-iat-10seconds-before-succeeds")
def test_accepts_proof_ten_seconds_old(client, browser):
    expect_proof_everywhere(client, browser, Changes(claims={"iat": int(time.time()) - 10}))


@pytest.mark.statement("ensure-dpopproof-with-iat-10seconds-after-succeeds")
def test_accepts_proof_eight_seconds_ahead(client, browser):
    expect_proof_everywhere(client, browser, Changes(claims={"iat": int(time.time()) + 8}))


REJECTED_PROOFS = {
    "type missing": lambda client: Changes(header={"typ": None}),
    "type of another token": lambda client: Changes(header={"typ": "JWT"}),
    "algorithm missing": lambda client: Changes(header={"alg": None}),
    "unsigned": lambda client: Changes(header={"alg": "none"}),
    "symmetric": lambda client: Changes(header={"alg": "HS256"}),
    "key missing": lambda client: Changes(header={"jwk": None}),
    "private key": lambda client: Changes(header={"jwk": client.dpop_key.private}),
    "key of another proof": lambda client: Changes(header={"jwk": SigningKey("ES256").public}),
    "another key": lambda client: Changes(key=SigningKey("ES256")),
    "RS256": lambda client: Changes(key=SigningKey("RS256")),
    "identifier missing": lambda client: Changes(claims={"jti": None}),
    "method missing": lambda client: Changes(claims={"htm": None}),
    "another method": lambda client: Changes(claims={"htm": "PUT"}),
    "address missing": lambda client: Changes(claims={"htu": None}),
    "another address": lambda client: Changes(claims={"htu": client.metadata["token_endpoint"]}),
    "time missing": lambda client: Changes(claims={"iat": None}),
    "hash missing": lambda client: Changes(claims={"ath": None}),
    "hash of another token": lambda client: Changes(claims={"ath": digest("another token")}),
}


@pytest.mark.statement("dpop-negative-tests")
@pytest.mark.parametrize("name", REJECTED_PROOFS)
def test_rejects_proof_at_resource(client, access_token, name):
    proof = REJECTED_PROOFS[name](client)
    expect_rejected_proof(client.userinfo(access_token, proof))
    assert client.userinfo(access_token).status_code == 200


ACCEPTED_PROOFS = {
    "address with query and fragment": lambda url: Changes(claims={"htu": url + "?a=b#c"}),
    "upper case": lambda url: Changes(claims={"htu": url.replace("https://localhost", "HTTPS://LOCALHOST")}),
    "further members": lambda url: Changes(header={"extra": {"a": [1]}}, claims={"extra": {"a": [1]}}),
}


@pytest.mark.statement("dpop-negative-tests")
@pytest.mark.parametrize("name", ACCEPTED_PROOFS)
def test_accepts_proof_at_resource(client, access_token, name):
    proof = ACCEPTED_PROOFS[name](client.metadata["userinfo_endpoint"])
    for query in ("", "?a=b"):
        answer = client.userinfo(access_token, proof, query=query)
        assert answer.status_code == 200, answer.text


@pytest.mark.statement("dpop-negative-tests")
@pytest.mark.parametrize("difference", [-3600, 3600])
def test_rejects_proof_of_another_hour(client, access_token, difference):
    expect_rejected_proof(client.userinfo(access_token, Changes(claims={"iat": int(time.time()) + difference})))


@pytest.mark.statement("dpop-negative-tests")
def test_rejects_replayed_proof(client, access_token):
    proof = Changes(claims={"jti": secrets.token_urlsafe(16)})
    assert client.userinfo(access_token).status_code == 200
    assert client.userinfo(access_token, proof).status_code == 200
    expect_rejected_proof(client.userinfo(access_token, proof))


@pytest.mark.statement("dpop-negative-tests")
@pytest.mark.parametrize("damage", ["signature", "parts", "encoding"])
def test_rejects_damaged_proof(client, access_token, damage):
    proof = client.proof("GET", client.metadata["userinfo_endpoint"], access_token)
    damaged = {"signature": proof[:-8] + encoded(b"forged"), "parts": proof.split(".")[0], "encoding": "*" + proof}
    expect_rejected_proof(client.userinfo(access_token, proof=None, DPoP=damaged[damage]))


@pytest.mark.statement("dpop-negative-tests")
def test_reads_header_of_proof_in_any_case_and_once(client, access_token):
    url = client.metadata["userinfo_endpoint"]
    for name in ("DPOP", "dpop"):
        proof = client.proof("GET", url, access_token)
        assert client.userinfo(access_token, proof=None, **{name: proof}).status_code == 200
    # requests merges names that differ in case only.
    headers = {name: client.proof("GET", url, access_token) for name in ("DPoP", "DPOP")}
    assert send_as_written(client, access_token, headers) == 401


def send_as_written(client: StrictClient, token: str, headers: dict[str, str]) -> int:
    """Returns the status of a request whose header fields are not merged."""
    address = urllib.parse.urlsplit(client.metadata["userinfo_endpoint"])
    lines = [f"GET {address.path} HTTP/1.1", f"Host: {address.netloc}", f"Authorization: DPoP {token}"]
    lines += [f"{name}: {value}" for name, value in headers.items()] + ["Connection: close", "", ""]
    context = ssl.create_default_context(cafile=client.server.http.verify)
    with socket.create_connection((address.hostname, address.port), 10) as plain:
        with context.wrap_socket(plain, server_hostname=address.hostname) as connection:
            connection.sendall("\r\n".join(lines).encode())
            return int(connection.recv(64).split()[1])


@pytest.mark.statement("dpop-negative-tests")
@pytest.mark.parametrize("scheme", ["DPoP", "Bearer"])
def test_rejects_bound_token_without_proof(client, access_token, scheme):
    answer = client.userinfo(access_token, proof=None, scheme=scheme)
    assert answer.status_code == 401
    assert "DPoP" in answer.headers["WWW-Authenticate"]


@pytest.mark.statement("dpop-negative-tests")
def test_rejects_bound_token_as_bearer_with_proof(client, access_token):
    assert client.userinfo(access_token, scheme="Bearer").status_code == 401


# Request objects (RFC 9101), pushed by value


REJECTED_OBJECTS = {
    "ensure-request-object-signature-algorithm-is-not-none": lambda client: Changes(header={"alg": "none"}),
    "ensure-signed-request-object-with-RS256-fails": lambda client: Changes(key=SigningKey("RS256", client.key.key)),
    "ensure-matching-key-in-authorization-request": lambda client: Changes(key=SigningKey("PS256")),
    "ensure-expired-request-object-fails": lambda client: Changes(claims={"exp": int(time.time()) - 300}),
    "ensure-request-object-with-bad-aud-fails": lambda client: Changes(claims={"aud": "https://other.example.com"}),
    "ensure-request-object-with-nbf-over-60-fails": lambda client: Changes(claims={"nbf": int(time.time()) + 300}),
    "par-reject-request-uri-in-par-authorization-request": lambda client: Changes(claims={"request_uri": "urn:x"}),
}


@pytest.mark.parametrize("name", REJECTED_OBJECTS)
def test_rejects_request_object(client, name):
    """Statements of `fapi2-message-signing-final-test-plan`."""
    request = client.request_object(client.parameters(), REJECTED_OBJECTS[name](client))
    answer = client.push({"client_id": client.id, "request": request})
    expect_error(answer, "invalid_request_object", "invalid_request")


@pytest.mark.statement("brazil-ensure-bad-payment-signature-fails")
def test_rejects_request_object_with_forged_signature(client):
    head, _, _ = client.request_object(client.parameters()).rpartition(".")
    answer = client.push({"client_id": client.id, "request": head + "." + encoded(secrets.token_bytes(256))})
    expect_error(answer, "invalid_request_object")


@pytest.mark.parametrize("changes", [{}, {"nbf": 8}, {"aud": True}])
def test_accepts_request_object(server, client, browser, changes):
    claims = {"nbf": int(time.time()) + changes.get("nbf", 0)}
    if "aud" in changes:
        claims["aud"] = ["https://other.example.com", server.issuer]
    request = client.request_object(client.parameters(), Changes(claims=claims))
    answer = client.push({"client_id": client.id, "request": request})
    assert answer.status_code == 201, answer.text
    client.bound(client.redeem(client.authorize(browser, client.url(answer.json()["request_uri"]))))


def test_uses_parameters_of_request_object_only(server, client, browser):
    request = client.request_object(client.parameters())
    answer = client.push({"client_id": client.id, "request": request, "nonce": "outside", "scope": "openid email"})
    if answer.status_code != 201:
        return expect_error(answer, "invalid_request", "invalid_request_object")
    tokens = client.bound(client.redeem(client.authorize(browser, client.url(answer.json()["request_uri"]))))
    validated(server, tokens, client.id, client.nonce)
    assert tokens["scope"].split() == ["openid", "profile"]

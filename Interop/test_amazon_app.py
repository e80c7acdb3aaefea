"""An app of Login with Amazon with only its API key, opened by Chromium through its scheme."""

import base64
import json
import secrets
import urllib.parse

import pytest
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from journey import PASSWORD, Journey

BUNDLE = "com.example.app"


@pytest.fixture
def api_key(server) -> str:
    return server.create_client("Example App", "--amazon", "--bundle-id", BUNDLE, "--issuer", server.issuer)["api_key"]


def number(text: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")


def test_issues_signed_api_key_in_amazons_format(server, api_key):
    header, payload, signature = api_key.split(".")
    assert json.loads(base64.b64decode(header, validate=True)) == {"alg": "RSA-SHA256", "ver": "1"}
    payload_fields = json.loads(base64.b64decode(payload, validate=True))
    name = payload_fields["clientId"].removeprefix("amzn1.application-oa2-client.")
    assert len(name) == 32 and set(name) <= set("0123456789abcdef")
    assert (payload_fields.pop("id"), payload_fields.pop("iat")) != ("", "")
    assert payload_fields == {
        "ver": "3",
        "endpoints": {
            "authz": server.issuer + "/ap/oa",
            "tokenExchange": server.issuer + "/auth/o2/token",
            "revocation": server.issuer + "/auth/o2/revoke",
        },
        "clientId": f"amzn1.application-oa2-client.{name}",
        "appFamilyId": f"amzn1.application.{name}",
        "bundleSeedId": BUNDLE,
        "bundleId": BUNDLE,
        "iss": server.issuer,
        "type": "APIKey",
        "appVariantId": f"amzn1.application-client.{name}",
        "trustPool": None,
        "appId": f"amzn1.application-client.{name}",
    }
    (key,) = [key for key in server.get("/oauth2/keys").json()["keys"] if key["kty"] == "RSA"]
    public = rsa.RSAPublicNumbers(number(key["e"]), number(key["n"])).public_key()
    signed = f"{header}.{payload}".encode()
    public.verify(base64.b64decode(signature, validate=True), signed, padding.PKCS1v15(), SHA256())


def test_signs_in_and_out_through_custom_scheme(server, page, email, api_key):
    server.create_user(email, PASSWORD, name="Alex Example")
    payload_fields = json.loads(base64.b64decode(api_key.split(".")[1]))
    redirect = f"amzn-{BUNDLE}://?methodName=signin"
    verifier = secrets.token_urlsafe(32)
    request = {
        "client_id": payload_fields["clientId"],
        "redirect_uri": redirect,
        "response_type": "code",
        "scope": "profile",
        "state": "state",
        # Without a method the challenge is the verifier.
        "code_challenge": verifier,
    }
    sign_in = payload_fields["endpoints"]["authz"] + "?" + urllib.parse.urlencode(request)
    journey = Journey(server, page, email)
    page.goto(sign_in)
    journey.sign_in_with_password()
    journey.heading("Allow Example App to use your account?")
    # No app handles the scheme here, so the browser stops at the redirect.
    with page.expect_event("requestfailed", lambda request: request.url.startswith("amzn-")) as left:
        journey.press("continue")
    assert left.value.url.startswith(redirect + "&code=")
    answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(left.value.url).query))
    assert (answer["scope"], answer["state"]) == ("profile", "state")

    form = {
        "grant_type": "authorization_code",
        "code": answer["code"],
        "redirect_uri": redirect,
        "client_id": payload_fields["clientId"],
        "code_verifier": verifier,
    }
    tokens = server.http.post(payload_fields["endpoints"]["tokenExchange"], data=form).json()
    profile = server.get("/user/profile", headers={"x-amz-access-token": tokens["access_token"]}).json()
    assert (profile["email"], profile["name"]) == (email, "Alex Example")

    # A signed-in user is asked for consent again, because the app's identity is not assured.
    page.goto(sign_in)
    journey.heading("Allow Example App to use your account?")

    gone = server.http.post(
        payload_fields["endpoints"]["revocation"],
        data={"token": tokens["refresh_token"], "client_id": payload_fields["clientId"]},
    )
    assert (gone.status_code, gone.content) == (200, b"")
    refused = server.get("/user/profile", params={"access_token": tokens["access_token"]})
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_token")
    page.goto(sign_in)
    journey.heading("Sign in")

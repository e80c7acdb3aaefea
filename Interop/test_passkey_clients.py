"""Passkeys of third-party clients without a browser: soft-webauthn, and the client of python-fido2."""

import html
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from fido2.client import ClientError, DefaultClientDataCollector, Fido2Client
from fido2.webauthn import PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions
from soft_webauthn import SoftWebauthnDevice

from ctap_device import CTAPDevice
from journey import PASSWORD
from person import Person

REJECTED = "That passkey didn’t work."


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(value):
    """Returns a response with bytes as Base64url, as `PublicKeyCredential.toJSON()` does."""
    if isinstance(value, dict):
        return {name: encode(part) for name, part in value.items()}
    return urlsafe_b64encode(value).decode().rstrip("=") if isinstance(value, bytes) else value


class SoftWebauthn:
    """A browser with a security key by soft-webauthn, which verifies no user and counts its signatures."""

    verifies = False

    def __init__(self, origin: str):
        self._device = SoftWebauthnDevice()
        self.origin = origin

    def create(self, options: dict) -> dict:
        options["challenge"] = decode(options["challenge"])
        options["user"]["id"] = decode(options["user"]["id"])
        return self._response(self._device.create({"publicKey": options}, self.origin))

    def get(self, options: dict) -> dict:
        options["challenge"] = decode(options["challenge"])
        return self._response(self._device.get({"publicKey": options}, self.origin))

    def _response(self, response: dict) -> dict:
        # The package returns the identifier as padded Base64 in bytes.
        response["id"] = response["rawId"]
        return encode(response) | {"clientExtensionResults": {}}


class PythonFido2:
    """The client of python-fido2, which checks origin and options as browsers do, with an authenticator in software."""

    verifies = True

    def __init__(self, origin: str):
        self.device = CTAPDevice()
        self._client = Fido2Client(self.device, DefaultClientDataCollector(origin))

    def create(self, options: dict) -> dict:
        return dict(self._client.make_credential(PublicKeyCredentialCreationOptions.from_dict(options)))

    def get(self, options: dict) -> dict:
        selection = self._client.get_assertion(PublicKeyCredentialRequestOptions.from_dict(options))
        return dict(selection.get_response(0))


@pytest.fixture
def person(server, email) -> Person:
    """A user who is signed in to the account pages."""
    server.create_user(email, PASSWORD)
    person = Person(server, email)
    enter_password(person)
    return person


def enter_password(person: Person) -> None:
    person.open(person.server.issuer + "/account")
    person.send("password", email=person.email)
    person.send(password=PASSWORD)


def options(person: Person) -> dict:
    """Returns the options that the page passes to the browser."""
    return json.loads(html.unescape(re.search(r'data-options="([^"]*)"', person.page.text)[1]))


def respond(person: Person, response: dict, **fields: str) -> None:
    person.send("passkey", passkey=json.dumps(response), **fields)


def register(person: Person, client, name: str = "Key") -> None:
    person.open(person.server.issuer + "/account/security/passkey")
    respond(person, client.create(options(person)), name=name)
    assert "The passkey was added." in person.page.text and name in person.page.text


def is_signed_in(person: Person) -> bool:
    return person.page.url == person.server.issuer + "/account" and "Personal details" in person.page.text


@pytest.mark.parametrize("kind", [SoftWebauthn, PythonFido2])
def test_signs_in_with_passkey_as_second_factor(server, person, kind):
    client = kind(server.issuer)
    register(person, client)
    person.send("turnOn")
    assert "Save your recovery codes" in person.page.text
    for _ in range(2):
        other = Person(server, person.email)
        enter_password(other)
        assert not is_signed_in(other)
        response = client.get(options(other))
        respond(other, response)
        assert is_signed_in(other)
        # Each response is accepted once.
        another = Person(server, person.email)
        enter_password(another)
        respond(another, response)
        assert REJECTED in another.page.text and not is_signed_in(another)


@pytest.mark.parametrize("kind", [SoftWebauthn, PythonFido2])
def test_signs_in_alone_only_with_user_verification(server, person, kind):
    client = kind(server.issuer)
    register(person, client)
    other = Person(server, person.email)
    other.open(server.issuer + "/account")
    respond(other, client.get(options(other)))
    assert is_signed_in(other) == kind.verifies
    assert (REJECTED in other.page.text) == (not kind.verifies)


def test_rejects_response_for_another_site(server, person):
    client = SoftWebauthn(server.issuer)
    register(person, client)
    person.send("turnOn")
    client.origin = "http://localhost.example.com"
    other = Person(server, person.email)
    enter_password(other)
    respond(other, client.get(options(other)))
    assert REJECTED in other.page.text and not is_signed_in(other)


def test_excludes_registered_authenticator(server, person):
    client = PythonFido2(server.issuer)
    register(person, client)
    person.open(server.issuer + "/account/security/passkey")
    excluded = options(person)["excludeCredentials"]
    assert [decode(one["id"]) for one in excluded] == client.device.credential_ids
    with pytest.raises(ClientError) as raised:
        client.create(options(person))
    assert raised.value.code == ClientError.ERR.DEVICE_INELIGIBLE


def test_removed_passkey_is_unknown(server, person):
    client = PythonFido2(server.issuer)
    register(person, client)
    item = re.search(r'name="item" value="([^"]+)"', person.page.text)[1]
    person.send("remove", item=item)
    assert "It was removed from your account." in person.page.text
    other = Person(server, person.email)
    other.open(server.issuer + "/account")
    respond(other, client.get(options(other)))
    assert "This passkey doesn’t belong to an account any more." in other.page.text

"""An authenticator in software that keeps one passkey (WebAuthn §6), for apps without a browser."""

import base64
import hashlib
import json
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

FLAG = AuthenticatorData.FLAG


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class SoftPasskey:
    """Answers the options of a server with JSON, as `PublicKeyCredential.toJSON()` does."""

    def __init__(self, origin: str, verifies: bool = True):
        self.origin = origin
        self.flags = FLAG.UP | (FLAG.UV if verifies else FLAG(0))
        self.id = os.urandom(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b""
        self.count = 0

    def create(self, options: dict) -> str:
        """Answers `navigator.credentials.create()`."""
        assert -7 in [parameter["alg"] for parameter in options["pubKeyCredParams"]]
        self.user = decode(options["user"]["id"])
        credential = AttestedCredentialData.create(
            bytes(16), self.id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = self._data(options["rp"]["id"], FLAG.AT, credential)
        response = {
            "clientDataJSON": encode(self._client_data("webauthn.create", options)),
            "attestationObject": encode(AttestationObject.create("none", data, {})),
            "transports": ["internal"],
        }
        return self._json(response)

    def get(self, options: dict) -> str:
        """Answers `navigator.credentials.get()`."""
        allowed = options.get("allowCredentials") or []
        assert not allowed or encode(self.id) in [credential["id"] for credential in allowed]
        data = self._data(options["rpId"])
        client_data = self._client_data("webauthn.get", options)
        signed = data + hashlib.sha256(client_data).digest()
        response = {
            "clientDataJSON": encode(client_data),
            "authenticatorData": encode(data),
            "signature": encode(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": encode(self.user),
        }
        return self._json(response)

    def _data(self, domain: str, more: FLAG = FLAG(0), credential: bytes = b"") -> AuthenticatorData:
        self.count += 1
        return AuthenticatorData.create(
            hashlib.sha256(domain.encode()).digest(), self.flags | more, self.count, credential
        )

    def _client_data(self, kind: str, options: dict) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _json(self, response: dict) -> str:
        return json.dumps({
            "id": encode(self.id),
            "rawId": encode(self.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        })

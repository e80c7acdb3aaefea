"""A software authenticator for the client of python-fido2 (CTAP 2.0), with user verification and resident keys."""

import hashlib
import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.ctap import CtapDevice, CtapError
from fido2.hid import CAPABILITY, CTAPHID

MAKE_CREDENTIAL, GET_ASSERTION, GET_INFO = 1, 2, 4
USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40
AAGUID = bytes(16)


class CTAPDevice(CtapDevice):
    def __init__(self):
        # Credential ID to relying party, user handle and private key.
        self._credentials: dict[bytes, tuple[str, bytes, ec.EllipticCurvePrivateKey]] = {}

    @property
    def credential_ids(self) -> list[bytes]:
        return list(self._credentials)

    @property
    def capabilities(self) -> CAPABILITY:
        return CAPABILITY.CBOR

    @classmethod
    def list_devices(cls):
        return iter(())

    def close(self) -> None:
        pass

    def call(self, cmd, data=b"", event=None, on_keepalive=None) -> bytes:
        assert cmd == CTAPHID.CBOR
        request = cbor.decode(data[1:]) if len(data) > 1 else {}
        try:
            answer = {
                MAKE_CREDENTIAL: self._make_credential, GET_ASSERTION: self._get_assertion, GET_INFO: self._info,
            }[data[0]](request)
        except CtapError as error:
            return bytes([error.code])
        return b"\0" + cbor.encode(answer)

    def _info(self, _: dict) -> dict:
        return {1: ["FIDO_2_0"], 3: AAGUID, 4: {"rk": True, "up": True, "uv": True}, 5: 1200, 6: [2]}

    def _make_credential(self, request: dict) -> dict:
        party = request[2]["id"]
        for excluded in request.get(5, []):
            if excluded["id"] in self._credentials:
                raise CtapError(CtapError.ERR.CREDENTIAL_EXCLUDED)
        assert {"type": "public-key", "alg": ES256.ALGORITHM} in request[4]
        id, key = os.urandom(32), ec.generate_private_key(ec.SECP256R1())
        self._credentials[id] = (party, request[3]["id"], key)
        attested = AAGUID + struct.pack(">H", len(id)) + id + cbor.encode(ES256.from_cryptography_key(key.public_key()))
        data = self._data(party, request.get(7, {}), ATTESTED) + attested
        return {1: "none", 2: data, 3: {}}

    def _get_assertion(self, request: dict) -> dict:
        allowed = [one["id"] for one in request.get(3, [])]
        found = [
            (id, user, key)
            for id, (party, user, key) in self._credentials.items()
            if party == request[1] and (not allowed or id in allowed)
        ]
        if not found:
            raise CtapError(CtapError.ERR.NO_CREDENTIALS)
        id, user, key = found[-1]
        data = self._data(request[1], request.get(5, {}))
        signature = key.sign(data + request[2], ec.ECDSA(hashes.SHA256()))
        return {1: {"id": id, "type": "public-key"}, 2: data, 3: signature, 4: {"id": user}}

    def _data(self, party: str, options: dict, more: int = 0) -> bytes:
        flags = USER_PRESENT | (USER_VERIFIED if options.get("uv") else 0) | more
        return hashlib.sha256(party.encode()).digest() + bytes([flags]) + bytes(4)

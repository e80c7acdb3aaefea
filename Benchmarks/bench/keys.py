"""The key of all passkeys and proofs, and its DPoP proofs, signed with libcrypto."""

import base64
import ctypes
import ctypes.util
import json
import secrets
import time


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# It exists in the benchmark only (RFC 5915); its last bytes are the coordinates of the public key.
PRIVATE_KEY = (
    "30770201010420e9a0fdee0ab07cd5571902ff96e4b821d44db698fe4374fbff80d380db36f399a0"
    "0a06082a8648ce3d030107a14403420004722d1203644a531788e5a5d7cd249de08d6bb2330d8dfa"
    "9888db9ae9ae0d5cfaeff58ddf434b7bc72a893be4767a2a9915bd37e5b8cd33a46612b61d99c10390"
)
X, Y = bytes.fromhex(PRIVATE_KEY)[-64:-32], bytes.fromhex(PRIVATE_KEY)[-32:]
# The public key of passkeys (RFC 9053 §7.1.1) and of proofs (RFC 7518 §6.2.1).
PASSKEY_COSE = bytes.fromhex("a5010203262001215820") + X + bytes.fromhex("225820") + Y
PUBLIC_JWK = {"kty": "EC", "crv": "P-256", "x": base64url(X), "y": base64url(Y)}


class ProofSigner:
    """Signs DPoP proofs, which bind tokens to the key (RFC 9449)."""

    def __init__(self):
        self._crypto = ctypes.CDLL(ctypes.util.find_library("crypto"))
        for function in ("d2i_AutoPrivateKey", "EVP_sha256", "EVP_MD_CTX_new"):
            getattr(self._crypto, function).restype = ctypes.c_void_p
        der = bytes.fromhex(PRIVATE_KEY)
        start = ctypes.cast(ctypes.create_string_buffer(der, len(der)), ctypes.c_void_p)
        self._key = ctypes.c_void_p(self._crypto.d2i_AutoPrivateKey(None, ctypes.byref(start), ctypes.c_long(len(der))))

    def proof(self, method: str, url: str) -> str:
        """Returns a proof for one request (RFC 9449 §4.2)."""
        header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": PUBLIC_JWK}
        claims = {"jti": secrets.token_urlsafe(16), "htm": method, "htu": url, "iat": int(time.time())}
        content = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
        return f"{content}.{base64url(self._signature(content.encode()))}"

    def _signature(self, data: bytes) -> bytes:
        """Returns r and s (RFC 7518 §3.4) from the signature in DER."""
        context = ctypes.c_void_p(self._crypto.EVP_MD_CTX_new())
        der, length = ctypes.create_string_buffer(80), ctypes.c_size_t(80)
        digest = ctypes.c_void_p(self._crypto.EVP_sha256())
        assert self._crypto.EVP_DigestSignInit(context, None, digest, None, self._key) == 1
        assert self._crypto.EVP_DigestSign(context, der, ctypes.byref(length), data, ctypes.c_size_t(len(data))) == 1
        self._crypto.EVP_MD_CTX_free(context)
        middle = 4 + der.raw[3]
        parts = der.raw[4:middle], der.raw[middle + 2:length.value]
        return b"".join(part.lstrip(b"\0").rjust(32, b"\0") for part in parts)

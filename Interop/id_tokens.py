"""Validation of ID tokens as OpenID Connect Core §3.1.3.7 demands, by joserfc."""

import base64
import hashlib
import time

from joserfc import jwk, jwt

from application import part
from gatehouse import Server

# Claims that every ID token may have (OpenID Connect Core §2, RP-Initiated and Back-Channel Logout).
PROTOCOL_CLAIMS = set("iss sub aud exp iat nbf jti auth_time nonce acr amr azp at_hash sid".split())


def validated(server: Server, tokens: dict, client_id: str, nonce: str | None, algorithm: str = "ES256") -> dict:
    """Returns the claims of the ID token in a token response."""
    text = tokens["id_token"]
    header = part(text, 0)
    assert header["alg"] == algorithm
    keys = server.get("/oauth2/keys").json()
    assert header["kid"] in [key["kid"] for key in keys["keys"]]
    claims = jwt.decode(text, jwk.KeySet.import_key_set(keys), algorithms=[algorithm]).claims
    assert claims["iss"] == server.issuer
    assert claims["aud"] in (client_id, [client_id])
    assert claims.get("azp", client_id) == client_id
    now = time.time()
    assert claims["iat"] - 5 < now < claims["exp"]
    assert claims["exp"] - claims["iat"] <= 24 * 60 * 60
    assert 0 < len(claims["sub"]) <= 255 and claims["sub"].isascii()
    assert claims.get("nonce") == nonce
    if "auth_time" in claims:
        assert claims["auth_time"] <= now + 5
    if "at_hash" in claims:
        assert claims["at_hash"] == half_hash(tokens["access_token"])
    return claims


def half_hash(token: str) -> str:
    """Returns the left half of a token's SHA-256 (OpenID Connect Core §3.1.3.6)."""
    return base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()[:16]).rstrip(b"=").decode()

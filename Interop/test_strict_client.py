"""The strict client itself: examples of the standards, and its answer to the nonces of a server."""

import json

import pytest
import requests
from joserfc import jwk, jwt

from application import part
from id_tokens import half_hash
from strict_client import Changes, SigningKey, StrictClient, digest, error

ISSUER = "https://server.example.com"


class ScriptedServer:
    """A server that gives prepared answers, and records what it was asked."""

    def __init__(self, *answers: requests.Response):
        self.issuer = ISSUER
        self.http = self
        self.answers = list(answers)
        self.forms: list[dict] = []
        self.headers: list[dict] = []

    def get(self, path: str) -> requests.Response:
        return answer(200, {"token_endpoint": ISSUER + "/token", "userinfo_endpoint": ISSUER + "/userinfo"})

    def create_client(self, name: str, *options: str) -> dict:
        assert "fapi2-security" in options
        return {"client_id": name}

    def request(self, method: str, url: str, data: dict, headers: dict, timeout: float) -> requests.Response:
        self.forms.append(data)
        self.headers.append(headers)
        return self.answers.pop(0)


def answer(status: int, body: dict, **headers: str) -> requests.Response:
    made = requests.Response()
    made.status_code = status
    made.headers["Content-Type"] = "application/json"
    made.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    made._content = json.dumps(body).encode()
    return made


def demand(nonce: str) -> requests.Response:
    return answer(400, {"error": "use_dpop_nonce"}, DPoP_Nonce=nonce)


@pytest.fixture
def make_client(tmp_path):
    return lambda *answers: StrictClient(ScriptedServer(*answers), tmp_path, "app", "ES256")


def test_hashes_as_in_examples_of_standards():
    # RFC 7636 appendix B.
    assert digest("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    # RFC 9449 §7.1.
    token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
    assert digest(token) == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"
    # OpenID Connect Core §A.3.
    assert half_hash("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y") == "77QmUPtjPfzWtF2AnpK9RQ"


def test_names_key_as_in_example_of_dpop():
    """RFC 9449 §4.1 and §6.1."""
    key = {"kty": "EC", "crv": "P-256"}
    key |= {"x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs", "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"}
    assert SigningKey("ES256", jwk.import_key(key)).id == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"


@pytest.mark.parametrize("algorithm", ["PS256", "RS256", "ES256", "ES384", "EdDSA"])
def test_signs_tokens_that_joserfc_accepts(algorithm):
    key = SigningKey(algorithm)
    token = Changes().token(key, {"kid": key.id}, {"iss": "app"})
    decoded = jwt.decode(token, jwk.import_key(key.public), algorithms=[algorithm])
    assert (decoded.header, decoded.claims) == ({"alg": algorithm, "kid": key.id}, {"iss": "app"})
    assert not {"d", "p", "q"} & set(key.public)
    with pytest.raises(Exception, match="bad_signature"):
        jwt.decode(token, jwk.import_key(SigningKey(algorithm).public), algorithms=[algorithm])


def test_changes_and_removes_members():
    key, other = SigningKey("ES256"), SigningKey("ES256")
    changes = Changes(other, {"typ": None}, {"aud": "b", "sub": None})
    token = changes.token(key, {"typ": "JWT"}, {"aud": "a", "sub": "c"})
    assert (part(token, 0), part(token, 1)) == ({"alg": "ES256"}, {"aud": "b"})
    jwt.decode(token, jwk.import_key(other.public), algorithms=["ES256"])
    assert Changes(header={"alg": "none"}).token(key, {}, {}).endswith(".")


def test_repeats_request_with_nonce_and_new_identifiers(make_client):
    client = make_client(demand("first"), answer(200, {}))
    assert client.redeem("code").status_code == 200
    proofs = [part(headers["DPoP"], 1) for headers in client.server.headers]
    assertions = [part(form["client_assertion"], 1) for form in client.server.forms]
    assert [proof.get("nonce") for proof in proofs] == [None, "first"]
    assert [(proof["htm"], proof["htu"]) for proof in proofs] == [("POST", ISSUER + "/token")] * 2
    assert len({claims["jti"] for claims in proofs + assertions}) == 4
    assert [claims["aud"] for claims in assertions] == [ISSUER] * 2


def test_keeps_newest_nonce_of_each_server(make_client):
    client = make_client(
        answer(200, {}, DPoP_Nonce="a"),
        answer(401, {}, WWW_Authenticate='DPoP error="use_dpop_nonce"', DPoP_Nonce="b"),
        answer(200, {}, DPoP_Nonce="c"),
        answer(200, {}),
    )
    client.redeem("code")
    client.userinfo("token")
    client.refresh("token")
    proofs = [part(headers["DPoP"], 1) for headers in client.server.headers]
    assert [proof.get("nonce") for proof in proofs] == [None, None, "b", "a"]
    assert [proof.get("ath") for proof in proofs] == [None, digest("token"), digest("token"), None]
    assert client.dpop_nonces == {"authorization server": "a", "resource": "c"}


def test_gives_up_after_second_demand_for_nonce(make_client):
    client = make_client(demand("first"), demand("second"), answer(200, {}))
    assert error(client.redeem("code")) == "use_dpop_nonce"
    assert len(client.server.answers) == 1

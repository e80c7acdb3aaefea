"""The server's own JSON APIs, called with requests that schemathesis generates from their OpenAPI document."""

import json
import subprocess
import sys

import pyotp
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from gatehouse import Server
from person import Person

SEED = 20260301
TIMEOUT = 60
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
]
ENDING = ["deleteAccount", "endSession"]


@pytest.fixture(scope="module")
def document(server) -> dict:
    return server.get("/openapi.json").json()


@pytest.fixture
def access_token(server, make_application, email) -> str:
    """The token of a new user with a password, who has signed in a moment ago."""
    password = "Rowing 7 lanterns home"
    application = make_application("Account App", "--scope", "openid account", scope="openid account")
    server.create_user(email, password, given_name="Ada")
    person = Person(server, email, password).open(application.sign_in_url()).sign_in()
    answer = application.redeem(person.answer["code"])
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]


def explore(server: Server, token: str, *options: str, phases: str = "examples,coverage,fuzzing") -> None:
    """Sends generated requests; fails for a server error and for an undocumented response."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", server.issuer + "/openapi.json"]
    command += ["--header", f"Authorization: Bearer {token}", "--checks", ",".join(CHECKS), "--seed", str(SEED)]
    command += ["--phases", phases, "--max-examples", "15", "--generation-database", "none"]
    command += ["--suppress-health-check", "all", "--warnings", "off", "--no-color", *options]
    variables = {"PATH": "", "HOME": str(server.folder)}
    done = subprocess.run(
        command, cwd=server.folder, capture_output=True, text=True, timeout=TIMEOUT, env=variables
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_document_is_valid(document):
    assert document["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(document).validate()


def test_same_bytes_for_every_request(server):
    assert server.get("/openapi.json").content == server.get("/openapi.json").content


def test_answers_generated_requests_as_documented(server, access_token):
    # These can end the session of the token; every later answer would be 401.
    ending = [option for name in ENDING for option in ("--exclude-operation-id", name)]
    explore(server, access_token, *ending)
    answer = server.get("/account/v1/me", headers={"Authorization": f"Bearer {access_token}"})
    assert answer.status_code == 200, answer.text


def test_answers_requests_with_invalid_token_as_documented(server):
    explore(server, "invalid", phases="examples")


def test_ends_session_as_documented(server, access_token):
    explore(server, access_token, "--include-operation-id", "endSession")


def test_adds_authenticator_app(server, access_token):
    def send(method: str, path: str, **body) -> dict:
        url = f"{server.issuer}/account/v1/{path}"
        headers = {"Authorization": f"Bearer {access_token}"}
        answer = server.http.request(method, url, json=body or None, headers=headers, timeout=TIMEOUT)
        assert answer.ok, answer.text
        return answer.json()

    started = send("POST", "credential-enrolments", kind="authenticator_app")
    app = pyotp.parse_uri(started["authenticator_app"]["key_uri"])
    assert app.secret == started["authenticator_app"]["secret"].replace(" ", "")
    added = send("POST", "credentials", enrolment=started["enrolment"], code=app.now(), name="Phone")
    assert len(added["recovery_codes"]) == 10
    assert send("GET", "credentials") == {
        "items": [added["credential"]],
        "requires_second_factor": True,
        "remaining_recovery_codes": 10,
    }


def test_deletes_account_as_documented(server, access_token):
    explore(server, access_token, "--include-operation-id", "deleteAccount")
    answer = server.get("/account/v1/me", headers={"Authorization": f"Bearer {access_token}"})
    assert (answer.status_code, json.loads(answer.text)["type"]) == (401, "urn:gatehouse:problem:invalid_token")

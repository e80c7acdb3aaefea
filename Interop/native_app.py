"""An app with its own screens, as a client of Entra's native authentication.

Every response is validated against the JSON schema of its endpoint, as in the Swift tests.
"""

import json
import uuid

import jsonschema
import requests

from gatehouse import PATIENCE, ROOT, Server

SCHEMAS = ROOT / "Tests" / "Fixtures" / "Entra" / "Schemas"
BOTH = "oob password redirect"
SCOPE = "openid profile offline_access"


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


class NativeApp:
    """A registered app and its calls."""

    def __init__(self, server: Server, method: str, *options: str, tenant: str = "default"):
        self.server = server
        self.id = server.create_client("Example App", "--native", method, *options)["client_id"]
        self.base = f"{server.issuer}/{tenant}"

    def post(self, path: str, **form: str) -> requests.Response:
        """Posts a form as these clients do, and checks the response."""
        call = str(uuid.uuid4())
        answer = self.server.http.post(
            self.base + path,
            data={"client_id": self.id} | form,
            headers={
                "Accept": "application/json",
                "client-request-id": call,
                "return-client-request-id": "true",
                "x-client-SKU": "Example",
                "x-client-Ver": "1.0",
            },
            timeout=PATIENCE,
        )
        first, _, last = path.strip("/").split("/")
        validator(f"{first}-{last}" if answer.ok else "error").validate(answer.json())
        assert answer.headers["client-request-id"] == call
        assert uuid.UUID(answer.headers["x-ms-request-id"])
        assert answer.headers["Content-Type"] == "application/json"
        if not answer.ok:
            assert answer.json()["correlation_id"] == call
        return answer

    def begin(self, flow: str, email: str, **form: str) -> dict:
        """Starts a flow and requests its first challenge."""
        start, challenge = {
            "signup": ("/signup/v1.0/start", "/signup/v1.0/challenge"),
            "signin": ("/oauth2/v2.0/initiate", "/oauth2/v2.0/challenge"),
            "reset": ("/resetpassword/v1.0/start", "/resetpassword/v1.0/challenge"),
        }[flow]
        types = "oob redirect" if flow == "reset" else BOTH
        started = self.post(start, username=email, challenge_type=types, **form)
        assert started.ok, started.text
        asked = self.post(challenge, continuation_token=started.json()["continuation_token"], challenge_type=types)
        assert asked.ok, asked.text
        return asked.json()

    def resume(self, token: str, grant: str, **form: str) -> requests.Response:
        return self.post("/signup/v1.0/continue", continuation_token=token, grant_type=grant, **form)

    def token(self, token: str, grant: str, **form: str) -> requests.Response:
        return self.post(
            "/oauth2/v2.0/token",
            **{"continuation_token": token, "grant_type": grant, "scope": SCOPE, "client_info": "true"} | form,
        )


def error(answer: requests.Response) -> tuple[int, str, str | None, int]:
    """The members of an error that clients evaluate."""
    body = answer.json()
    return answer.status_code, body["error"], body.get("suberror"), body["error_codes"][0]

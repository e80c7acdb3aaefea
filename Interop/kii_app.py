"""An app of Kii's REST API, with requests in the form of Kii's own clients.

Every response is validated against the JSON schema of its media type, as in the Swift tests.
"""

import base64
import json
import re
import urllib.parse

import jsonschema
import requests

from gatehouse import PATIENCE, ROOT, Server, wait_for

SCHEMAS = ROOT / "Tests" / "Fixtures" / "Kii" / "Schemas"
VENDOR = re.compile(r"application/vnd\.kii\.(\w+)\+json")


def check(answer: requests.Response) -> None:
    """Checks a response's schema and its Cache-Control."""
    assert answer.headers["Cache-Control"] == "no-store"
    if answer.status_code == 204:
        assert not answer.content
        return
    if vendor := VENDOR.fullmatch(answer.headers["Content-Type"]):
        name = "refusal" if vendor[1].endswith("Exception") else vendor[1]
    else:
        name = "token" if answer.ok else "oauth-refusal"
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(answer.json(), schema)


def error(answer: requests.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["errorCode"]


class KiiApp:
    """A registered app and its calls."""

    def __init__(self, server: Server, *options: str):
        self.server = server
        client = server.create_client("Example Balance", "--kii", *options)
        self.id = client["client_id"]
        self.key = client["kii_app_key"]
        self.admin_secret = client.get("kii_admin_secret")
        self.base = server.issuer + "/api"

    @property
    def users(self) -> str:
        return f"/apps/{self.id}/users"

    @property
    def headers(self) -> dict[str, str]:
        return {"X-Kii-AppID": self.id, "X-Kii-AppKey": self.key}

    @property
    def basic(self) -> dict[str, str]:
        return {"Authorization": "Basic " + base64.b64encode(f"{self.id}:anything".encode()).decode()}

    def call(self, method: str, path: str, headers: dict[str, str] | None = None, **more) -> requests.Response:
        answer = self.server.http.request(
            method, self.base + path, headers=self.headers if headers is None else headers, timeout=PATIENCE, **more
        )
        check(answer)
        return answer

    def administrator(self) -> dict[str, str]:
        credentials = {"client_id": self.id, "client_secret": self.admin_secret}
        answer = self.call("POST", "/oauth2/token", {}, json=credentials)
        return {"Authorization": "Bearer " + answer.json()["access_token"]}

    def messages(self, address: str) -> list[dict]:
        """Returns the messages to an address or number, newest first."""
        return [message for message in self.server.get("/dev/mail.json").json() if address in message["to"]]

    def code(self, address: str) -> str:
        """Returns the code of the newest message."""
        message = wait_for(lambda: self.messages(address), f"a message to {address}")[0]
        return re.search(r"\b\d{8}\b", json.dumps(message))[0]


def encoded(selector: str) -> str:
    return urllib.parse.quote(selector, safe="")

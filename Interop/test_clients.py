"""Changes of clients while the server runs, and clients of development mode."""

import base64
import json

from gatehouse import wait_for


def device(server, client_id: str) -> int:
    return server.post("/oauth2/device_authorization", {"client_id": client_id, "scope": "openid"}).status_code


def token(server, client_id: str, secret: str) -> int:
    form = {"grant_type": "client_credentials"}
    basic = base64.b64encode(f"{client_id}:{secret}".encode()).decode()
    return server.post("/oauth2/token", form, headers={"Authorization": f"Basic {basic}"}).status_code


def test_rejects_development_clients_without_development_mode(make_server):
    server = make_server("--dev").start()
    assert device(server, "gatehouse-cli") == 200
    server.stop()

    server.options = ["--smtp", "smtp://localhost:9"]
    server.start()
    assert device(server, "gatehouse-cli") == 401
    warning = next(line for line in server.process.lines if line.startswith("Warning: "))
    assert "gatehouse-cli, gatehouse-native, gatehouse-kii, gatehouse-demo" in warning
    server.administer("client", "delete", "gatehouse-cli", "--yes")
    server.create_client("Command line", "--client-id", "gatehouse-cli", "--grant", "device_code")
    assert device(server, "gatehouse-cli") == 200


def test_applies_client_updates_to_running_server(server):
    options = ("--type", "confidential", "--grant", "client_credentials")
    client = server.create_client("Nightly job", *options)
    name, old = client["client_id"], client["client_secret"]
    assert token(server, name, old) == 200

    new = server.administer("client", "secret", "rotate", name)["client_secret"]
    wait_for(lambda: token(server, name, new) == 200, "the new secret to work", patience=5)

    server.administer("client", "update", name, "--grant", "device_code")
    wait_for(lambda: token(server, name, new) == 400, "the grant to be gone", patience=5)


def test_requires_confirmation_to_delete_without_terminal(server):
    client = server.create_client("Short Lived", "--grant", "device_code")["client_id"]
    done = server.run("client", "delete", client, "--data", server.data)
    assert (done.returncode, done.stdout) == (1, "")
    assert "ends 0 sessions and deletes 0 consents. Nothing was changed. Add --yes" in done.stderr
    listed = json.loads(server.run("client", "list", "--json", "--data", server.data).stdout)
    assert client in [one["client_id"] for one in listed]

"""The log of a server: one line per request, as text and as JSON, without secrets; traces across services."""

import json
import re
import secrets
import subprocess

import pytest

from gatehouse import GATEHOUSE, PATIENCE, Server, free_port, wait_for
from kii_app import KiiApp
from test_sms import log_in, new_phone

PASSWORD = "seven-lanterns-sail-north"
TRACE = "0af7651916cd43dd8448eb211c80319c"
TRACEPARENT = f"00-{TRACE}-b7ad6b7169203331-01"
# Other levels would add lines.
AT_INFO = {"GATEHOUSE_LOG_LEVEL": "info"}


def entries(server: Server) -> list[dict]:
    """Returns the entries of a log in JSON; every line of the output must be one."""
    return [json.loads(line) for line in server.process.lines]


def requests_in(server: Server) -> list[dict]:
    return [entry for entry in entries(server) if entry["msg"] == "request completed"]


def test_json_log_has_one_line_per_request(make_server, receiver):
    server = make_server(
        "--smtp", "smtp://127.0.0.1:9", "--mail-from", "id@example.com", "--log-format", "json",
        GATEHOUSE_SMS=receiver.url, GATEHOUSE_SMS_SECRET=secrets.token_hex(16), **AT_INFO,
    ).start()
    client = server.create_client("Nightly Job", "--type", "confidential", "--grant", "client_credentials")
    credentials = (client["client_id"], client["client_secret"])
    token = server.post("/oauth2/token", {"grant_type": "client_credentials"}, auth=credentials).json()["access_token"]
    introspected = server.post("/oauth2/introspect?" + secrets.token_hex(8), {"token": token}, auth=credentials)
    assert introspected.json()["active"]
    wrong = secrets.token_hex(16)
    rejected = server.post("/oauth2/token", {"grant_type": "client_credentials"}, auth=(credentials[0], wrong))
    assert rejected.status_code == 401
    server.get("/health/live")
    app, phone = KiiApp(server), new_phone()
    created = app.call(
        "POST", app.users, app.headers | {"traceparent": TRACEPARENT},
        json={"password": PASSWORD, "loginName": "texted", "phoneNumber": phone},
    )
    fields, body = receiver.requests.get(timeout=PATIENCE)
    sms, traceparent = json.loads(body), fields["traceparent"]
    assert sms["to"] == phone and traceparent == TRACEPARENT
    bearer = log_in(app, "texted", PASSWORD)["Authorization"].removeprefix("Bearer ")
    missing = server.get("/nothing/like/ada@example.com", headers={"traceparent": "00-malformed"})

    lines = wait_for(lambda: (found := requests_in(server))[-1]["status"] == 404 and found, "the last line")
    told = [(line["method"], line["route"], line["status"], line.get("client")) for line in lines]
    assert told == [
        ("POST", "/oauth2/token", 200, client["client_id"]),
        ("POST", "/oauth2/introspect", 200, client["client_id"]),
        ("POST", "/oauth2/token", 401, client["client_id"]),
        ("POST", "/api/apps/{app}/users", 201, app.id),
        ("POST", "/api/oauth2/token", 200, app.id),
        ("GET", "unknown", 404, None),
    ]
    assert all(line["level"] == "info" and line["ms"] > 0 for line in lines)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) for line in lines)
    assert [line.get("trace") for line in lines] == [None] * 3 + [TRACE] + [None] * 2
    assert [lines[2]["request"], lines[3]["request"], lines[-1]["request"]] == [
        answer.headers["X-Request-ID"] for answer in (rejected, created, missing)
    ]
    server.stop()
    code = sms["text"][:8]
    hidden = [credentials[1], wrong, token, bearer, code, PASSWORD, phone, phone[1:], "texted", "ada@example.com"]
    assert not [secret for secret in hidden if secret in server.process.output]


def test_text_log_is_readable(make_server):
    server = make_server("--dev", **AT_INFO).start()
    server.get("/oauth2/keys")
    server.get("/health/ready")
    server.post("/oauth2/token", {"grant_type": "password"})
    server.stop()
    line = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info request completed"
    found = [printed for printed in server.process.lines if "request completed" in printed]
    assert re.fullmatch(line + r" method=GET route=/oauth2/keys status=200 ms=\d+\.\d+ request=\S+", found[0])
    assert re.fullmatch(line + r" method=POST route=/oauth2/token status=40\d ms=\d+\.\d+ request=\S+", found[1])
    assert len(found) == 2
    assert [printed for printed in server.process.lines if printed.startswith("Rejected POST /oauth2/token with")]


def test_json_log_contains_messages_to_operator(make_server):
    server = make_server("--dev", "--log-format", "json", "--log-level", "notice", GATEHOUSE_ISUER="x").start()
    server.post("/oauth2/token", {"grant_type": "password"})
    server.stop()
    told = {entry["msg"].partition("\n")[0]: entry["level"] for entry in entries(server)}
    assert told[f"Gatehouse is listening on {server.issuer}"] == "notice"
    assert told["unknown variable GATEHOUSE_ISUER ignored."] == "warning"
    assert [level for message, level in told.items() if message.startswith("Rejected POST /oauth2/token")] == ["notice"]
    assert "request completed" not in told


@pytest.mark.parametrize(
    ("options", "variables", "file"),
    [
        (["--log-level", "verbose"], {}, ""),
        ([], {"GATEHOUSE_LOG_LEVEL": "verbose"}, ""),
        ([], {"GATEHOUSE_LOG_LEVEL": ""}, "log-level: verbose\n"),
    ],
)
def test_unknown_level_is_an_error(make_server, tmp_path, options, variables, file):
    (tmp_path / "gatehouse.yaml").write_text("tenant: default\n" + file)
    server = make_server()
    done = server.run("serve", "--dev", "--config", tmp_path / "gatehouse.yaml", *options, **variables)
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "gatehouse: Invalid log-level 'verbose'. Use trace, debug, info, notice, warning, error or critical."
    )


def test_blocked_reader_of_log_delays_no_request(make_server):
    server = make_server()
    server.port = free_port()
    command = [
        GATEHOUSE, "serve", "--dev", "--issuer", server.issuer, "--listen", f"localhost:{server.port}",
        "--data", server.data, "--log-level", "debug",
    ]
    # Nothing reads standard error, whose 64 KiB are full after a few hundred requests.
    with subprocess.Popen(
        command, env=server.variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert "Gatehouse is listening" in process.stdout.readline()
            for _ in range(1_000):
                assert server.get("/oauth2/keys").status_code == 200
        finally:
            server.http.close()
            process.kill()


def test_full_standard_output_is_an_error(make_server):
    server = make_server()
    listen = f"localhost:{free_port()}"
    serve = ["serve", "--dev", "--issuer", f"http://{listen}", "--listen", listen, "--data", server.data]
    for command in (["--version"], serve):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [GATEHOUSE, *command], env=server.variables, stdout=full, stderr=subprocess.PIPE, text=True, timeout=30
            )
        assert done.returncode == 1
        assert "gatehouse: Standard output can't be written." in done.stderr

"""Metrics as Prometheus reads them, and the alerts and the dashboard that use them."""

import json
import re
import shutil
import subprocess

import pytest
import requests

from gatehouse import PATIENCE, ROOT, Process, Server, environment, free_port, new_session, wait_for
from journey import PASSWORD
from native_app import NativeApp

RULES = ROOT / "packaging" / "prometheus" / "gatehouse.rules.yml"
RULE_TEST = ROOT / "packaging" / "prometheus" / "gatehouse.rules.test.yml"
DASHBOARD = ROOT / "packaging" / "grafana" / "gatehouse.json"
ADMIN = re.compile(r"Metrics are at (http://\S+)/metrics")
EMAIL = "mia.metrics@example.com"
NAME = re.compile(r"\b(?:gatehouse|process)_[a-z_]+\b")

pytestmark = pytest.mark.skipif(not shutil.which("prometheus"), reason="Prometheus is not installed (apt: prometheus)")


def promtool(*arguments, stdin: str = "") -> str:
    done = subprocess.run(["promtool", *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Observed:
    """A server with an admin address, after some traffic."""

    def __init__(self, folder):
        self.server = Server(folder, "--dev", "--admin-listen", "127.0.0.1:0").start()
        self.admin = self.server.process.line(ADMIN)[1]
        self.http = new_session()
        self.client = self.server.create_client("Service", "--type", "confidential", "--grant", "client_credentials")
        self.user = self.server.create_user(EMAIL, PASSWORD)
        self.app = NativeApp(self.server, "password")
        for _ in range(3):
            answer = self.server.post(
                "/oauth2/token",
                {"grant_type": "client_credentials"},
                auth=(self.client["client_id"], self.client["client_secret"]),
            )
            assert answer.ok, answer.text
        for password in ("a guess", PASSWORD):
            token = self.app.begin("signin", EMAIL)["continuation_token"]
            answer = self.app.token(token, "password", password=password, username=EMAIL)
            assert answer.ok == (password == PASSWORD), answer.text
        self.server.get("/no/such/path/someone@example.com")
        # The numbers that cost a query are read beside the requests.
        wait_for(lambda: "\ngatehouse_sessions " in self.scrape(), "the sessions", 40)
        wait_for(lambda: re.search(r"\ngatehouse_sweep_last_success\S* [1-9]", self.scrape()), "a sweep", 40)

    def get(self, path: str, **fields: str) -> requests.Response:
        return self.http.get(self.admin + path, headers=fields, timeout=PATIENCE)

    def scrape(self) -> str:
        answer = self.get("/metrics")
        assert answer.headers["Content-Type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8"
        return answer.text

    def stop(self):
        self.http.close()
        self.server.stop()


@pytest.fixture(scope="module")
def observed(tmp_path_factory):
    observed = Observed(tmp_path_factory.mktemp("observed"))
    yield observed
    observed.stop()


@pytest.fixture(scope="module")
def query(observed, tmp_path_factory):
    """Asks a Prometheus that scrapes the server, and has the rules."""
    folder = tmp_path_factory.mktemp("prometheus")
    configuration = {
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
        "rule_files": [str(RULES)],
        "scrape_configs": [
            {"job_name": "gatehouse", "static_configs": [{"targets": [observed.admin.removeprefix("http://")]}]}
        ],
    }
    (folder / "prometheus.yml").write_text(json.dumps(configuration))
    address = f"127.0.0.1:{free_port()}"
    process = Process(
        [
            "prometheus",
            f"--config.file={folder}/prometheus.yml",
            f"--storage.tsdb.path={folder}/data",
            f"--web.listen-address={address}",
        ],
        environment(folder),
    )
    session = new_session()

    def ask(path: str, **parameters: str) -> dict:
        answer = session.get(f"http://{address}/api/v1/{path}", params=parameters, timeout=PATIENCE).json()
        assert answer["status"] == "success", answer
        return answer["data"]

    assert process.line(re.compile("Server is ready to receive web requests")), process.output
    try:
        yield ask
    finally:
        session.close()
        process.stop()


def value(query, expression: str) -> float | None:
    result = query("query", query=expression)["result"]
    return float(result[0]["value"][1]) if result else None


def test_prometheus_scrapes_server(observed, query):
    wait_for(lambda: value(query, 'up{job="gatehouse"}') == 1, "a scrape")
    for expression, expected in [
        ('sum(gatehouse_http_requests_total{route="/oauth2/token",method="POST",status="200"})', 3),
        ('sum(gatehouse_http_request_duration_seconds_count{route="/oauth2/token"})', 3),
        ('sum(gatehouse_http_requests_total{route="unknown",status="404"}) >= bool 1', 1),
        ('gatehouse_tokens_issued_total{grant="client_credentials"}', 3),
        ('gatehouse_sign_ins_total{method="password",outcome="succeeded"}', 1),
        ('gatehouse_sign_ins_total{method="password",outcome="failed"}', 1),
        ('gatehouse_factor_failures_total{factor="password"}', 1),
        ("gatehouse_password_hash_wait_seconds_count >= bool 2", 1),
        ("gatehouse_store_commit_duration_seconds_count > bool 0", 1),
        ("gatehouse_store_read_batch_size_sum >= bool gatehouse_store_read_batch_size_count", 1),
        ("gatehouse_sessions >= bool 0", 1),
        ("gatehouse_ready", 1),
        ('gatehouse_build_info{version!=""}', 1),
        ('time() - gatehouse_signing_key_created_timestamp_seconds{algorithm="ES256"} < bool 600', 1),
        ("time() - gatehouse_sweep_last_success_timestamp_seconds < bool 600", 1),
        ("abs(gatehouse_clock_offset_seconds) < bool 5", 1),
        ("process_resident_memory_bytes > bool 1e6", 1),
        ("time() - process_start_time_seconds < bool 600", 1),
    ]:
        wait_for(lambda: value(query, expression) == expected, f"{expression} == {expected}")


def test_rules_evaluate_without_alerts(query):
    wait_for(lambda: value(query, 'up{job="gatehouse"}') == 1, "a scrape")

    def health() -> set[str]:
        return {rule["health"] for group in query("rules")["groups"] for rule in group["rules"]}

    wait_for(lambda: health() == {"ok"}, "the rules")
    assert query("alerts")["alerts"] == []


def test_rules_alert(tmp_path):
    promtool("check", "rules", RULES)
    promtool("test", "rules", RULE_TEST)


def dashboard_expressions() -> list[str]:
    return [
        target["expr"].replace("$instance", ".*").replace("$__rate_interval", "1m")
        for panel in json.loads(DASHBOARD.read_text())["panels"]
        for target in panel["targets"]
    ]


def test_dashboard_shows_data(query):
    """Every panel but those of events that have not happened."""
    wait_for(lambda: value(query, "rate(process_cpu_seconds_total[1m])") is not None, "two scrapes")
    empty = [expression for expression in dashboard_expressions() if not query("query", query=expression)["result"]]
    assert empty == []


def test_uses_existing_metrics_only(observed):
    exposed = {re.sub(r"_(bucket|count|sum)$", "", name) for name in re.findall(r"^([a-z_]+)", observed.scrape(), re.M)}
    used = {name for text in (RULES.read_text(), *dashboard_expressions()) for name in NAME.findall(text)}
    assert {re.sub(r"_(bucket|count|sum)$", "", name) for name in used} - exposed == set()


def test_passes_promtool(observed):
    answer = observed.get("/metrics", Accept="text/plain")
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert promtool("check", "metrics", stdin=answer.text) == ""


def test_contains_no_user_data(observed):
    text = observed.scrape()
    secrets = [EMAIL, "mia", "someone", observed.client["client_id"], observed.client["client_secret"], observed.app.id]
    for secret in [*secrets, observed.user["id"], "127.0.0.1", PASSWORD]:
        assert secret not in text
    assert text.endswith("\n# EOF\n")


def test_serves_metrics_on_admin_address_only(observed):
    assert observed.server.get("/metrics").status_code == 404
    for path in ("/health/live", "/health/ready"):
        assert observed.server.get(path).status_code == 200
        assert observed.get(path).status_code == 200
    for path in ("/oauth2/token", "/.well-known/openid-configuration", "/"):
        assert observed.get(path).status_code == 404


def test_serves_no_metrics_without_admin_address(make_server):
    server = make_server("--dev").start()
    assert server.get("/metrics").status_code == 404
    assert not ADMIN.search(server.process.output)


def test_names_admin_address_in_use(make_server, server):
    taken = f"localhost:{server.port}"
    other = make_server()
    addresses = ["--listen", f"localhost:{free_port()}", "--admin-listen", taken]
    done = other.run("serve", "--dev", "--data", other.data, *addresses)
    assert done.returncode == 1
    assert f"Address localhost port {server.port} is in use." in done.stderr
    assert "change --admin-listen." in done.stderr


def test_stops_both_sockets(make_server):
    server = make_server("--dev", "--admin-listen", "127.0.0.1:0").start()
    admin = server.process.line(ADMIN)[1]
    assert new_session().get(admin + "/health/ready", timeout=PATIENCE).status_code == 200
    server.stop()
    with pytest.raises(requests.ConnectionError):
        new_session().get(admin + "/health/ready", timeout=PATIENCE)

"""The examples: an API with access tokens, a command line tool, and their packages."""

import base64
import json
import plistlib
import re
import subprocess

import pytest
import requests

from application import Application
from gatehouse import BINARIES, PATIENCE, ROOT, Process, Server, environment, free_port
from journey import PASSWORD, Journey
from person import Person

API = BINARIES / "ExampleOrdersAPI"
CLI = BINARIES / "ExampleCLI"
# The client of development servers that the command line tool uses.
CLI_CLIENT = "gatehouse-cli"
PACKAGES = sorted((ROOT / "Examples").glob("*/Package.swift"))


SCOPE = "openid orders:read orders:write"


@pytest.fixture(scope="module")
def api(server, tmp_path_factory):
    port = free_port()
    variables = environment(
        # The scopes belong to no registered API: the audience of the tokens is the issuer.
        tmp_path_factory.mktemp("api"), GATEHOUSE_ISSUER=server.issuer, AUDIENCE=server.issuer, PORT=str(port)
    )
    process = Process([API], variables)
    assert process.line(re.compile("Server started")), process.output

    def request(path: str, token: str | None = None, **order) -> requests.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        method, body = ("POST", order) if order else ("GET", None)
        return requests.request(
            method, f"http://localhost:{port}{path}", headers=headers, json=body, timeout=PATIENCE
        )

    yield request
    process.kill()


def tokens(app: Application, email: str) -> dict:
    person = Person(app.server, email, PASSWORD).open(app.sign_in_url()).sign_in()
    return app.redeem(person.answer["code"]).json()


def shop(make_application, scope: str = SCOPE) -> Application:
    return make_application("Shop", "--scope", scope, scope=scope)


def forged(token: str) -> str:
    """Returns a token with the header and the signature of another one, for another user."""
    header, payload, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))) | {"sub": "someone"}
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    return f"{header}.{changed}.{signature}"


def test_api_accepts_access_token_of_user(api, make_application, server, email):
    server.create_user(email, PASSWORD)
    token = tokens(shop(make_application), email)["access_token"]
    assert api("/orders", token).json() == []
    placed = api("/orders", token, item="tea", quantity=2)
    assert placed.status_code == 201
    assert api("/orders", token).json() == [placed.json()]


def test_api_rejects_other_tokens(api, make_application, server, email):
    server.create_user(email, PASSWORD)
    answer = tokens(shop(make_application), email)
    missing = api("/orders")
    assert missing.status_code == 401
    assert missing.headers["WWW-Authenticate"].startswith("Bearer ")
    assert "error" not in missing.headers["WWW-Authenticate"]
    for token in [answer["id_token"], forged(answer["access_token"]), "x.y.z", "opaque"]:
        rejected = api("/orders", token)
        assert rejected.status_code == 401
        assert 'error="invalid_token"' in rejected.headers["WWW-Authenticate"]


def test_api_names_missing_scope(api, make_application, server, email):
    server.create_user(email, PASSWORD)
    token = tokens(shop(make_application, "openid orders:read"), email)["access_token"]
    rejected = api("/orders", token, item="tea", quantity=1)
    assert rejected.status_code == 403
    assert 'error="insufficient_scope"' in rejected.headers["WWW-Authenticate"]
    assert 'scope="orders:write"' in rejected.headers["WWW-Authenticate"]


def test_api_requires_sign_in_of_user(api, server):
    client = server.create_client(
        "Job", "--type", "confidential", "--grant", "client_credentials", "--scope", "orders:read orders:write"
    )
    credentials = (client["client_id"], client["client_secret"])
    answer = server.post("/oauth2/token", {"grant_type": "client_credentials"}, auth=credentials)
    token = answer.json()["access_token"]
    assert api("/orders", token).status_code == 200
    rejected = api("/orders", token, item="tea", quantity=1)
    assert rejected.status_code == 401
    assert 'error="insufficient_user_authentication"' in rejected.headers["WWW-Authenticate"]
    assert 'max_age="300"' in rejected.headers["WWW-Authenticate"]


def test_api_publishes_its_metadata(api, server):
    path = re.search(r'resource_metadata="https?://[^/]+([^"]+)"', api("/orders").headers["WWW-Authenticate"])[1]
    metadata = api(path).json()
    assert metadata["resource"] == server.issuer and metadata["authorization_servers"] == [server.issuer]
    assert metadata["scopes_supported"] == ["orders:read", "orders:write"]


class CommandLine:
    """The command line tool with its stored session."""

    def __init__(self, server: Server, folder, **variables: str):
        self.server = server
        self.variables = environment(folder, GATEHOUSE_ISSUER=server.issuer, **variables)

    def run(self, *arguments: str) -> tuple[int, str]:
        """Returns the exit status and the output of a command."""
        done = subprocess.run(
            [CLI, *arguments], env=self.variables, capture_output=True, text=True, timeout=PATIENCE
        )
        return done.returncode, (done.stdout + done.stderr).strip()

    def sign_in(self, page, email: str, *scopes: str) -> str:
        """Signs in with a code that is entered in a browser; returns the last line of the output."""
        process = Process([CLI, "sign-in", "--device", *scopes], self.variables)
        prompt = process.line(re.compile(r"Open (\S+) on any device and enter (\S+)"))
        assert prompt, process.output
        journey = Journey(self.server, page, email)
        journey.page.goto(prompt[1])
        journey.fill("user-code", prompt[2])
        journey.press("continue")
        journey.sign_in_with_password()
        journey.press("continue")
        journey.heading("Device connected")
        assert process.wait() == 0, process.output
        return process.lines[-1]


def test_command_line_signs_in_with_device_code(server, new_page, tmp_path, email):
    server.create_user(email, PASSWORD, name="Alex Example")
    command_line = CommandLine(server, tmp_path)
    assert command_line.sign_in(new_page(), email) == "Signed in as Alex Example."
    assert command_line.run("whoami") == (0, "Signed in as Alex Example.")
    assert command_line.run("sign-out") == (0, "Signed out.")
    assert command_line.run("whoami") == (1, 'You are not signed in: run "CLI sign-in".')
    status, output = command_line.run("nonsense")
    assert status == 1 and output.startswith("usage: CLI sign-in [--device] [SCOPE ...] | whoami | orders |")


@pytest.fixture
def registered_api(make_server, tmp_path):
    """Runs the API with tokens of its own, as its description says; returns the server and the URL of the API."""
    server = make_server("--dev").start()
    port = free_port()
    url = f"http://localhost:{port}"
    scopes = "openid profile email offline_access account orders:read orders:write"
    server.administer("client", "update", CLI_CLIENT, "--scope", scopes)
    texts = ("--scope", "orders:read=See your orders", "--scope", "orders:write=Place orders")
    server.create_resource(url, "Orders", *texts)
    process = Process([API], environment(tmp_path, GATEHOUSE_ISSUER=server.issuer, PORT=str(port)))
    assert process.line(re.compile("Server started")), process.output
    yield server, url
    process.kill()


def test_command_line_calls_api_with_its_scopes(registered_api, new_page, tmp_path, email):
    server, url = registered_api
    server.create_user(email, PASSWORD, name="Alex Example")
    command_line = CommandLine(server, tmp_path, ORDERS_API=url)
    command_line.sign_in(new_page(), email, "orders:read", "orders:write")
    assert command_line.run("orders") == (0, "You have no orders.")
    assert command_line.run("order", "tea", "2") == (0, "Order 1: tea (2)")
    assert command_line.run("orders") == (0, "Order 1: tea (2)")
    # The session's own token remains one for the server.
    assert command_line.run("whoami") == (0, "Signed in as Alex Example.")


def test_command_line_explains_how_to_get_missing_scope(registered_api, new_page, tmp_path, email):
    server, url = registered_api
    server.create_user(email, PASSWORD, name="Alex Example")
    command_line = CommandLine(server, tmp_path, ORDERS_API=url)
    assert command_line.run("orders") == (1, 'You are not signed in: run "CLI sign-in".')
    command_line.sign_in(new_page(), email)
    advice = 'You are not signed in for the API: run "CLI sign-in orders:read orders:write".'
    assert command_line.run("orders") == (1, advice)
    command_line.sign_in(new_page(), email, "orders:read")
    assert command_line.run("orders") == (0, "You have no orders.")
    advice = 'which your sign-in does not include. Run "CLI sign-in orders:read orders:write".'
    assert command_line.run("order", "tea", "2") == (1, f"The API requires the scope orders:write, {advice}")
    assert command_line.run("orders") == (0, "You have no orders.")


def test_registered_api_rejects_tokens_for_the_server(registered_api, callbacks, email):
    server, url = registered_api
    server.create_user(email, PASSWORD)
    app = Application(server, callbacks, "Shop", "--scope", "openid", scope="openid")
    token = tokens(app, email)["access_token"]
    rejected = requests.get(f"{url}/orders", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
    assert rejected.status_code == 401
    assert 'error="invalid_token"' in rejected.headers["WWW-Authenticate"]


def dump(folder) -> dict:
    command = ["swift", "package", "--package-path", folder, "dump-package"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=300).stdout)


def products(target: dict) -> set[str]:
    """Returns the products of other packages, and the targets, that a target needs."""
    named = [(dependency.get("product") or dependency["byName"])[0] for dependency in target["dependencies"]]
    return set(named)


@pytest.mark.parametrize("manifest", PACKAGES, ids=lambda path: path.parent.name)
def test_package_of_example_matches_target_that_tests_build(manifest):
    """The tests build each example in the package of the repository, not in its own, which would take minutes."""
    name = manifest.parent.name
    own = dump(manifest.parent)
    tested = dump(ROOT)
    target = next(entry for entry in tested["targets"] if entry.get("path") == f"Examples/{name}/Sources")
    assert target["name"] == f"Example{name}"
    assert products(own["targets"][0]) == products(target)
    versions = {}
    for dependency in own["dependencies"] + tested["dependencies"]:
        for remote in dependency.get("sourceControl", []):
            versions.setdefault(remote["identity"], []).append(remote["requirement"])
    shared = {remote["identity"] for entry in own["dependencies"] for remote in entry.get("sourceControl", [])}
    assert all(len(versions[identity]) == 2 and versions[identity][0] == versions[identity][1] for identity in shared)
    for dependency in own["dependencies"]:
        for local in dependency.get("fileSystem", []):
            # Without the trait Server, the program does not resolve the server's packages.
            assert [trait["name"] for trait in local["traits"]] in ([], ["Hummingbird"])
            assert (manifest.parent / local["path"]).resolve() == ROOT


def test_every_example_has_a_short_description():
    folders = [path for path in (ROOT / "Examples").iterdir() if path.is_dir() and not path.name.startswith(".")]
    assert folders
    for folder in folders:
        lines = (folder / "README.md").read_text().splitlines()
        assert lines[0].startswith("# ") and len(lines) <= 30, folder.name


@pytest.mark.parametrize("project", sorted((ROOT / "Examples").glob("*/*.xcodeproj")), ids=lambda path: path.stem)
def test_xcode_project_refers_to_what_exists(project):
    text = (project / "project.pbxproj").read_text()
    assert text.startswith("// !$*UTF8*$!\n")
    assert text.count("{") == text.count("}") and text.count("(") == text.count(")")
    defined = set(re.findall(r"^\t\t([0-9A-F]{24})\b[^=\n]* = \{", text, re.MULTILINE))
    assert defined == set(re.findall(r"\b[0-9A-F]{24}\b", text))
    # Xcode compiles every file of this folder.
    synchronized = re.search(r"isa = PBXFileSystemSynchronizedRootGroup;\n\s*path = (\w+);", text)[1]
    assert [path for path in (project.parent / synchronized).iterdir() if path.suffix in (".swift", ".m")]
    assert plistlib.loads((project.parent / "Info.plist").read_bytes())
    package = re.search(r"relativePath = (.+);", text)[1]
    assert (project.parent / package).resolve() == ROOT
    libraries = {entry["name"] for entry in dump(ROOT)["products"] if "library" in entry["type"]}
    products = set(re.findall(r"productName = (\w+);", text)) - {project.stem}
    assert products and products <= libraries
    assert f"{project.stem}.app" in text

"""Native authentication on the wire: sign-up, sign-in, reset and tokens."""

import base64
import json
from collections.abc import Callable, Iterator
from statistics import median

import pytest
import requests
from joserfc import jwk, jwt

from gatehouse import PATIENCE, Server
from journey import PASSWORD
from native_app import BOTH, SCOPE, NativeApp, error, validator
from tls_server import tls_server

OTHER_PASSWORD = "harbour-violet-nine-77"


@pytest.fixture(scope="module")
def secure_server(tmp_path_factory) -> Server:
    options = ("--dev", "--tenant", "contoso", "--tenant", "default")
    with tls_server(tmp_path_factory.mktemp("secure"), *options) as server:
        yield server


def claims(server: Server, app: NativeApp, id_token: str) -> dict:
    """Returns the claims of an ID token, verified with the keys of the tenant's metadata."""
    document = server.http.get(f"{app.base}/v2.0/.well-known/openid-configuration", timeout=PATIENCE).json()
    validator("openid-configuration").validate(document)
    key_set = server.http.get(document["jwks_uri"], timeout=PATIENCE).json()
    validator("discovery-keys").validate(key_set)
    keys = jwk.KeySet.import_key_set(key_set)
    found = jwt.decode(id_token, keys, algorithms=document["id_token_signing_alg_values_supported"]).claims
    assert (found["iss"], found["aud"]) == (document["issuer"], app.id)
    return found


def test_signs_up_with_password_and_attributes_on_two_pages(secure_server, email):
    app = NativeApp(
        secure_server,
        "password",
        *("--attribute", "country,required"),
        *("--attribute", "locality,required,page=2,label=City,pattern=[A-Z].*"),
        tenant="contoso.onmicrosoft.com",
    )
    asked = app.begin("signup", email)
    assert (asked["challenge_type"], asked["code_length"]) == ("oob", 8)
    wrong = app.resume(asked["continuation_token"], "oob", oob="00000000")
    assert error(wrong) == (400, "invalid_grant", "invalid_oob_value", 50181)
    proven = app.resume(asked["continuation_token"], "oob", oob=secure_server.code(email))
    assert error(proven) == (400, "credential_required", None, 55103)
    challenge = app.post(
        "/signup/v1.0/challenge",
        continuation_token=proven.json()["continuation_token"],
        challenge_type="oob password redirect",
    ).json()
    assert challenge["challenge_type"] == "password"
    weak = app.resume(challenge["continuation_token"], "password", password="password1234")
    assert error(weak)[:3] == (400, "invalid_grant", "password_banned")
    first = app.resume(challenge["continuation_token"], "password", password=PASSWORD)
    assert error(first) == (400, "attributes_required", None, 55106)
    assert [attribute["name"] for attribute in first.json()["required_attributes"]] == ["country"]
    second = app.resume(first.json()["continuation_token"], "attributes", attributes='{"country": "Ireland"}')
    assert second.json()["required_attributes"] == [
        {"name": "city", "type": "string", "required": True, "options": {"regex": "^(?:[A-Z].*)$"}, "label": "City"}
    ]
    refused = app.resume(second.json()["continuation_token"], "attributes", attributes='{"city": "dublin"}')
    assert error(refused)[:3] == (400, "invalid_grant", "attribute_validation_failed")
    assert refused.json()["invalid_attributes"] == [{"name": "city"}]
    done = app.resume(second.json()["continuation_token"], "attributes", attributes='{"city": "Dublin"}')
    assert done.ok
    tokens = app.token(done.json()["continuation_token"], "continuation_token", username=email).json()
    found = claims(secure_server, app, tokens["id_token"])
    assert (found["preferred_username"], found["ver"]) == (email, "2.0")
    home = json.loads(base64.urlsafe_b64decode(tokens["client_info"] + "=="))
    assert home == {"uid": found["oid"], "utid": found["tid"]}


def test_signs_in_and_refreshes(secure_server, email):
    secure_server.create_user(email, PASSWORD)
    app = NativeApp(secure_server, "password")
    asked = app.begin("signin", email)
    assert asked["challenge_type"] == "password"
    wrong = app.token(asked["continuation_token"], "password", password="a guess", username=email)
    assert error(wrong) == (400, "invalid_grant", None, 50126)
    tokens = app.token(asked["continuation_token"], "password", password=PASSWORD, username=email).json()
    assert (tokens["token_type"], tokens["scope"]) == ("Bearer", SCOPE)
    spent = app.token(asked["continuation_token"], "password", password=PASSWORD, username=email)
    assert error(spent) == (400, "invalid_grant", None, 55200)
    fresh = app.post(
        "/oauth2/v2.0/token",
        grant_type="refresh_token",
        refresh_token=tokens["refresh_token"],
        scope=SCOPE,
        client_info="1",
    ).json()
    assert fresh["access_token"] != tokens["access_token"]
    assert fresh["client_info"] == tokens["client_info"]


def test_signs_in_with_code(secure_server, email):
    secure_server.create_user(email)
    app = NativeApp(secure_server, "code")
    asked = app.begin("signin", email)
    tokens = app.token(asked["continuation_token"], "oob", oob=secure_server.code(email))
    assert claims(secure_server, app, tokens.json()["id_token"])["preferred_username"] == email


def test_resets_password_and_signs_in(secure_server, email):
    secure_server.create_user(email, PASSWORD)
    app = NativeApp(secure_server, "password")
    asked = app.begin("reset", email)
    proven = app.post(
        "/resetpassword/v1.0/continue",
        continuation_token=asked["continuation_token"],
        grant_type="oob",
        oob=secure_server.code(email),
    ).json()
    taken = app.post(
        "/resetpassword/v1.0/submit",
        continuation_token=proven["continuation_token"],
        new_password=OTHER_PASSWORD,
    ).json()
    done = app.post("/resetpassword/v1.0/poll_completion", continuation_token=taken["continuation_token"]).json()
    assert done["status"] == "succeeded"
    assert app.token(done["continuation_token"], "continuation_token").ok
    for password, good in [(PASSWORD, False), (OTHER_PASSWORD, True)]:
        asked = app.begin("signin", email)
        assert app.token(asked["continuation_token"], "password", password=password).ok == good


def test_discloses_account_existence_to_allowed_client(secure_server, email):
    secure_server.create_user(email, PASSWORD)
    app = NativeApp(secure_server, "password", "--reveal-accounts")
    taken = app.post("/signup/v1.0/start", username=email, challenge_type="oob password redirect")
    assert error(taken) == (400, "user_already_exists", None, 1003037)
    for path in ["/oauth2/v2.0/initiate", "/resetpassword/v1.0/start"]:
        unknown = app.post(path, username="nobody." + email, challenge_type="oob password redirect")
        assert error(unknown) == (400, "user_not_found", None, 50034)


@pytest.mark.parametrize("tenant", ["common", "contoso.example.com"])
def test_rejects_unknown_tenant(secure_server, tenant):
    app = NativeApp(secure_server, "code", tenant=tenant)
    refused = app.post("/oauth2/v2.0/initiate", username="a@example.com", challenge_type="oob redirect")
    assert error(refused) == (400, "invalid_request", None, 90002)


class Stopwatch:
    """Response times for known and unknown accounts."""

    def __init__(self):
        self.took: dict[str, dict[bool, list[float]]] = {}

    def time(self, what: str, known: bool, call: Callable[[], requests.Response], status: int = 200) -> str:
        """Records the duration of a call, and returns its continuation token."""
        answer = call()
        assert answer.status_code == status, (what, known, answer.text)
        self.took.setdefault(what, {True: [], False: []})[known].append(answer.elapsed.total_seconds())
        return answer.json().get("continuation_token", "")

    def telling(self) -> dict[str, tuple[float, float]]:
        """Returns the calls whose durations differ by more than noise of a few milliseconds."""
        medians = {what: (median(times[True]), median(times[False])) for what, times in self.took.items()}
        return {what: pair for what, pair in medians.items() if max(pair) > 3 * min(pair) + 0.005}


def walk(stopwatch: Stopwatch, code: NativeApp, password: NativeApp, known: bool, emails: Iterator[str]) -> Iterator[None]:
    """Times every call that must not disclose account existence, with a pause after each.

    Each flow uses a new address."""
    token = ""

    def step(what: str, call: Callable[[], requests.Response], status: int = 200) -> None:
        nonlocal token
        token = stopwatch.time(what, known, call, status) or token

    def begin(name: str, app: NativeApp, start: str, challenge: str, types: str = BOTH, **form: str) -> Iterator[None]:
        email = next(emails)
        step(f"{name}: start", lambda: app.post(start, username=email, challenge_type=types, **form))
        yield
        step(f"{name}: challenge", lambda: app.post(challenge, continuation_token=token, challenge_type=types))
        yield

    wrong = {"grant_type": "oob", "oob": "00000000"}
    initiate = ("/oauth2/v2.0/initiate", "/oauth2/v2.0/challenge")
    yield from begin("sign-in by code", code, *initiate)
    step("sign-in by code: code", lambda: code.token(token, "oob", oob="00000000"), 400)
    yield
    yield from begin("sign-in by password", password, *initiate)
    step("sign-in by password: password", lambda: password.token(token, "password", password="a guess"), 400)
    yield
    yield from begin("reset", password, "/resetpassword/v1.0/start", "/resetpassword/v1.0/challenge", "oob redirect")
    step("reset: code", lambda: password.post("/resetpassword/v1.0/continue", continuation_token=token, **wrong), 400)
    yield
    for name, form in [("sign-up", {}), ("sign-up with a password", {"password": OTHER_PASSWORD})]:
        yield from begin(name, password, "/signup/v1.0/start", "/signup/v1.0/challenge", **form)
        step(f"{name}: code", lambda: password.post("/signup/v1.0/continue", continuation_token=token, **wrong), 400)
        yield


def test_takes_equal_time_for_known_and_unknown_accounts(secure_server, email):
    """Alternates between known and unknown accounts, so that a busy machine affects both.

    Random differences disappear in further rounds; systematic ones do not."""
    code, password = NativeApp(secure_server, "code"), NativeApp(secure_server, "password")
    stopwatch = Stopwatch()
    for attempt in range(4):
        for number in range(7):
            members = [f"member{flow}.{attempt}.{number}.{email}" for flow in range(5)]
            for member in members:
                secure_server.create_user(member, PASSWORD)
            walks = [
                walk(stopwatch, code, password, known, iter(members) if known else (f"no.{member}" for member in members))
                for known in ((True, False) if number % 2 else (False, True))
            ]
            for _ in zip(*walks, strict=True):
                pass
        assert len(stopwatch.took) == 15
        if not stopwatch.telling():
            return
    assert stopwatch.telling() == {}


CALL = """async ([base, path, form]) => {
    const response = await fetch(base + path, {
        method: "POST",
        body: new URLSearchParams(form),
        headers: {
            "Content-Type": "application/x-www-form-urlencoded",
            "client-request-id": "6c8f13a9-0e5c-4b68-93f6-1cb1b1e7a4f3",
            "x-client-SKU": "msal.browser", "x-client-VER": "5.0.0", "x-client-current-telemetry": "5|1,0,,,|,"
        }
    });
    const fields = {};
    for (const name of ["client-request-id", "x-ms-request-id", "retry-after"]) fields[name] = response.headers.get(name);
    return {status: response.status, body: await response.json(), fields};
}"""


class WebPage:
    """A web page on its own origin that calls the server."""

    def __init__(self, page, app: NativeApp, address: str):
        self.page = page
        self.app = app
        page.goto(address)

    def post(self, path: str, **form: str) -> dict:
        return self.page.evaluate(CALL, [self.app.base, path, {"client_id": self.app.id} | form])


@pytest.fixture
def address(callbacks) -> str:
    return callbacks.url(callbacks.new_path("app"))


def test_signs_up_from_registered_origin(secure_server, new_page, address, email):
    origin = address.split("/app/")[0]
    app = NativeApp(secure_server, "code", "--web-origin", origin)
    page = WebPage(new_page(), app, address)
    began = page.post("/signup/v1.0/start", username=email, challenge_type="oob redirect")
    assert began["status"] == 200
    assert began["fields"]["client-request-id"] == "6c8f13a9-0e5c-4b68-93f6-1cb1b1e7a4f3"
    assert began["fields"]["x-ms-request-id"]
    token = began["body"]["continuation_token"]
    asked = page.post("/signup/v1.0/challenge", continuation_token=token, challenge_type="oob redirect")["body"]
    for _ in range(2):  # A second mail at once, but no third.
        again = page.post(
            "/signup/v1.0/challenge", continuation_token=asked["continuation_token"], challenge_type="oob redirect"
        )
        assert (again["status"], again["body"]["challenge_type"]) == (200, "oob")
        secure_server.mail(email, 2)
    assert len(secure_server.mails(email)) == 2
    wrong = page.post(
        "/signup/v1.0/continue", continuation_token=asked["continuation_token"], grant_type="oob", oob="00000000"
    )
    assert (wrong["status"], wrong["body"]["suberror"]) == (400, "invalid_oob_value")
    done = page.post(
        "/signup/v1.0/continue",
        continuation_token=asked["continuation_token"],
        grant_type="oob",
        oob=secure_server.code(email, 2),
    )
    tokens = page.post(
        "/oauth2/v2.0/token",
        continuation_token=done["body"]["continuation_token"],
        grant_type="continuation_token",
        scope=SCOPE,
        client_info="true",
    )
    assert tokens["status"] == 200
    fresh = page.post("/oauth2/v2.0/token", grant_type="refresh_token", refresh_token=tokens["body"]["refresh_token"])
    assert fresh["status"] == 200


def test_accepts_multipart_form_from_page(secure_server, new_page, address, email):
    app = NativeApp(secure_server, "code", "--web-origin", "*")
    page = new_page()
    page.goto(address)
    began = page.evaluate(
        """async ([url, form]) => {
            const data = new FormData();
            for (const name in form) data.append(name, form[name]);
            return (await fetch(url, {method: "POST", body: data})).json();
        }""",
        [f"{app.base}/signup/v1.0/start", {"client_id": app.id, "username": email, "challenge_type": "redirect oob"}],
    )
    assert began["continuation_token"]


def test_rejects_unregistered_origin(secure_server, browser, address, email):
    app = NativeApp(secure_server, "code", "--web-origin", "https://app.example.com")
    context = browser.new_context(ignore_https_errors=True)
    page = WebPage(context.new_page(), app, address)
    with pytest.raises(Exception, match="Failed to fetch"):
        page.post("/signup/v1.0/start", username=email, challenge_type="oob redirect")
    context.close()
    refused = requests.post(
        f"{app.base}/signup/v1.0/start",
        data={"client_id": app.id, "username": email, "challenge_type": "oob redirect"},
        headers={"Origin": address.split("/app/")[0]},
        verify=secure_server.http.verify,
        timeout=PATIENCE,
    )
    assert error(refused)[1] == "unauthorized_client"
    assert "Access-Control-Allow-Origin" not in refused.headers
    assert secure_server.mails(email) == []

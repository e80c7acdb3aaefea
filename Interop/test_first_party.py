"""OAuth 2.0 for First-Party Applications: an app with its own screens, without an SDK."""

import json
import re
import time

import pyotp
import pytest

from application import claims
from authenticator import Authenticator
from first_party_client import FirstPartyClient, Step
from gatehouse import PATIENCE, Server
from journey import PASSWORD
from soft_passkey import SoftPasskey

OTHER_PASSWORD = "harbour-violet-nine-77"
SECOND = "urn:gatehouse:acr:2"


class App(FirstPartyClient):
    """A registered app that checks what holds for every response."""

    def __init__(self, server: Server, method: str = "password", *options: str):
        self.server = server
        client = server.create_client("Example App", "--native", method, *options)
        super().__init__(server.issuer, client["client_id"], server.new_session())
        self.sessions: list[str] = []

    def post(self, form) -> Step:
        step = super().post(form)
        assert step.answer.headers["Content-Type"] == "application/json"
        assert step.answer.headers["Cache-Control"] == "no-store"
        assert step.code or re.fullmatch(r"[\x20-\x21\x23-\x5b\x5d-\x7e]+", step.error)
        assert re.fullmatch(r"[\x20-\x21\x23-\x5b\x5d-\x7e]*", step.body.get("error_description", ""))
        assert (step.status == 200) == (step.code is not None)
        if step.error == "insufficient_authorization":
            assert step.status == 403
            assert step.body["expires_in"] > 0
            # 256 bits, as the draft recommends.
            assert len(step.body["auth_session"]) >= 43
            assert step.body.get("otp_required", False) == (step.type in ("otp", "totp_enrolment"))
        if "auth_session" in step.body:
            self.sessions.append(step.body["auth_session"])
        return step

    def tokens(self, step: Step) -> dict:
        """Redeems the code of the last step."""
        assert step.code, step
        answer = self.redeem(step.code)
        assert answer.status_code == 200, answer.text
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.json()

    def profile(self, tokens: dict) -> dict:
        header = {"Authorization": "Bearer " + tokens["access_token"]}
        return self.http.get(self.metadata["userinfo_endpoint"], headers=header, timeout=PATIENCE).json()

    def choose(self, step: Step, factor: str, kind: str) -> Step:
        """Chooses one of the second factors that a step offers."""
        self.expect(step, "method")
        return self.expect(self.send(method_id=step.methods[factor]), kind)

    def sign_in(self, email: str, **more: str) -> Step:
        """Sends address and password."""
        self.expect(self.begin(username=email, **more), "password")
        return self.send(password=PASSWORD)

    @staticmethod
    def expect(step: Step, kind: str) -> Step:
        assert (step.error, step.type) == ("insufficient_authorization", kind), step
        assert not step.rejected, step
        return step

    @staticmethod
    def expect_again(step: Step, kind: str, parameter: str, *reasons: str) -> dict:
        """Returns the rejection of an input that the server requires again."""
        assert (step.error, step.type) == ("insufficient_authorization", kind), step
        assert step.rejected["parameter"] == parameter, step
        assert step.rejected["reason"] in reasons, step
        return step.rejected


def error(step: Step) -> tuple[int, str | None]:
    return step.status, step.error


def next_code(app: pyotp.TOTP) -> str:
    """Returns a code that the server, which accepts each once, accepts after the current one."""
    return app.at(int(time.time()) + app.interval)


@pytest.fixture
def app(server) -> App:
    return App(server)


@pytest.fixture
def code_app(server) -> App:
    return App(server, "code")


@pytest.fixture
def member(server, email) -> str:
    """The address of a user with a password."""
    server.create_user(email, PASSWORD)
    return email


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory) -> Server:
    """A server on which all sign-ins need a second factor."""
    server = Server(tmp_path_factory.mktemp("strict"), "--dev", "--second-factor", "required").start()
    yield server
    server.stop()


@pytest.fixture
def strict_app(strict_server) -> App:
    return App(strict_server)


@pytest.fixture
def strict_member(strict_server, email) -> str:
    strict_server.create_user(email, PASSWORD)
    return email


def test_publishes_endpoint_in_metadata(server):
    documents = [
        server.get(path).json()
        for path in ("/.well-known/oauth-authorization-server", "/.well-known/openid-configuration")
    ]
    endpoints = [document["authorization_challenge_endpoint"] for document in documents]
    assert endpoints == [server.issuer + "/oauth2/authorize-challenge"] * 2


def test_publishes_endpoint_below_path_of_issuer(make_server, email):
    server = make_server("--dev", path="/id").start()
    app = App(server)
    assert app.metadata["authorization_challenge_endpoint"] == server.issuer + "/oauth2/authorize-challenge"
    server.create_user(email, PASSWORD)
    app.tokens(app.sign_in(email))


# Sign-in


def test_signs_in_with_password(app, member):
    step = app.sign_in(member, scope="openid email offline_access", nonce="n-0S6_WzA2Mj")
    tokens = app.tokens(step)
    assert tokens["token_type"] == "Bearer"
    assert set(tokens["scope"].split()) == {"openid", "email", "offline_access"}
    found = claims(tokens["id_token"])
    assert (found["iss"], found["aud"], found["nonce"]) == (app.issuer, app.id, "n-0S6_WzA2Mj")
    assert found["amr"] == ["pwd"]
    fresh = app.token(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert fresh.status_code == 200, fresh.text


def test_signs_in_with_one_request(app, member):
    app.tokens(app.begin(username=member, password=PASSWORD))


def test_signs_in_with_answers_by_type(app, member):
    code = app.run({"username": lambda _: {"username": member}, "password": lambda _: {"password": PASSWORD}})
    assert app.redeem(code).status_code == 200


def test_accepts_login_hint_as_username(app, member):
    app.expect(app.begin(login_hint=member), "password")
    app.tokens(app.send(password=PASSWORD))


def test_rejects_wrong_password_and_accepts_right_one(app, member):
    app.expect(app.begin(username=member), "password")
    app.expect_again(app.send(password="a guess"), "password", "password", "incorrect")
    app.tokens(app.send(password=PASSWORD))


def test_signs_in_with_mailed_code(server, code_app, member):
    step = code_app.expect(code_app.begin(username=member), "otp")
    required = step.required
    assert (required["method"], required["length"]) == ("email", 8)
    assert required["target"] != member and required["target"].endswith("@example.com")
    assert required["resend_in"] >= 0
    tokens = code_app.tokens(code_app.send(otp=server.code(member)))
    assert claims(tokens["id_token"])["amr"] == ["otp"]


def test_rejects_wrong_code_and_accepts_right_one(server, code_app, member):
    code_app.expect(code_app.begin(username=member), "otp")
    right = server.code(member)
    wrong = "00000000" if right != "00000000" else "11111111"
    rejected = code_app.expect_again(code_app.send(otp=wrong), "otp", "otp", "incorrect")
    assert rejected["attempts_remaining"] == 4
    code_app.tokens(code_app.send(otp=right))


def test_ends_flow_after_five_wrong_codes(server, code_app, member):
    code_app.expect(code_app.begin(username=member), "otp")
    right = server.code(member)
    wrong = "00000000" if right != "00000000" else "11111111"
    for remaining in (4, 3, 2, 1):
        rejected = code_app.expect_again(code_app.send(otp=wrong), "otp", "otp", "incorrect")
        assert rejected["attempts_remaining"] == remaining
    assert error(code_app.send(otp=wrong)) == (400, "invalid_session")
    assert error(code_app.send(otp=right)) == (400, "invalid_session")


def test_sends_code_again(server, code_app, member):
    code_app.expect(code_app.begin(username=member), "otp")
    server.code(member)
    step = code_app.expect(code_app.send(resend="true"), "otp")
    assert step.required["resend_in"] > 0
    second = server.code(member, 2)
    code_app.tokens(code_app.send(otp=second))


def test_asks_for_same_input_whether_address_is_known_or_not(server, code_app, app, member):
    for client, kind in ((code_app, "otp"), (app, "password")):
        known = client.expect(client.begin(username=member), kind)
        unknown = client.expect(client.begin(username="x" + member), kind)
        assert set(known.body) == set(unknown.body)
        assert set(known.required) == set(unknown.required)
    app.expect_again(app.send(password=PASSWORD), "password", "password", "incorrect")


def test_discloses_accounts_to_permitted_app(server, member):
    app = App(server, "password", "--reveal-accounts")
    assert error(app.begin(flow="sign_up", username=member)) == (400, "access_denied")
    assert error(app.begin(username="x" + member)) == (400, "access_denied")


def test_rejects_disabled_account(server, app, member):
    server.administer("user", "disable", member)
    assert error(app.sign_in(member)) == (400, "access_denied")


# Sign-up and reset


def test_signs_up_with_attributes(server, email):
    app = App(server, "password", "--attribute", "given_name,required", "--attribute", "country,required,page=2")
    app.expect(app.begin(flow="sign_up", username=email, scope="openid profile email"), "otp")
    app.expect(app.send(otp=server.code(email)), "new_password")
    app.expect_again(app.send(new_password="short"), "new_password", "new_password", "too_short")
    app.expect_again(app.send(new_password="password1234"), "new_password", "new_password", "too_common", "too_weak")
    first = app.expect(app.send(new_password=PASSWORD), "attributes")
    assert [(field["name"], field["required"]) for field in first.required["attributes"]] == [("given_name", True)]
    app.expect(app.send(attributes="{}"), "attributes")
    second = app.expect(app.send(attributes=json.dumps({"given_name": "Ada"})), "attributes")
    assert [field["name"] for field in second.required["attributes"]] == ["country"]
    found = app.profile(app.tokens(app.send(attributes=json.dumps({"country": "Ireland"}))))
    assert (found["email"], found["given_name"]) == (email, "Ada")
    app.tokens(app.sign_in(email))


def test_signs_up_with_code_only(server, code_app, email):
    code_app.expect(code_app.begin(flow="sign_up", username=email), "otp")
    code_app.tokens(code_app.send(otp=server.code(email)))


def test_resets_password_and_signs_in(server, app, member):
    app.expect(app.begin(flow="reset_password", username=member), "otp")
    app.expect(app.send(otp=server.code(member)), "new_password")
    app.tokens(app.send(new_password=OTHER_PASSWORD))
    app.expect(app.begin(username=member), "password")
    app.expect_again(app.send(password=PASSWORD), "password", "password", "incorrect")
    app.tokens(app.send(password=OTHER_PASSWORD))


def test_starts_reset_within_session(server, app, member):
    app.expect(app.begin(username=member), "password")
    app.expect(app.send(flow="reset_password", username=member), "otp")
    app.expect(app.send(otp=server.code(member)), "new_password")
    app.tokens(app.send(new_password=OTHER_PASSWORD))


# Second factors


def test_enrols_authenticator_app_during_sign_in(strict_app, strict_member):
    step = strict_app.expect(strict_app.sign_in(strict_member), "enrolment")
    step = strict_app.expect(strict_app.send(method_id=step.methods["totp"]), "totp_enrolment")
    phone = pyotp.parse_uri(step.required["key_uri"])
    assert phone.secret == step.required["secret"].replace(" ", "").upper()
    strict_app.expect_again(strict_app.send(otp="000000"), "totp_enrolment", "otp", "incorrect")
    step = strict_app.expect(strict_app.send(otp=phone.now()), "recovery_codes")
    codes = step.required["codes"]
    assert len(set(codes)) == 10
    tokens = strict_app.tokens(strict_app.send(recovery_codes_saved="true"))
    found = claims(tokens["id_token"])
    assert found["acr"] == SECOND and {"pwd", "otp"} <= set(found["amr"])

    step = strict_app.choose(strict_app.sign_in(strict_member), "totp", "otp")
    assert (step.required["method"], step.required["length"]) == ("totp", 6)
    strict_app.expect_again(strict_app.send(otp="000000"), "otp", "otp", "incorrect")
    found = claims(strict_app.tokens(strict_app.send(otp=next_code(phone)))["id_token"])
    assert found["acr"] == SECOND and {"pwd", "otp"} <= set(found["amr"])

    step = strict_app.choose(strict_app.sign_in(strict_member), "recovery_code", "otp")
    assert step.required["method"] == "recovery_code"
    strict_app.expect_again(strict_app.send(otp=codes[0][:-1] + "!"), "otp", "otp", "incorrect", "invalid")
    strict_app.tokens(strict_app.send(otp=codes[0].upper()))

    strict_app.choose(strict_app.sign_in(strict_member), "recovery_code", "otp")
    strict_app.expect_again(strict_app.send(otp=codes[0]), "otp", "otp", "incorrect")
    strict_app.tokens(strict_app.send(otp=codes[1]))


def test_enrols_passkey_during_sign_in(strict_server, strict_app, strict_member):
    passkey = SoftPasskey(strict_server.issuer)
    step = strict_app.expect(strict_app.sign_in(strict_member), "enrolment")
    step = strict_app.expect(strict_app.send(method_id=step.methods["passkey"]), "passkey_enrolment")
    step = strict_app.send(passkey=passkey.create(step.required["options"]), passkey_name="Laptop")
    if step.type == "recovery_codes":
        step = strict_app.send(recovery_codes_saved="true")
    assert claims(strict_app.tokens(step)["id_token"])["acr"] == SECOND

    step = strict_app.choose(strict_app.sign_in(strict_member), "passkey", "passkey")
    strict_app.tokens(strict_app.send(passkey=passkey.get(step.required["options"])))

    step = strict_app.expect(strict_app.begin(), "username")
    found = claims(strict_app.tokens(strict_app.send(passkey=passkey.get(step.required["options"])))["id_token"])
    assert found["acr"] == SECOND


def test_signs_in_below_a_preferred_class_without_a_factor(server, app, member):
    found = claims(app.tokens(app.sign_in(member, acr_values=SECOND))["id_token"])
    assert found["acr"] != SECOND and found["amr"] == ["pwd"]


def test_asks_for_passkey_that_the_app_requests(server, app, member):
    passkey = add_passkey(app, member, server.issuer)
    step = app.choose(app.sign_in(member, acr_values="phr"), "passkey", "passkey")
    found = claims(app.tokens(app.send(passkey=passkey.get(step.required["options"])))["id_token"])
    assert found["acr"] == "phr"


def add_passkey(app: App, email: str, origin: str) -> SoftPasskey:
    """Creates a passkey over the account API."""
    token = app.tokens(app.sign_in(email, scope="openid account"))["access_token"]
    http = {"headers": {"Authorization": f"Bearer {token}"}, "timeout": PATIENCE}
    began = app.http.post(app.issuer + "/account/v1/credential-enrolments", json={"kind": "passkey"}, **http)
    assert began.ok, began.text
    passkey = SoftPasskey(origin)
    done = app.http.post(
        app.issuer + "/account/v1/credentials",
        json={"enrolment": began.json()["enrolment"], "passkey": json.loads(passkey.create(began.json()["passkey"]))},
        **http,
    )
    assert done.ok, done.text
    return passkey


def test_signs_in_with_passkey_without_username(server, app, member):
    passkey = add_passkey(app, member, server.issuer)
    step = app.expect(app.begin(scope="openid email"), "username")
    assert not step.required["options"].get("allowCredentials")
    tokens = app.tokens(app.send(passkey=passkey.get(step.required["options"])))
    assert (app.profile(tokens)["email"], claims(tokens["id_token"])["acr"]) == (member, SECOND)


def test_rejects_unknown_passkey_and_accepts_right_one(server, app, member):
    passkey = add_passkey(app, member, server.issuer)
    stranger = SoftPasskey(server.issuer)
    step = app.expect(app.begin(), "username")
    step = app.send(passkey=stranger.get(step.required["options"]))
    app.expect_again(step, "username", "passkey", "unknown")
    app.tokens(app.send(passkey=passkey.get(step.required["options"])))


def test_rejects_passkey_without_user_verification_as_only_factor(server, app, member):
    passkey = add_passkey(app, member, server.issuer)
    passkey.flags = SoftPasskey(server.issuer, verifies=False).flags
    step = app.expect(app.begin(), "username")
    app.expect_again(app.send(passkey=passkey.get(step.required["options"])), "username", "passkey", "incorrect")


def test_accepts_passkey_answer_once(server, app, member):
    passkey = add_passkey(app, member, server.issuer)
    answer = passkey.get(app.begin().required["options"])
    app.tokens(app.send(passkey=answer))
    app.begin()
    app.expect_again(app.send(passkey=answer), "username", "passkey", "incorrect")


def test_accepts_passkey_of_android_app(server, member):
    digest = bytes(range(32))
    app = App(server, "password", "--android-app", "com.example.app=" + digest.hex(":").upper())
    origin = "android:apk-key-hash:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    passkey = add_passkey(app, member, origin)
    step = app.expect(app.begin(), "username")
    app.tokens(app.send(passkey=passkey.get(step.required["options"])))


CREATE = """async options => (await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)})).toJSON()"""
GET = """async options => (await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)})).toJSON()"""


def test_accepts_json_of_browser(strict_server, strict_app, strict_member, new_page):
    page = new_page()
    Authenticator(page)
    page.goto(strict_server.issuer + "/account")
    step = strict_app.expect(strict_app.sign_in(strict_member), "enrolment")
    step = strict_app.expect(strict_app.send(method_id=step.methods["passkey"]), "passkey_enrolment")
    step = strict_app.send(passkey=json.dumps(page.evaluate(CREATE, step.required["options"])))
    if step.type == "recovery_codes":
        step = strict_app.send(recovery_codes_saved="true")
    strict_app.tokens(step)
    step = strict_app.expect(strict_app.begin(), "username")
    strict_app.tokens(strict_app.send(passkey=json.dumps(page.evaluate(GET, step.required["options"]))))


# Sessions


def test_replaces_auth_session_with_each_response(server, code_app, member):
    code_app.expect(code_app.begin(username=member), "otp")
    code_app.expect_again(code_app.send(otp="1"), "otp", "otp", "incorrect", "invalid")
    code_app.expect(code_app.send(resend="true"), "otp")
    code_app.tokens(code_app.send(otp=server.code(member, 2)))
    assert len(code_app.sessions) == len(set(code_app.sessions)) >= 3


def test_returns_current_step(server, code_app, member):
    first = code_app.expect(code_app.begin(username=member), "otp")
    again = code_app.expect(code_app.send(), "otp")
    assert again.required["target"] == first.required["target"]
    code_app.tokens(code_app.send(otp=server.code(member)))
    assert len(server.mails(member)) == 1


def test_rejects_unknown_session(app):
    assert error(app.send(auth_session="unknown", password=PASSWORD)) == (400, "invalid_session")
    assert error(app.send(auth_session="", password=PASSWORD))[0] == 400


def test_rejects_used_session(app, member):
    app.expect(app.begin(username=member), "password")
    session = app.auth_session
    app.tokens(app.send(password=PASSWORD))
    assert error(app.send(auth_session=session, password=PASSWORD)) == (400, "invalid_session")


def test_rejects_session_of_other_app(server, app, member):
    app.expect(app.begin(username=member), "password")
    other = App(server)
    step = other.send(auth_session=app.auth_session, password=PASSWORD)
    assert error(step) == (400, "invalid_session")
    # The owner's flow goes on.
    app.tokens(app.send(password=PASSWORD))


def test_requires_client_id_with_session(app, member):
    app.expect(app.begin(username=member), "password")
    form = {"auth_session": app.auth_session, "password": PASSWORD}
    answer = app.http.post(app.metadata["authorization_challenge_endpoint"], data=form, timeout=PATIENCE)
    assert error(Step(answer)) == (401, "invalid_client")


def test_keeps_parameters_of_first_request(app, member):
    app.expect(app.begin(username=member, scope="openid", nonce="first"), "password")
    step = app.send(password=PASSWORD, scope="openid account", nonce="second")
    tokens = app.tokens(step)
    assert tokens["scope"] == "openid"
    assert claims(tokens["id_token"])["nonce"] == "first"


# Errors


def test_ignores_unknown_parameters(app, member):
    app.expect(app.begin(username=member, colour="blue", response_mode="query"), "password")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"flow": "dance"}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"max_age": "soon"}, "invalid_request"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, *value.items())),
)
def test_rejects_invalid_first_request(app, member, changed, expected):
    form = app.request(username=member) | {"client_id": app.id} | changed
    step = app.post({name: value for name, value in form.items() if value is not None})
    assert error(step) == (400, expected)
    assert "auth_session" not in step.body


def test_rejects_repeated_parameter(app, member):
    form = list((app.request(username=member) | {"client_id": app.id}).items())
    answer = app.http.post(
        app.metadata["authorization_challenge_endpoint"], data=[*form, ("username", "other")], timeout=PATIENCE
    )
    assert error(Step(answer)) == (400, "invalid_request")


def test_rejects_unknown_client(app, member):
    step = app.begin(username=member, client_id="unknown")
    assert step.error == "invalid_client" and step.status in (400, 401)


def test_rejects_client_without_own_screens(server, make_application, member):
    web = make_application("Example App", "--type", "public")
    app = App(server)
    app.id = web.id
    assert error(app.begin(username=member)) == (400, "unauthorized_client")


def test_rejects_wrong_client_authentication_with_401(server, app, member):
    answer = app.http.post(
        app.metadata["authorization_challenge_endpoint"],
        data=app.request(username=member),
        auth=(app.id, "a guess"),
        timeout=PATIENCE,
    )
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert answer.headers["WWW-Authenticate"].startswith("Basic")


def test_accepts_only_forms_by_post(app, member):
    endpoint = app.metadata["authorization_challenge_endpoint"]
    form = app.request(username=member) | {"client_id": app.id}
    read = app.http.get(endpoint, params=form, timeout=PATIENCE)
    assert (read.status_code, read.headers["Allow"]) == (405, "POST")
    as_json = app.http.post(endpoint, json=form, timeout=PATIENCE)
    assert as_json.status_code in (400, 415)
    in_query = app.http.post(endpoint, params=form, timeout=PATIENCE)
    assert in_query.status_code in (400, 415)


def test_redirects_to_web_without_a_factor_of_the_class(server, app, member):
    step = app.sign_in(member, claims=json.dumps({"id_token": {"acr": {"essential": True, "values": ["phrh"]}}}))
    assert error(step) == (403, "redirect_to_web")
    assert "request_uri" not in step.body


def test_redeems_code_once_and_with_verifier(app, member):
    code = app.sign_in(member).code
    wrong = app.token(grant_type="authorization_code", code=code, code_verifier="a" * 43)
    assert (wrong.status_code, wrong.json()["error"]) == (400, "invalid_grant")
    code = app.sign_in(member).code
    assert app.redeem(code).status_code == 200
    again = app.redeem(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


def test_limits_failed_passwords(make_server, email):
    server = make_server("--dev", GATEHOUSE_LIMITS_PASSWORD_FAILURES_PER_ACCOUNT="2/15m").start()
    server.create_user(email, PASSWORD)
    app = App(server)
    app.begin(username=email)
    for _ in range(2):
        app.send(password="a guess")
    step = app.send(password=PASSWORD)
    assert error(step) == (429, "temporarily_unavailable")
    assert int(step.answer.headers["Retry-After"]) > 0


def test_rejects_cross_origin_requests(app, member):
    answer = app.http.options(
        app.metadata["authorization_challenge_endpoint"],
        headers={"Origin": "https://app.example.com", "Access-Control-Request-Method": "POST"},
        timeout=PATIENCE,
    )
    assert "Access-Control-Allow-Origin" not in answer.headers

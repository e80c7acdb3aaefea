"""Clients of Kii Cloud, unmodified except for the URL."""

import importlib
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pytest

from gatehouse import GATEHOUSE, PATIENCE, ROOT, Server, wait_for
from kii_app import KiiApp, encoded, error

PASSWORD = "Rowing 7 lanterns home"
OTHER_PASSWORD = "Nine violet harbours sing"
VENDOR = "application/vnd.kii."


@pytest.fixture
def app(server) -> KiiApp:
    return KiiApp(server, "--admin")


@pytest.fixture
def name(email) -> str:
    """Returns an unused login name."""
    return email.split("@")[0]


@pytest.fixture
def phone() -> str:
    """Returns an unused phone number."""
    return f"+8190{time.time_ns() // 1000 % 100_000_000:08}"


# Requests recorded from python3-kii, KiiCloudSDK-JS and kii-rest-client4j.


def test_accepts_requests_of_python3_kii(app, name):
    kind = {"Content-Type": VENDOR + "RegistrationAndAuthorizationRequest+json"}
    user = {"loginName": name, "password": PASSWORD, "country": "JP"}
    made = app.call("POST", app.users, app.headers | kind, json=user)
    assert made.status_code == 201
    assert made.json()["country"] == "JP"
    taken = app.call("POST", app.users, app.headers | kind, json=user)
    assert error(taken) == (409, "USER_ALREADY_EXISTS")
    # The scheme is the token_type of the response.
    login = app.call(
        "POST",
        "/oauth2/token",
        app.headers | {"Content-Type": VENDOR + "OauthTokenRequest+json"},
        json={"username": name, "password": PASSWORD, "expiresAt": int(time.time() * 1000) + 60_000},
    ).json()
    assert login["expires_in"] <= 60
    bearer = app.headers | {"Authorization": f"{login['token_type']} {login['access_token']}"}
    assert bearer["Authorization"].startswith("bearer ")
    assert app.call("GET", app.users + "/me", bearer).json()["loginName"] == name
    assert app.call("DELETE", app.users + "/me", bearer).status_code == 204
    assert error(app.call("DELETE", app.users + "/me", bearer)) == (403, "WRONG_TOKEN")


def test_accepts_requests_of_javascript_sdk(app, name, email):
    headers = app.headers | {"X-Kii-SDK": "sn=jss;sv=3.0.2, sn=jss;sv=3.0.2", "Origin": "https://app.example.com"}
    stamp = {"disable_cache": str(int(time.time() * 1000))}
    user = {"loginName": name, "password": PASSWORD, "emailAddress": email, "score": 4298}
    kind = {"Content-Type": VENDOR + "RegistrationRequest+json"}
    made = app.call("POST", app.users, headers | kind, json=user, params=stamp)
    assert made.headers["Access-Control-Allow-Origin"] == "*"
    login = app.call("POST", "/oauth2/token", headers, json={"username": name, "password": PASSWORD}, params=stamp)
    bearer = headers | {"authorization": "bearer " + login.json()["access_token"], "Content-Type": "application/json"}
    own = app.call("GET", f"{app.users}/{login.json()['id']}", bearer, params=stamp).json()
    assert own["score"] == 4298
    # An update returns the members that were read, except those with a leading underscore.
    body = {key: value for key, value in own.items() if not key.startswith("_")} | {"displayName": "Ada", "score": 1}
    kind = {"Content-Type": VENDOR + "UserUpdateRequest+json"}
    assert "modifiedAt" in app.call("POST", f"{app.users}/{own['userID']}", bearer | kind, json=body).json()
    code = {"verificationCode": app.code(email)}
    kind = {"Content-Type": VENDOR + "AddressVerificationRequest+json"}
    assert app.call("POST", app.users + "/me/email-address/verify", bearer | kind, json=code).ok
    for selector in [f"EMAIL:{email}", encoded(f"EMAIL:{email}"), f"LOGIN_NAME:{name.upper()}"]:
        found = app.call("GET", f"{app.users}/{selector}", bearer, params=stamp).json()
        assert (found["userID"], found["score"]) == (own["userID"], 1)
    reset = app.call("POST", f"{app.users}/EMAIL:{email}/password/request-reset", headers, params=stamp)
    assert reset.status_code == 204
    kind = {"Content-Type": VENDOR + "CompletePasswordResetRequest+json"}
    wait_for(lambda: len(app.messages(email)) == 2, "the mail of the reset")
    pin = {"pinCode": app.code(email), "newPassword": OTHER_PASSWORD}
    path = f"{app.users}/{encoded('EMAIL:' + email)}/password/complete-reset"
    assert app.call("POST", path, headers | kind, json=pin).status_code == 204
    assert error(app.call("GET", app.users + "/me", bearer)) == (403, "WRONG_TOKEN")


def test_accepts_requests_of_java_rest_client(server, name, email, phone):
    app = KiiApp(server, "--admin", "--refresh-tokens")
    admin = app.administrator()
    kind = {"Content-Type": VENDOR + "RegistrationAndAuthorizationRequest+json"}
    user = {"loginName": name, "password": PASSWORD, "emailAddress": email, "phoneNumber": phone}
    made = app.call("POST", app.users, app.headers | kind, json=user).json()
    refresh = {"grant_type": "refresh_token", "refresh_token": made["_refreshToken"]}
    later = {"expires_at": int(time.time() * 1000) + 600_000}
    pair = app.call("POST", f"/apps/{app.id}/oauth2/token", app.basic, data=refresh | later).json()
    assert pair["refresh_token"] != made["_refreshToken"]
    old = {"Authorization": "Bearer " + made["_accessToken"]}
    assert error(app.call("GET", app.users + "/me", old)) == (403, "WRONG_TOKEN")
    bearer = {"Authorization": "Bearer " + pair["access_token"]}
    one = f"{app.users}/{made['userID']}"
    for segment, address in [("email-address", email), ("phone-number", phone)]:
        sent = app.code(address)
        assert app.call("GET", f"{one}/{segment}/verification-code", admin).json() == {"verificationCode": sent}
        renewed = app.call("POST", f"{one}/{segment}/reset-verification-code", admin).json()["verificationCode"]
        body = {"verificationCode": sent}
        kind = {"Content-Type": VENDOR + "AddressVerificationRequest+json"}
        whose = app.basic if segment == "email-address" else bearer
        refused = app.call("POST", f"{one}/{segment}/verify", whose | kind, json=body)
        assert error(refused) == (403, "INVALID_VERIFICATION_CODE")
        body = {"verificationCode": renewed}
        verified = app.call("POST", f"{one}/{segment}/verify", whose | kind, json=body)
        assert verified.json() == {"verificationStatus": "VERIFIED"}
    assert app.call("GET", f"{one}/phone-number", bearer).json() == {"phoneNumber": phone, "verified": True}
    kind = {"Content-Type": VENDOR + "UserStatusUpdateRequest+json"}
    assert app.call("PUT", f"{one}/status", admin | kind, json={"disabled": True}).status_code == 204
    assert app.call("GET", f"{one}/status", admin).json() == {"disabled": True}
    assert error(app.call("GET", app.users + "/me", bearer)) == (403, "WRONG_TOKEN")
    form = {"grant_type": "password", "username": "PHONE:" + phone, "password": PASSWORD}
    assert error(app.call("POST", f"/apps/{app.id}/oauth2/token", app.basic, data=form)) == (400, "invalid_grant")
    app.call("PUT", f"{one}/status", admin, json={"disabled": False})
    assert app.call("POST", f"/apps/{app.id}/oauth2/token", app.basic, data=form).json()["id"] == made["userID"]


def test_rejects_token_of_one_megabyte(app):
    answer = app.server.http.get(
        app.base + app.users + "/me", headers={"Authorization": "Bearer " + "a" * (1 << 20)}, timeout=PATIENCE
    )
    assert answer.status_code == 400
    assert app.server.get("/health/live").ok


# The clients themselves, if available.


@pytest.fixture
def python3_kii(server, monkeypatch):
    """python3-kii, installed or from GATEHOUSE_PYTHON3_KII."""
    if checkout := os.environ.get("GATEHOUSE_PYTHON3_KII"):
        monkeypatch.syspath_prepend(checkout)
    try:
        kii = importlib.import_module("kii")
    except ImportError:
        pytest.skip("python3-kii is not installed, and GATEHOUSE_PYTHON3_KII does not name a checkout")
    monkeypatch.setattr("kii.api.KII_REST_API_BASE_URL", server.issuer + "/api")
    return kii


def test_signs_in_with_python3_kii(python3_kii, app, name, email):
    from kii import exceptions, helpers, results

    class ChangeAUser(helpers.AuthRequestHelper):
        """Updates a user with the library's own parts, as it has no call for it."""

        method = "POST"
        result_container = results.BaseResult
        api_path = f"/apps/{app.id}/users/me"

        @property
        def headers(self):
            return super().headers | {"Content-Type": "application/vnd.kii.UserUpdateRequest+json"}

    api = python3_kii.KiiAPI(app.id, app.key)
    with pytest.raises(exceptions.KiiPasswordTooShortError):
        api.user.create_a_user()
    with pytest.raises(exceptions.KiiInvalidInputDataError):
        api.user.create_a_user(password=PASSWORD)
    user = api.user.create_a_user_and_obtain_access_token(
        login_name=name, password=PASSWORD, email_address=email, display_name="Ada", country="jp"
    )
    with pytest.raises(exceptions.KiiUserAlreadyExistsError):
        api.user.create_a_user(login_name=name, password=PASSWORD)
    assert (user.login_name, user.display_name, user.country) == (name, "Ada", "JP")
    assert isinstance(user.internal_user_id, int)
    with pytest.raises(exceptions.KiiInvalidGrantError):
        api.user.login(name, "a guess")
    token = api.user.login(name, PASSWORD)
    assert (token.id, token.token_type) == (user.user_id, "bearer")
    assert token.access_token != user.access_token
    own = api.with_access_token(token).user.retrieve_user_data()
    assert own["_emailAddressPending"] == email
    # An unverified address cannot be used to sign in.
    with pytest.raises(exceptions.KiiInvalidGrantError):
        api.user.login(email, PASSWORD)
    admin = python3_kii.KiiAdminAPI(app.id, app.key, app.id, app.admin_secret)
    code = admin.user.get_the_verification_code(user_id=user.user_id)
    assert code.verification_code == app.code(email)
    api.user.verify_the_email_address(code.verification_code, user_id=user.user_id)
    assert api.user.retrieve_user_data().email_address == email
    assert api.user.login(email, PASSWORD).id == user.user_id
    found = admin.user.retrieve_user_data(account_type="EMAIL", address=email)
    assert found.user_id == user.user_id
    ChangeAUser(api).request(json={"displayName": "Grace", "level": 4})
    changed = api.user.retrieve_user_data()
    assert (changed.display_name, changed["level"], changed.country) == ("Grace", 4, "JP")
    api.user.delete_a_user()
    with pytest.raises(exceptions.KiiWrongTokenError):
        user.delete()
    with pytest.raises(exceptions.KiiUserNotFoundError):
        admin.user.retrieve_user_data(user_id=user.user_id)


def test_passes_python3_kiis_own_tests(python3_kii, app, name, email, tmp_path):
    """The library's own user tests, written against Kii Cloud."""
    tests = pathlib.Path(python3_kii.__file__).parent.parent / "tests"
    if not tests.exists():
        pytest.skip("the tests of python3-kii are not installed with it; GATEHOUSE_PYTHON3_KII can name a checkout")
    shutil.copytree(tests, tmp_path / "tests")
    (tmp_path / "tests" / "test.ini").write_text(
        f"[kii_info]\napp_id = {app.id}\napp_key = {app.key}\nclient_id = {app.id}\nclient_secret = {app.admin_secret}\n"
        f"[location]\nregion = US\n"
        f"[test_user]\nlogin_name = {name}\npassword = {PASSWORD}\nemail = {email}\nphone = +819012345678\n"
    )
    (tmp_path / "conftest.py").write_text(f"import kii.api\nkii.api.KII_REST_API_BASE_URL = {app.base!r}\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_users.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tests.parent)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout and " failed" not in done.stdout


def test_signs_in_with_kii_cloud_sdk_for_javascript(server, app, name, email, phone):
    """KiiCloudSDK-JS 3 from GATEHOUSE_KIICLOUDSDK_JS."""
    checkout = os.environ.get("GATEHOUSE_KIICLOUDSDK_JS")
    if not checkout or not shutil.which("node"):
        pytest.skip("GATEHOUSE_KIICLOUDSDK_JS names no checkout of KiiCloudSDK-JS, or there is no node")
    done = subprocess.run(
        ["node", ROOT / "Interop" / "kii_app.js", checkout],
        env=os.environ
        | {"KII_BASE": app.base, "KII_ID": app.id, "KII_KEY": app.key, "KII_MAIL": server.issuer + "/dev/mail.json"}
        | {"KII_USER": name, "KII_EMAIL": email, "KII_PHONE": phone}
        | {"KII_PASSWORD": PASSWORD, "KII_OTHER_PASSWORD": OTHER_PASSWORD},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "done"


# The commands in the documentation.


def test_runs_documented_commands(make_server):
    text = (ROOT / "docs" / "kii.md").read_text()
    script = "".join(part.split("```")[0] for part in text.split("```sh\n")[1:])
    server: Server = make_server("--dev").start()
    script = script.replace("http://localhost:8080", server.issuer)
    done = subprocess.run(
        ["bash", "-eu"],
        input=script,
        env=server.variables
        | {"PATH": f"{GATEHOUSE.parent}:{os.environ['PATH']}", "GATEHOUSE_DATA": str(server.data)},
        cwd=server.folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout
    for what in [
        '"_emailAddressPending":"ada@example.com"',
        '"level":4',
        '{"verificationStatus":"VERIFIED"}',
        '"expires_in":31536000',
        '{"modifiedAt":',
        '"errorCode":"WRONG_TOKEN"',
        '{"disabled":true}',
    ]:
        assert what in said, said
    assert said.count('"errorCode"') == 1, said

"""Device authorization (RFC 8628) in Chromium, with and without JavaScript."""

import pytest

from application import Application
from journey import PASSWORD

DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def device(make_application) -> Application:
    return make_application("Living Room", "--grant", DEVICE_CODE, "--grant", "refresh_token")


@pytest.fixture(autouse=True)
def user(server, email) -> dict:
    return server.create_user(email, PASSWORD)


def ask(device: Application) -> dict:
    answer = device.server.post("/oauth2/device_authorization", {"client_id": device.id, "scope": device.scope})
    assert answer.status_code == 200, answer.text
    return answer.json()


def poll(device: Application, request: dict):
    return device.token_request(grant_type=DEVICE_CODE, device_code=request["device_code"])


def test_connects_device_with_entered_code(device, journey, user):
    request = ask(device)
    assert poll(device, request).json()["error"] == "authorization_pending"

    journey.page.goto(request["verification_uri"])
    journey.heading("Connect a device")
    journey.fill("user-code", request["user_code"].lower().replace("-", " "))
    journey.press("continue")
    journey.sign_in_with_password()
    journey.heading("Connect this device?")
    journey.sees(request["user_code"])
    journey.press("continue")
    journey.heading("Device connected")

    answer = poll(device, request)
    if answer.json().get("error") == "slow_down":
        pytest.fail("slow_down although the last poll was long ago")
    assert device.user(answer.json()["access_token"])["sub"] == user["id"]
    assert poll(device, request).json()["error"] == "invalid_grant"


def test_prefills_code_from_complete_uri_and_asks(device, journey):
    request = ask(device)
    journey.page.goto(request["verification_uri_complete"])
    assert journey.field("user-code").input_value() == request["user_code"]
    journey.press("continue")
    journey.sign_in_with_password()
    journey.heading("Connect this device?")
    journey.press("cancel")
    journey.heading("Device not connected")
    assert poll(device, request).json()["error"] == "access_denied"


def test_reports_unknown_code_at_field(device, journey):
    journey.page.goto(ask(device)["verification_uri"])
    journey.fill("user-code", "BBBB-BBBB")
    journey.press("continue")
    journey.sees("That code isn’t valid. Check the code on your device.")

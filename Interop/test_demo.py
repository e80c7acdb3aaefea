"""The demo app: sign-up, greeting, tokens, sign-out."""

import re

import pytest
from playwright.sync_api import expect

from gatehouse import DEMO, Process, environment, free_port
from journey import Journey


@pytest.fixture
def demo(make_server, tmp_path):
    port = free_port()
    server = make_server("--dev").start()
    process = Process([DEMO], environment(tmp_path, GATEHOUSE_ISSUER=server.issuer, GATEHOUSE_DEMO_PORT=str(port)))
    assert process.line(re.compile("The demo app is at")), process.output
    yield server, f"http://localhost:{port}"
    process.kill()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_signs_up_and_out(demo, new_page, script):
    server, address = demo
    page = new_page(java_script_enabled=script)
    journey = Journey(server, page, "alex@example.com")
    page.goto(address)
    journey.heading("Hello")
    journey.click("Sign in")
    journey.sign_up()
    journey.heading("Your details")
    journey.fill("attribute.name", "Alex Example")
    journey.press("continue")
    journey.allow("Gatehouse demo")

    journey.heading("Hello, Alex Example")
    assert page.url == address + "/"
    expect(page.locator("dl")).to_contain_text("alex@example.com")
    page.get_by_text("Access token claims").click()
    expect(page.locator("pre").nth(0)).to_contain_text(f'"iss" : "{server.issuer}"')
    page.get_by_text("ID token claims").click()
    expect(page.locator("pre").nth(1)).to_contain_text('"aud" : "gatehouse-demo"')
    page.reload()
    journey.heading("Hello, Alex Example")

    journey.click("Sign out")
    journey.heading("Hello")
    assert page.url == address + "/"
    journey.click("Sign in")
    journey.heading("Sign in")


def test_returns_denied_consent_without_sign_in(demo, new_page):
    server, address = demo
    page = new_page()
    journey = Journey(server, page, "alex@example.com")
    page.goto(address)
    journey.click("Sign in")
    journey.heading("Sign in")
    journey.press("cancel")
    journey.heading("Hello")
    journey.sees("The sign-in was cancelled; nothing was shared.")
    assert page.url == address + "/"

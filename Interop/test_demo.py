"""The demo app: somebody signs up, is greeted by name, looks at the tokens, and signs out."""

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
def test_sign_up_to_sign_out(demo, new_page, script):
    server, address = demo
    page = new_page(java_script_enabled=script)
    journey = Journey(server, page, "alex@example.com")
    page.goto(address)
    journey.heading("Hello")
    journey.press("Sign in")
    journey.sign_up()
    journey.heading("About you")
    journey.fill("Full name", "Alex Example")
    journey.press("Continue")
    journey.allow("Gatehouse demo")

    journey.heading("Hello, Alex Example")
    assert page.url == address + "/"
    expect(page.locator("dl")).to_contain_text("alex@example.com")
    page.get_by_text("What the access token says").click()
    expect(page.locator("pre").nth(0)).to_contain_text(f'"iss" : "{server.issuer}"')
    page.get_by_text("What the ID token says").click()
    expect(page.locator("pre").nth(1)).to_contain_text('"aud" : "gatehouse-demo"')
    page.reload()
    journey.heading("Hello, Alex Example")

    journey.press("Sign out")
    journey.heading("Hello")
    assert page.url == address + "/"
    journey.press("Sign in")
    journey.heading("Sign in")


def test_refused_consent_comes_back_without_a_sign_in(demo, new_page):
    server, address = demo
    page = new_page()
    journey = Journey(server, page, "alex@example.com")
    page.goto(address)
    journey.press("Sign in")
    journey.heading("Sign in")
    journey.press("Cancel")
    journey.heading("Hello")
    journey.sees("The sign-in was cancelled; nothing was shared.")
    assert page.url == address + "/"

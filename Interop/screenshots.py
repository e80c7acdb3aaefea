"""Takes screenshots of every hosted page, the demo app and the mailbox: phone and desktop, light and dark.

    .venv/bin/python Interop/screenshots.py FOLDER
"""

import argparse
import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile

import pyotp
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from application import Application, Callbacks, Shop
from authenticator import Authenticator
from gatehouse import DEMO, Process, Server, environment, free_port
from journey import PASSWORD, Journey
from kii_app import KiiApp

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 860}}
SCHEMES = ["light", "dark"]
# Sufficient for these pages at less than half the size.
COLOURS = 96
CHROMIUM = os.environ.get("GATEHOUSE_CHROMIUM", "/usr/bin/chromium")


class Photographer:
    """Takes a screenshot of each page in one size and color scheme."""

    def __init__(self, page: Page, folder: pathlib.Path, suffix: str):
        self.page = page
        self.folder = folder
        self.suffix = suffix

    def take(self, name: str) -> None:
        self.page.evaluate("document.fonts.ready")
        picture = Image.open(io.BytesIO(self.page.screenshot(full_page=True, animations="disabled"))).convert("RGB")
        picture = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        picture.save(self.folder / f"{name}-{self.suffix}.png", optimize=True)

    def walk(self, server: Server, application: Application, email: str) -> None:
        journey = Journey(server, self.page, email)
        self.page.goto(application.sign_in_url())
        self.take("sign-in")
        self.page.locator("form").first.evaluate("form => form.noValidate = true")
        journey.fill("email", "alex@")
        journey.press("continue")
        self.take("sign-in-problem")
        self.page.goto(application.sign_in_url())
        journey.press("signUp")
        self.take("sign-up")
        journey.fill("email", email)
        journey.fill("password", PASSWORD)
        journey.press("continue")
        journey.heading("Check your email")
        self.take("code")
        journey.fill("code", "00000000")
        journey.press("continue")
        journey.sees("That code is wrong")
        self.take("code-problem")
        journey.enter_code()
        self.take("attributes")
        journey.fill("attribute.given_name", "Alex")
        journey.fill("attribute.family_name", "Example")
        journey.press("continue")
        journey.heading("Allow Example App to use your account?")
        self.take("consent")
        journey.press("continue")
        journey.back_in_app()
        self.amazon(server, application)
        self.page.goto(application.sign_in_url(prompt="select_account"))
        self.take("account-chooser")
        self.page.goto(application.sign_in_url(prompt="login", login_hint=email))
        journey.press("password")
        self.take("password")
        journey.press("reset")
        journey.enter_code(2)
        self.take("new-password")
        self.page.goto(application.sign_in_url(prompt="login", login_hint=email))
        journey.press("password")
        journey.press("reset")
        self.page.goto(application.sign_in_url(prompt="login", ui_locales="ja"))
        self.take("sign-in-japanese")
        self.page.goto(application.sign_in_url(prompt="login", ui_locales="de"))
        self.take("sign-in-german")
        self.devices(server, application, journey)
        self.links(server, journey)
        self.account(server, journey)
        self.page.goto(server.issuer + "/oauth2/logout")
        self.take("sign-out")
        journey.press("continue")
        self.take("signed-out")
        self.page.goto(application.sign_in_url(client_id="unknown"))
        self.take("error")
        self.page.goto(application.sign_in_url(redirect_uri="https://elsewhere.example.com/callback"))
        self.page.locator("summary").click()
        self.take("error-redirect")
        self.page.goto(application.sign_in_url())
        self.page.context.clear_cookies()
        self.page.reload()
        self.take("error-cookies")
        self.page.goto(server.issuer + "/dev/mail")
        self.take("mailbox")
        self.page.get_by_role("main").get_by_role("link").first.click()
        self.take("mail")
        self.page.get_by_role("link", name="View as HTML").click()
        self.take("mail-html")
        self.factors(server)

    def amazon(self, server: Server, application: Application) -> None:
        """Shows consent with optional scopes."""
        self.page.goto(Shop(server, application.redirect_uri).sign_in_url())
        self.take("consent-voluntary")

    def account(self, server: Server, journey: Journey) -> None:
        """Shows the pages of the account, of the user who is signed in."""
        self.page.goto(server.issuer + "/account")
        journey.heading("Personal details")
        self.take("account-details")
        self.page.goto(server.issuer + "/account/security")
        self.take("account-security")
        self.page.goto(server.issuer + "/.well-known/change-password")
        journey.heading("Change your password")
        self.take("account-password")
        self.page.goto(server.issuer + "/account/addresses")
        journey.fill("email", "second@example.com")
        self.page.locator("#step button.small").click()
        journey.sees("We sent you a code")
        self.take("account-addresses")
        for name in ("sessions", "apps", "activity", "data"):
            self.page.goto(f"{server.issuer}/account/{name}")
            self.take(f"account-{name}")
        self.page.goto(server.issuer + "/account/apps?language=ja")
        self.page.locator("summary").last.click()
        self.take("account-apps-japanese")
        self.page.goto(server.issuer + "/account/sessions?language=de")
        self.take("account-sessions-german")
        self.page.goto(server.issuer + "/account/delete?language=en")
        self.take("account-delete")

    def factors(self, server: Server) -> None:
        """Shows the pages of passkeys and second factors, of another user."""
        email = "anna.example@example.com"
        authenticator = Authenticator(self.page)
        server.create_user(email, PASSWORD, given_name="Anna", family_name="Example")
        self.page.goto(server.issuer + "/account")
        other = Journey(server, self.page, email)
        expect(self.page.locator('[name="creates-passkeys"]')).to_have_value("true")
        other.sign_in_with_password()
        other.heading("Sign in faster next time")
        self.take("passkey-offer")
        other.press("skip")
        other.heading("Personal details")
        self.page.goto(server.issuer + "/account/security/passkey")
        self.take("account-passkey")
        other.fill("name", "Laptop")
        other.press("passkey")
        other.heading("Sign-in and security")
        self.page.goto(server.issuer + "/account/security/app")
        self.take("account-app")
        app = pyotp.TOTP(self.page.locator("code.key").inner_text().replace(" ", ""))
        other.fill("code", app.now())
        other.press("continue")
        other.heading("Save your recovery codes")
        self.take("recovery-codes")
        self.page.goto(server.issuer + "/account/security")
        self.take("account-security-factors")
        self.page.goto(server.issuer + "/account/security?language=ja")
        self.take("account-security-factors-japanese")
        self.page.goto(server.issuer + "/account/security?language=en")
        authenticator.answer(False)
        self.page.goto(server.issuer + "/account/switch")
        self.page.get_by_role("button", name="Use another account").click()
        other.sign_in_with_password()
        other.heading("Confirm it’s you")
        self.take("factor-passkey")
        self.page.get_by_role("button", name="Authenticator app").click()
        other.sees("Enter the 6-digit code")
        self.take("factor-app")
        other.fill("code", "000000")
        other.press("continue")
        other.sees("That code is wrong")
        self.take("factor-app-problem")
        self.page.get_by_role("button", name="Recovery code").click()
        other.sees("Enter one of your recovery codes")
        self.take("factor-recovery-code")
        authenticator.remove()
        self.page.context.clear_cookies()

    def devices(self, server: Server, application: Application, journey: Journey) -> None:
        for allow in (True, False):
            device = server.post("/oauth2/device_authorization", {"client_id": application.id, "scope": "openid email"})
            self.page.goto(device.json()["verification_uri_complete"] if allow else device.json()["verification_uri"])
            if allow:
                self.take("device-code")
            journey.fill("user-code", device.json()["user_code"])
            journey.press("continue")
            journey.heading("Connect this device?")
            if allow:
                self.take("device-confirm")
            journey.press("continue" if allow else "cancel")
            self.take("device-connected" if allow else "device-refused")

    def links(self, server: Server, journey: Journey) -> None:
        """Shows the pages of links in mail and SMS."""
        email, phone = "anna@example.com", "+819012345678"
        app = KiiApp(server)
        person = {"loginName": "anna", "password": PASSWORD, "emailAddress": email, "phoneNumber": phone}
        assert app.call("POST", app.users, json=person).status_code == 201
        app.code(phone)
        confirm = re.search(r"\S+/link\S+", server.mail(email)["text"])[0]
        self.page.goto(confirm)
        self.take("link-confirm")
        journey.fill("password", PASSWORD)
        journey.press("continue")
        journey.heading("Email address confirmed")
        self.take("link-confirmed")
        self.page.goto(confirm)
        self.take("link-dead")
        assert app.call("POST", f"{app.users}/EMAIL:{email}/password/request-reset", app.basic).status_code == 204
        self.page.goto(re.search(r"\S+/link\S+", server.mail(email, 2)["text"])[0])
        self.take("link-password")
        journey.fill("password", "password1234")
        journey.press("continue")
        journey.sees("easy to guess")
        self.take("link-password-problem")
        journey.fill("password", "nine-harbours-sing-violet")
        journey.press("continue")
        journey.heading("Password changed")
        self.take("link-password-done")
        self.page.goto(server.issuer + "/dev/mail")
        self.page.get_by_role("link", name=re.compile(re.escape(phone))).click()
        self.take("sms")
        self.page.goto(server.issuer + "/dev/mail")
        self.page.get_by_role("link", name=re.compile("confirmation code.*" + email)).first.click()
        self.page.get_by_role("link", name="View as HTML").click()
        self.take("mail-html-link")

    def demo(self, server: Server, address: str, email: str) -> None:
        journey = Journey(server, self.page, email)
        self.page.context.clear_cookies()
        self.page.goto(address)
        self.take("demo-signed-out")
        journey.click("Sign in")
        journey.sign_up()
        journey.fill("attribute.name", "Alex Example")
        journey.press("continue")
        journey.allow("Gatehouse demo")
        journey.heading("Hello, Alex Example")
        self.take("demo")
        self.page.locator("summary").first.click()
        self.take("demo-claims")


def photograph(browser: Browser, folder: pathlib.Path, size: str, scheme: str) -> None:
    """Takes all screenshots in one size and color scheme, at a new server."""
    with contextlib.ExitStack() as stack:
        home = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = Server(home, "--dev").start()
        stack.callback(server.stop)
        callbacks = Callbacks()
        stack.callback(callbacks.close)
        port = free_port()
        demo = Process([DEMO], environment(home, GATEHOUSE_ISSUER=server.issuer, GATEHOUSE_DEMO_PORT=str(port)))
        stack.callback(demo.kill)
        assert demo.line(re.compile("The demo app is at")), demo.output
        application = Application(
            server,
            callbacks,
            "Example App",
            *("--attribute", "given_name,required", "--attribute", "family_name,required"),
            *("--attribute", "birthdate,date", "--attribute", "country,choice,options=Austria|Japan|Taiwan"),
            *("--grant", "authorization_code", "--grant", "refresh_token", "--grant", "device_code"),
            scope="openid profile email offline_access",
        )
        context = browser.new_context(
            viewport=SIZES[size], color_scheme=scheme, device_scale_factor=2, locale="en-GB", reduced_motion="reduce"
        )
        stack.callback(context.close)
        context.set_default_timeout(15_000)
        photographer = Photographer(context.new_page(), folder, f"{size}-{scheme}")
        photographer.walk(server, application, "alex@example.com")
        photographer.demo(server, f"http://localhost:{port}", "alex.example@example.com")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            for scheme in SCHEMES:
                photograph(browser, folder, size, scheme)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}", file=sys.stderr)


if __name__ == "__main__":
    main()

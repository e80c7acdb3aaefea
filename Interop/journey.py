"""A person at a browser: the pages by what stands on them."""

import re

from playwright.sync_api import Locator, Page, expect

from gatehouse import Server

PASSWORD = "lantern-orbit-pebble-42"


class Journey:
    def __init__(self, server: Server, page: Page, email: str):
        self.server = server
        self.page = page
        self.email = email

    def heading(self, text: str) -> None:
        """Waits until the page with this heading is shown."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def field(self, label: str) -> Locator:
        return self.page.get_by_role("main").get_by_label(re.compile(rf"^{re.escape(label)}( |$)"))

    def fill(self, label: str, text: str) -> None:
        self.field(label).fill(text)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        self.button(name).click()

    def sees(self, text: str) -> None:
        expect(self.page.get_by_role("main").get_by_text(text).locator("visible=true").first).to_be_visible()

    def enter_code(self, number: int = 1) -> None:
        """Copies the code from this person's mail with that number."""
        self.heading("Check your e-mail")
        self.fill("Code", self.server.code(self.email, number))
        self.press("Continue")

    def sign_up(self, password: str | None = None) -> None:
        """From the sign-in page to behind the code."""
        self.heading("Sign in")
        self.press("Create an account")
        self.heading("Create your account")
        self.fill("E-mail address", self.email)
        if password:
            self.fill("Password", password)
        self.press("Create account")
        self.enter_code()

    def sign_in_with_code(self, number: int = 1) -> None:
        self.heading("Sign in")
        self.fill("E-mail address", self.email)
        self.press("Continue with an e-mail code")
        self.enter_code(number)

    def sign_in_with_password(self, password: str = PASSWORD) -> None:
        self.heading("Sign in")
        self.fill("E-mail address", self.email)
        self.press("Continue with a password")
        self.heading("Enter your password")
        self.fill("Password", password)
        self.press("Continue")

    def allow(self, name: str = "Example App") -> None:
        self.heading(f"Share with {name}?")
        self.press("Allow")

    def back_in_app(self) -> None:
        self.heading("Back in the app")

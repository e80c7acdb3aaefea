"""A user at a browser: walks through the hosted pages."""

from playwright.sync_api import Locator, Page, expect

from gatehouse import Server

PASSWORD = "lantern-orbit-pebble-42"


class Journey:
    def __init__(self, server: Server, page: Page, email: str):
        self.server = server
        self.page = page
        self.email = email

    def heading(self, text: str) -> None:
        """Waits for the page with this heading."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)

    def field(self, name: str) -> Locator:
        """The visible field that is sent under this name."""
        return self.page.get_by_role("main").locator(f'[name="{name}"]:not(.unseen)')

    def fill(self, name: str, text: str) -> None:
        self.field(name).fill(text)

    def button(self, action: str) -> Locator:
        """The button of a hosted page that sends this action."""
        return self.page.locator(f'button[name="action"][value="{action}"]')

    def press(self, action: str) -> None:
        self.button(action).click()

    def click(self, text: str) -> None:
        """Presses a button that sends no action, such as one of another site."""
        self.page.get_by_role("button", name=text, exact=True).click()

    def sees(self, text: str) -> None:
        expect(self.page.get_by_role("main").get_by_text(text).locator("visible=true").first).to_be_visible()

    def enter_code(self, number: int = 1) -> None:
        """Enters the code of the user's nth email."""
        self.heading("Check your email")
        self.fill("code", self.server.code(self.email, number))
        self.press("continue")

    def sign_up(self, password: str | None = None) -> None:
        """Signs in by code."""
        self.heading("Sign in")
        self.press("signUp")
        self.heading("Create your account")
        self.fill("email", self.email)
        if password:
            self.fill("password", password)
        self.press("continue")
        self.enter_code()

    def sign_in_with_code(self, number: int = 1) -> None:
        self.heading("Sign in")
        self.fill("email", self.email)
        self.press("continue")
        self.enter_code(number)

    def sign_in_with_password(self, password: str = PASSWORD) -> None:
        self.heading("Sign in")
        self.fill("email", self.email)
        self.press("password")
        self.heading("Enter your password")
        self.fill("password", password)
        self.press("continue")

    def allow(self, name: str = "Example App") -> None:
        self.heading(f"Allow {name} to use your account?")
        self.press("continue")

    def back_in_app(self) -> None:
        self.heading("Back in the app")

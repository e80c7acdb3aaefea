"""The virtual authenticator of Chromium (the WebAuthn domain of its DevTools protocol)."""

from playwright.sync_api import Page


class Authenticator:
    """A virtual authenticator of a page: a device with user verification, or a security key without."""

    def __init__(self, page: Page, verifies: bool = True, transport: str = "internal"):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": transport,
            "hasResidentKey": verifies,
            "hasUserVerification": verifies,
            "isUserVerified": verifies,
            "automaticPresenceSimulation": True,
        }
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = added["authenticatorId"]

    def credentials(self) -> list[dict]:
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def refuse(self, refuses: bool = True) -> None:
        """Makes ceremonies fail, as if the user did not pass the verification."""
        self.session.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": not refuses})

    def answer(self, answers: bool) -> None:
        """Answers requests at once, or leaves them pending."""
        self.session.send(
            "WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": self.id, "enabled": answers}
        )

    def remove(self) -> None:
        self.session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.id})

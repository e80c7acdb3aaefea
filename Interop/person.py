"""A user without a browser, for tests of clients or with many users."""

import html.parser
import urllib.parse

import requests

from gatehouse import PATIENCE, Server


class _Forms(html.parser.HTMLParser):
    """The forms of a page, with the fields that a browser sends."""

    def __init__(self, text: str):
        super().__init__()
        self.forms: list[dict] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self.forms.append({"action": values["action"], "fields": {}, "buttons": []})
        elif self.forms and tag == "input" and "name" in values:
            is_box = values.get("type") == "checkbox"
            if not is_box or "checked" in values:
                self.forms[-1]["fields"][values["name"]] = values.get("value", "")
        elif self.forms and tag == "button" and "name" in values:
            self.forms[-1]["buttons"].append((values["name"], values["value"]))


class Person:
    """A user who goes through the hosted pages until they redirect to the client."""

    def __init__(self, server: Server, email: str, password: str | None = None):
        self.server = server
        self.email = email
        self.password = password
        self.http = server.new_session()
        self.page: requests.Response | None = None
        # The URL that the pages redirected to.
        self.left_for: str | None = None

    @property
    def answer(self) -> dict[str, str]:
        """Returns the parameters of the response to the client."""
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.left_for).query))

    def open(self, url: str) -> "Person":
        self.left_for = None
        return self._follow("GET", url)

    def post(self, url: str, form: dict[str, str]) -> "Person":
        self.left_for = None
        return self._follow("POST", url, form)

    def send(self, action: str = "continue", **fields: str) -> "Person":
        """Submits the page with a button and fields."""
        found = [form for form in _Forms(self.page.text).forms if ("action", action) in form["buttons"]]
        assert found, f"no button {action} at {self.page.url}: {self.page.text}"
        form = found[0]
        missing = set(fields) - set(form["fields"])
        assert not missing, f"no field {missing} at {self.page.url}: {self.page.text}"
        address = urllib.parse.urljoin(self.page.url, form["action"])
        return self._follow("POST", address, form["fields"] | fields | {"action": action})

    def sign_in(self) -> "Person":
        """Signs in by password or code and gives consent; returns the response to the client."""
        number = len(self.server.mails(self.email)) + 1 if self.password is None else 0
        if self.password is None:
            self.send(email=self.email)
            self.send(code=self.server.code(self.email, number))
        else:
            self.send("password", email=self.email)
            self.send(password=self.password)
        return self.consent()

    def sign_up(self) -> "Person":
        number = len(self.server.mails(self.email)) + 1
        self.send("signUp")
        self.send(email=self.email, password=self.password or "")
        self.send(code=self.server.code(self.email, number))
        return self.consent()

    def consent(self) -> "Person":
        return self if self.left_for else self.send()

    def _send_answer(self) -> None:
        """Returns the response in a page's form (OAuth 2.0 Form Post Response Mode §2)."""
        for form in _Forms(self.page.text).forms:
            address = urllib.parse.urljoin(self.page.url, form["action"])
            if not address.startswith(self.server.issuer + "/"):
                self.left_for = address + "?" + urllib.parse.urlencode(form["fields"])

    def _follow(self, method: str, url: str, form: dict | None = None) -> "Person":
        for _ in range(10):
            answer = self.http.request(method, url, data=form, allow_redirects=False, timeout=PATIENCE)
            if not answer.is_redirect:
                self.page = answer
                self._send_answer()
                return self
            method, form = "GET", None
            url = urllib.parse.urljoin(url, answer.headers["Location"])
            if not url.startswith(self.server.issuer + "/"):
                self.left_for = url
                return self
        raise AssertionError(f"redirected in circles: {url}")

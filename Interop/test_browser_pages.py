"""What every page promises: languages, keyboard, screen readers, phones, and nothing a policy has to block."""

import http.server
import ssl
import struct
import threading
import zlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from application import Shop
from certificates import Authority
from journey import PASSWORD, Journey

TITLES = {"English": "Sign in", "Deutsch": "Anmelden", "日本語": "サインイン", "简体中文": "登录"}


def test_language_is_chosen_on_the_page_and_kept(application, journey):
    journey.page.goto(application.sign_in_url())
    languages = journey.page.get_by_role("navigation").get_by_role("link")
    assert languages.all_inner_texts() == list(TITLES)
    for language, title in reversed(TITLES.items()):
        languages.get_by_text(language).click()
        journey.heading(title)
    languages.get_by_text("Deutsch").click()
    journey.heading("Anmelden")
    journey.page.goto(application.sign_in_url())
    journey.heading("Anmelden")


@pytest.mark.parametrize(
    ("locale", "title"), [("de-AT", "Anmelden"), ("ja", "サインイン"), ("zh-CN", "登录"), ("fr-FR", "Sign in")]
)
def test_page_speaks_the_browsers_language(application, new_page, server, email, locale, title):
    journey = Journey(server, new_page(locale=locale), email)
    journey.page.goto(application.sign_in_url())
    journey.heading(title)


def test_app_can_ask_for_a_language_and_mail_is_in_it(application, journey, server):
    journey.page.goto(application.sign_in_url(ui_locales="fr de"))
    journey.heading("Anmelden")
    journey.page.get_by_label("E-Mail-Adresse").fill(journey.email)
    journey.page.keyboard.press("Enter")
    assert server.mail(journey.email)["subject"].endswith("ist Ihr Bestätigungscode")


def test_keyboard_alone_signs_in(application, new_page, server, email):
    server.create_user(email, PASSWORD)
    journey = Journey(server, new_page(), email)
    page = journey.page

    def tab_to(name: str) -> None:
        for _ in range(20):
            page.keyboard.press("Tab")
            focused = page.evaluate("document.activeElement.innerText || document.activeElement.id")
            if focused == name:
                return
        raise AssertionError(f"Tab never reaches {name}")

    page.goto(application.sign_in_url())
    tab_to("field-email")
    page.keyboard.type(email)
    tab_to("Continue with a password")
    page.keyboard.press("Enter")
    journey.heading("Enter your password")
    tab_to("field-password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    journey.heading("Share with Example App?")
    tab_to("Allow")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Space")
    journey.back_in_app()
    application.tokens()


def test_enter_means_the_first_button(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", journey.email)
    journey.page.keyboard.press("Enter")
    journey.heading("Check your e-mail")


def test_wrong_field_is_marked_for_screen_readers(application, new_page, server, email):
    journey = Journey(server, new_page(), email)
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password("not-the-password-9")
    field = journey.field("Password")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("The e-mail address or the password is not right.")
    expect(journey.page.get_by_role("alert")).to_contain_text("The e-mail address or the password is not right.")


def test_password_can_be_looked_at(application, new_page, server, email):
    journey = Journey(server, new_page(), email)
    journey.page.goto(application.sign_in_url())
    journey.fill("E-mail address", email)
    journey.press("Continue with a password")
    field = journey.field("Password")
    journey.fill("Password", PASSWORD)
    journey.press("Show")
    expect(field).to_have_attribute("type", "text")
    journey.press("Hide")
    expect(field).to_have_attribute("type", "password")


def walk(journey: Journey, application, device):
    """Shows page after page."""
    page = journey.page
    page.goto(application.sign_in_url())
    yield "sign-in"
    journey.press("Create an account")
    journey.heading("Create your account")
    yield "sign-up"
    journey.fill("E-mail address", journey.email)
    journey.press("Create account")
    journey.heading("Check your e-mail")
    yield "code"
    journey.fill("Code", "00000000")
    journey.press("Continue")
    journey.sees("Tries left: 4.")
    yield "wrong code"
    journey.enter_code()
    journey.heading("About you")
    yield "attributes"
    journey.fill("Given name", "Alex")
    journey.press("Continue")
    journey.heading("Share with Example App?")
    yield "consent"
    journey.press("Allow")
    journey.back_in_app()
    page.goto(Shop(application.server, application.redirect_uri).sign_in_url())
    journey.heading("Share with Example Shop?")
    yield "consent that leaves a choice"
    page.goto(application.sign_in_url(prompt="select_account"))
    yield "account chooser"
    page.goto(application.sign_in_url(prompt="login", login_hint=journey.email))
    journey.press("Continue with a password")
    yield "password"
    journey.press("Forgot your password?")
    journey.enter_code(2)
    journey.heading("Choose a new password")
    yield "new password"
    page.goto(device["verification_uri"])
    yield "device code"
    journey.fill("Code on your device", device["user_code"])
    journey.press("Continue")
    journey.heading("Connect this device?")
    yield "device confirmation"
    page.goto(application.server.issuer + "/oauth2/logout")
    yield "sign-out"
    journey.press("Sign out")
    yield "signed-out"
    page.goto(application.sign_in_url(client_id="unknown"))
    yield "error"
    page.goto(application.server.issuer + "/dev/mail")
    yield "mailbox"
    page.get_by_role("main").get_by_role("link").first.click()
    yield "mail"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_page_fits_and_can_be_read(make_application, server, new_page, email, scheme, width):
    application = make_application(
        "Example App", "--attribute", "given_name,required", "--grant", "authorization_code", "--grant", "device_code"
    )
    device = server.post("/oauth2/device_authorization", {"client_id": application.id, "scope": "openid"}).json()
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    for name in walk(Journey(server, page, email), application, device):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than the screen"
        if width != 320:
            results = Axe().run(page, options=rules)
            assert results.violations_count == 0, f"{name}: {results.generate_report()}"


def picture() -> bytes:
    """A PNG of one red pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\x00\xff\x00\x00")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


@pytest.fixture
def pictures(tmp_path):
    """A web server of somebody else that has a picture, and the header fields it was asked for it with."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(dict(self.headers))
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            self.wfile.write(picture())

        def log_message(self, *_):
            pass

    authority = Authority(tmp_path / "pictures")
    authority.issue()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(authority.chain_file, authority.key_file)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"https://localhost:{server.server_address[1]}/logo.png", asked
    server.shutdown()
    server.server_close()


def test_clients_logo_is_shown_and_its_server_learns_nothing(make_application, new_page, pictures):
    address, asked = pictures
    application = make_application("Example App", "--logo-uri", address)
    page = new_page()
    page.goto(application.sign_in_url())
    logo = page.locator("img.brand-logo")
    expect(logo).to_have_attribute("src", address)
    page.wait_for_function("document.querySelector('img.brand-logo').naturalWidth === 1")
    assert len(asked) == 1
    assert not {"Referer", "Cookie", "Origin"} & set(asked[0])

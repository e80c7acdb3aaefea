"""Requirements of every page: languages, keyboard, screen readers, phones, content security policy."""

import http.server
import io
import re
import ssl
import struct
import threading
import zlib

import pytest
from PIL import Image
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from application import Shop
from certificates import Authority
from journey import PASSWORD, Journey

TITLES = {"English": "Sign in", "Deutsch": "Anmelden", "日本語": "サインイン", "简体中文": "登录"}


def test_keeps_language_chosen_on_page(application, journey):
    journey.page.goto(application.sign_in_url())
    languages = journey.page.get_by_role("navigation").get_by_role("button")
    assert languages.all_inner_texts() == list(TITLES)
    for language, title in reversed(TITLES.items()):
        languages.get_by_text(language).click()
        journey.heading(title)
    languages.get_by_text("Deutsch").click()
    journey.heading("Anmelden")
    journey.page.goto(application.sign_in_url())
    journey.heading("Anmelden")


def test_keeps_input_after_language_choice(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.fill("email", "not yet an addr")
    journey.click("Deutsch")
    journey.heading("Anmelden")
    expect(journey.field("email")).to_have_value("not yet an addr")
    journey.page.keyboard.press("Enter")
    journey.heading("Anmelden")


def test_reports_blocked_cookies(application, journey):
    page = journey.page
    page.goto(application.sign_in_url())
    page.context.clear_cookies()
    page.reload()
    journey.heading("Your browser blocks cookies")
    expect(page.locator(".brand-name")).to_have_text("Example App")


def test_shows_request_and_link_on_error_page(application, new_page, server, email):
    page = new_page()
    journey = Journey(server, page, email)
    page.goto("about:blank")
    page.goto(application.sign_in_url(redirect_uri="https://elsewhere.example.com/callback"))
    page.locator("summary").click()
    journey.sees("https://elsewhere.example.com/callback")
    expect(page.locator(".brand-name")).to_have_text("Example App")
    page.get_by_role("navigation").get_by_role("link", name="Deutsch").click()
    journey.heading("Weiterleitung gestoppt")
    page.goto(application.sign_in_url(client_id="stranger"))
    journey.click("Zurück")
    journey.heading("Weiterleitung gestoppt")
    # Development mode prints the cause, and a command that fixes it.
    assert server.process.line(re.compile(r"Rejected GET /oauth2/authorize with 400 invalid_redirect_uri: "))
    assert server.process.line(re.compile(rf"  Try: gatehouse client update {application.id} .*elsewhere"))
    assert server.process.line(re.compile(r"  Try: gatehouse client create --client-id stranger "))


@pytest.mark.parametrize(
    ("locale", "title"), [
        ("de-AT", "Anmelden"),
        ("ja", "サインイン"),
        ("zh-CN", "登录"),
        # The browser adds "zh", for which the server has Simplified Chinese.
        ("zh-TW", "登录"),
        ("fr-FR", "Sign in"),
    ]
)
def test_uses_browsers_language(application, new_page, server, email, locale, title):
    journey = Journey(server, new_page(locale=locale), email)
    journey.page.goto(application.sign_in_url())
    journey.heading(title)


def test_uses_requested_language_for_pages_and_mail(application, journey, server):
    journey.page.goto(application.sign_in_url(ui_locales="fr de"))
    journey.heading("Anmelden")
    journey.page.get_by_label("E-Mail-Adresse").fill(journey.email)
    journey.page.keyboard.press("Enter")
    assert server.mail(journey.email)["subject"].endswith("ist Ihr Bestätigungscode für Example App")


def test_signs_in_by_keyboard(application, new_page, server, email):
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
    tab_to("Use a password")
    page.keyboard.press("Enter")
    journey.heading("Enter your password")
    tab_to("field-password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    journey.heading("Allow Example App to use your account?")
    tab_to("Allow")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Space")
    journey.back_in_app()
    application.tokens()


def test_submits_first_button_on_enter(application, journey):
    journey.page.goto(application.sign_in_url())
    journey.fill("email", journey.email)
    journey.page.keyboard.press("Enter")
    journey.heading("Check your email")


def test_marks_invalid_field_for_screen_readers(application, new_page, server, email):
    journey = Journey(server, new_page(), email)
    journey.page.goto(application.sign_in_url())
    journey.sign_in_with_password("not-the-password-9")
    field = journey.field("password")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("Wrong email address or password.")
    expect(journey.page.get_by_role("alert")).to_contain_text("Wrong email address or password.")


def test_shows_password_on_request(application, new_page, server, email):
    journey = Journey(server, new_page(), email)
    journey.page.goto(application.sign_in_url())
    journey.fill("email", email)
    journey.press("password")
    field = journey.field("password")
    journey.fill("password", PASSWORD)
    journey.click("Show")
    expect(field).to_have_attribute("type", "text")
    journey.click("Hide")
    expect(field).to_have_attribute("type", "password")


def walk(journey: Journey, application, device):
    """Opens all pages in turn."""
    page = journey.page
    page.goto(application.sign_in_url())
    yield "sign-in"
    journey.press("signUp")
    journey.heading("Create your account")
    yield "sign-up"
    journey.fill("email", journey.email)
    journey.press("continue")
    journey.heading("Check your email")
    yield "code"
    journey.fill("code", "00000000")
    journey.press("continue")
    journey.sees("You have 4 attempts left.")
    yield "wrong code"
    journey.enter_code()
    journey.heading("Your details")
    yield "attributes"
    journey.fill("attribute.given_name", "Alex")
    journey.press("continue")
    journey.heading("Allow Example App to use your account?")
    yield "consent"
    journey.press("continue")
    journey.back_in_app()
    page.goto(Shop(application.server, application.redirect_uri).sign_in_url())
    journey.heading("Allow Example Shop to use your account?")
    yield "consent that leaves a choice"
    page.goto(application.sign_in_url(prompt="select_account"))
    yield "account chooser"
    page.goto(application.sign_in_url(prompt="login", login_hint=journey.email))
    journey.press("password")
    yield "password"
    journey.press("reset")
    journey.enter_code(2)
    journey.heading("Choose a new password")
    yield "new password"
    page.goto(device["verification_uri"])
    yield "device code"
    journey.fill("user-code", device["user_code"])
    journey.press("continue")
    journey.heading("Connect this device?")
    yield "device confirmation"
    page.goto(application.server.issuer + "/oauth2/logout")
    yield "sign-out"
    journey.press("continue")
    yield "signed-out"
    page.goto(application.sign_in_url(client_id="unknown"))
    yield "error"
    page.goto(application.server.issuer + "/dev/mail")
    yield "mailbox"
    page.get_by_role("main").get_by_role("link").first.click()
    yield "mail"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_fits_every_page_with_sufficient_contrast(make_application, server, new_page, email, scheme, width):
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


LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


@pytest.mark.parametrize("forced_colors", ["none", "active"])
@pytest.mark.parametrize("width", [320, 390])
def test_fits_long_names_and_addresses(make_application, new_page, email, width, forced_colors):
    application = make_application(LONG)
    page = new_page(viewport={"width": width, "height": 800}, forced_colors=forced_colors)
    journey = Journey(application.server, page, f"{'very-long-' * 3}{email.split('@')[0]}@{'sub-domain.' * 10}example.com")

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url

    page.goto(application.sign_in_url())
    fits()
    journey.sign_up()
    fits()
    journey.heading(f"Allow {LONG} to use your account?")
    journey.press("continue")
    journey.back_in_app()
    page.goto(application.sign_in_url(prompt="select_account"))
    fits()
    page.goto(application.sign_in_url(prompt="login", login_hint=journey.email))
    journey.press("password")
    fits()
    page.goto(application.sign_in_url(redirect_uri=f"https://{'elsewhere.' * 20}example.com/callback"))
    page.locator("summary").click()
    fits()
    page.goto(application.server.issuer + "/dev/mail")
    fits()
    page.get_by_role("main").get_by_role("link").first.click()
    fits()


def picture() -> bytes:
    """Returns a PNG of one red pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\x00\xff\x00\x00")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


@pytest.fixture
def pictures(tmp_path):
    """A foreign web server with an image, and the header fields of its requests."""
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


def test_loads_client_logo_without_referrer_and_cookies(make_application, new_page, pictures):
    address, asked = pictures
    application = make_application("Example App", "--logo-uri", address)
    page = new_page()
    page.goto(application.sign_in_url())
    logo = page.locator("img.brand-logo")
    expect(logo).to_have_attribute("src", address)
    page.wait_for_function("document.querySelector('img.brand-logo').naturalWidth === 1")
    assert len(asked) == 1
    assert not {"Referer", "Cookie", "Origin"} & set(asked[0])


@pytest.mark.parametrize("has_script", [True, False])
def test_shows_initial_if_logo_does_not_load(make_application, new_page, has_script):
    page = new_page(java_script_enabled=has_script, device_scale_factor=1)
    page.route("https://localhost:1/**", lambda route: route.fulfill(status=404))
    page.goto(make_application("Example App").sign_in_url())
    initial = page.locator(".brand-logo").screenshot()
    page.goto(make_application("Example App", "--logo-uri", "https://localhost:1/logo.png").sign_in_url())
    shown = page.locator(".brand-logo").screenshot()
    (one, other) = (Image.open(io.BytesIO(data)).convert("RGB") for data in (initial, shown))
    assert one.size == other.size
    differences = sum(abs(a - b) for a, b in zip(one.tobytes(), other.tobytes()))
    # Equal except for the edges of the letter.
    assert differences / len(one.tobytes()) < 2

"""A Django website that signs users in with Login with Amazon, by django-allauth and social-auth."""

import contextlib
import json
import os
import pathlib
import threading
import wsgiref.simple_server

import django
from django.conf import settings


class QuietHandler(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *_):
        pass


def set_up(folder: pathlib.Path) -> None:
    """Sets Django up once per process."""
    if settings.configured:
        return
    # Playwright runs an event loop in this thread; tests use the database only between its steps.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    settings.configure(
        SECRET_KEY="for these tests",
        DEBUG=False,
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="amazon_pages",
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "allauth",
            "allauth.account",
            "allauth.socialaccount",
            "allauth.socialaccount.providers.amazon",
            "social_django",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "allauth.account.middleware.AccountMiddleware",
            "social_django.middleware.SocialAuthExceptionMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
            }
        ],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "site.db"}},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        AUTHENTICATION_BACKENDS=[
            "allauth.account.auth_backends.AuthenticationBackend",
            "amazon_pages.Amazon",
        ],
        LOGIN_REDIRECT_URL="/",
        USE_TZ=True,
        SOCIALACCOUNT_LOGIN_ON_GET=True,
        SOCIALACCOUNT_AUTO_SIGNUP=True,
        SOCIALACCOUNT_STORE_TOKENS=True,
        SOCIALACCOUNT_EMAIL_VERIFICATION="none",
        ACCOUNT_EMAIL_VERIFICATION="none",
        SOCIAL_AUTH_LOGIN_ERROR_URL="/failed",
        SOCIAL_AUTH_RAISE_EXCEPTIONS=False,
    )
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


class Site:
    """The site on its own port, as a client of a server."""

    def __init__(self):
        self._wsgi = wsgiref.simple_server.make_server(
            "127.0.0.1", 0, self._application, handler_class=QuietHandler
        )
        threading.Thread(target=self._wsgi.serve_forever, daemon=True).start()

    def _application(self, environ, start_response):
        from django.core.wsgi import get_wsgi_application

        return get_wsgi_application()(environ, start_response)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._wsgi.server_address[1]}"

    @property
    def redirect_uris(self) -> list[str]:
        return [self.address + "/allauth/amazon/login/callback/", self.address + "/social/complete/amazon/"]

    @contextlib.contextmanager
    def connected(self, issuer: str, client: dict, scope: list[str], scope_data: dict | None = None, pkce: bool = False):
        """The site with all of Amazon's URLs replaced by the server's."""
        from allauth.socialaccount.providers.amazon.views import AmazonOAuth2Adapter as Adapter
        from django.test import override_settings

        more = {"scope_data": json.dumps(scope_data)} if scope_data else {}
        old = Adapter.authorize_url, Adapter.access_token_url, Adapter.profile_url
        Adapter.authorize_url = issuer + "/ap/oa"
        Adapter.access_token_url = issuer + "/auth/o2/token"
        Adapter.profile_url = issuer + "/user/profile"
        with override_settings(
            AMAZON=issuer,
            SOCIALACCOUNT_PROVIDERS={
                "amazon": {
                    "APP": {"client_id": client["client_id"], "secret": client["client_secret"]},
                    "SCOPE": scope,
                    "AUTH_PARAMS": more,
                    "OAUTH_PKCE_ENABLED": pkce,
                }
            },
            SOCIAL_AUTH_AMAZON_KEY=client["client_id"],
            SOCIAL_AUTH_AMAZON_SECRET=client["client_secret"],
            SOCIAL_AUTH_AMAZON_AUTHORIZATION_URL=issuer + "/ap/oa",
            SOCIAL_AUTH_AMAZON_ACCESS_TOKEN_URL=issuer + "/auth/o2/token",
            SOCIAL_AUTH_AMAZON_SCOPE=scope,
            SOCIAL_AUTH_AMAZON_AUTH_EXTRA_ARGUMENTS=more,
        ):
            yield self
        Adapter.authorize_url, Adapter.access_token_url, Adapter.profile_url = old

    def close(self) -> None:
        self._wsgi.shutdown()
        self._wsgi.server_close()

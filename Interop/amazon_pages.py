"""The pages of `amazon_site.py` and its back end for social-auth. Import it after Django's setup."""

from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path
from social_core.backends.amazon import AmazonOAuth2


class Amazon(AmazonOAuth2):
    """social-auth's back end with another profile URL, which has no setting."""

    def get_json(self, url, *arguments, **options):
        return super().get_json(url.replace("https://api.amazon.com", settings.AMAZON), *arguments, **options)


def page(content: str) -> HttpResponse:
    return HttpResponse("<!doctype html><html lang=en><title>Shop</title>" + content)


def home(request):
    name = request.user.email if request.user.is_authenticated else "nobody"
    token = f"<input type=hidden name=csrfmiddlewaretoken value={get_token(request)}>"
    form = f"<form method=post action=/social/login/amazon/>{token}<button>Sign in with Amazon</button></form>"
    return page(f"<h1>Hello, {name}</h1>{form}")


def failed(request):
    return page("<h1>Not signed in</h1>")


urlpatterns = [
    path("", home),
    path("failed", failed),
    path("favicon.ico", failed),
    path("allauth/", include("allauth.urls")),
    path("social/", include("social_django.urls", namespace="social")),
]

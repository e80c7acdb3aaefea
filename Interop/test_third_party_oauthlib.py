"""requests-oauthlib: sign-in and automatic refresh."""

import pytest
from oauthlib.oauth2 import InvalidGrantError
from requests_oauthlib import OAuth2Session

from journey import PASSWORD
from person import Person


def test_signs_in_by_code_flow_and_refreshes_automatically(server, make_application, email, monkeypatch):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    server.create_user(email, PASSWORD)
    registered = make_application("requests-oauthlib")
    kept = []
    session = OAuth2Session(
        registered.id,
        redirect_uri=registered.redirect_uri,
        scope=["openid", "email", "offline_access"],
        pkce="S256",
        auto_refresh_url=server.issuer + "/oauth2/token",
        auto_refresh_kwargs={"client_id": registered.id},
        token_updater=kept.append,
    )
    url, _ = session.authorization_url(server.issuer + "/oauth2/authorize")
    person = Person(server, email, PASSWORD).open(url).sign_in()
    answer = person.left_for.replace("http://127.0.0.1", "https://127.0.0.1")
    token = session.fetch_token(server.issuer + "/oauth2/token", authorization_response=answer, include_client_id=True)

    session.token = token | {"expires_at": 1}
    assert session.get(server.issuer + "/oauth2/userinfo").json()["email"] == email
    assert kept[0]["access_token"] != token["access_token"]

    with pytest.raises(InvalidGrantError):
        session.fetch_token(server.issuer + "/oauth2/token", authorization_response=answer, include_client_id=True)

import pytest
from django.test import Client

from games.models import Game, Player
from tests.playing import start, url

pytestmark = pytest.mark.django_db


def test_pages_carry_secure_headers(client: Client):
    response = client.get("/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_every_form_needs_its_token(game: Game):
    client = Client(enforce_csrf_checks=True)
    for address in ("/g/", "/name/", "/theme/", url(game, "join"), url(game, "move")):
        response = client.post(address, {"opponent": "device", "name": "Sam"})
        assert response.status_code == 403
        assert "Nothing was changed" in response.text


def test_a_form_older_than_a_sign_in_leads_back_to_its_page_and_nowhere_else(game: Game):
    client = Client(enforce_csrf_checks=True)
    page = "http://testserver" + url(game)
    for referer, way_out in ((page, page), ("http://elsewhere.example/", "/"), ("", "/")):
        response = client.post(url(game, "move"), headers={"referer": referer})
        assert response.status_code == 403
        assert f'<a class="button primary" href="{way_out}">' in response.text


def test_what_is_not_utf_8_is_refused_before_it_is_read(client: Client):
    for address in ("/name/", "/g/"):
        response = client.generic("POST", address, b"name=Ada", "text/plain; charset=base64")
        assert (response.status_code, response.content) == (415, b"Send this as UTF-8.")


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("body", "content_type"),
    [("&".join(["a="] * 1500), FORM), ("a" * (64 * 1024 + 1), FORM), ("x", "multipart/form-data")],
)
def test_a_form_that_cannot_be_read_leads_nowhere_at_an_unknown_address(body, content_type):
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    response = client.generic("POST", "/nothing/here/", body, content_type)
    assert response.status_code == 404
    assert "This address leads nowhere" in response.text


def test_a_session_whose_player_is_gone_starts_anew(browse, alice: Player):
    client = browse(alice)
    alice.delete()
    assert client.get("/").status_code == 200
    start(client, opponent="device")
    assert Player.objects.people().count() == 1

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.test import Client

from games.models import Game, Player
from games.play import services
from tests.accounts import with_account
from tests.people.accounts.accounts import signed_in, visitor, write_password_again
from tests.playing import start, url


def test_a_visitor_is_forgotten_after_a_confirmation(browse, game: Game, alice: Player):
    client = browse(alice)
    client.post("/g/", {"opponent": "device", "level": "hard"})
    assert "/forget/" in client.get("/settings/").text
    assert "Nobody can bring this back" in client.get("/forget/").text
    assert client.get("/").context["visitor"] == alice
    gone = client.post("/forget/", secure=True)
    assert gone["Clear-Site-Data"] == '"cache"'
    response = client.get(gone["Location"])
    assert "You are forgotten" in response.text
    assert "went on at another device" not in response.text
    assert response.context["visitor"] is None
    assert response.context["choices"]["level"] == "easy"
    alice.refresh_from_db()
    assert alice.name == "Former player"


def test_whoever_has_an_account_loses_it_too(browse, game: Game, alice: Player, bob: Player):
    user = with_account(alice).user
    client = browse(alice)
    client.force_login(user)
    asked = client.post("/forget/")["Location"]
    assert asked == "/account/password/again/?next=%2Fforget%2F"
    assert User.objects.filter(pk=user.pk).exists(), "Who finds a browser open deletes no account."
    write_password_again(client)
    page = client.get("/forget/").text
    assert "Your account goes too" in page
    assert "Your account" not in browse(bob).get("/forget/").text
    assert "Your account is deleted." in client.post("/forget/", follow=True).text
    assert not User.objects.filter(pk=user.pk).exists()
    assert "_auth_user_id" not in client.session
    assert client.get("/players/Alice/").status_code == 404
    assert "Former player" in browse(bob).get("/games/").text


def test_a_newcomer_has_nothing_to_forget(client: Client):
    for answer in (client.get("/forget/"), client.post("/forget/")):
        assert answer["Location"] == "/"
    assert not Player.objects.exists()


def test_whom_staff_forgot_is_told_so(browse, alice: Player):
    client = browse(alice)
    services.forget_player(alice)
    assert b"Your name and your seats were removed" in client.get("/").content
    assert b"were removed" not in client.get("/").content


def test_whose_account_was_deleted_elsewhere_is_signed_out(alice: Player):
    there = signed_in(with_account(alice))
    services.forget_player(alice)
    assert there.get("/").status_code == 200
    assert visitor(there) is None
    assert not UserSession.objects.exists()
    assert start(there, opponent="device").x == visitor(there) != alice


def test_a_link_to_another_device_takes_the_player_along_once(client: Client):
    game = start(client, opponent="friend", side="X")
    response = client.post("/device/", {"next": f"/g/{game.pk}/"})
    path = response.context["link"].removeprefix("http://testserver")
    phone = Client()
    seen = phone.get(path)
    gone = phone.post(path)
    assert (seen.status_code, gone["Location"]) == (200, f"/g/{game.pk}/")
    assert phone.get(f"/g/{game.pk}/").context["state"]["you"] == ["X"]
    page = client.get(f"/g/{game.pk}/").text
    assert "You went on at another device" in page
    assert "invites you to play" in page
    assert "You went on at another device" not in client.get("/").text
    for used in (Client().post(path), Client().get(path)):
        assert used.status_code == 410
        assert all("no-store" in each["Cache-Control"] for each in (seen, gone, used))


def test_no_page_of_somebody_signed_in_is_kept_for_the_back_button(game: Game, alice: Player):
    client = signed_in(with_account(alice))
    for page in ("/", "/games/", "/statistics/", "/album/", "/puzzles/", url(game)):
        assert "no-store" in client.get(page)["Cache-Control"], page
    assert "no-store" not in client.get("/offline/")["Cache-Control"]
    assert "no-store" not in Client().get("/")["Cache-Control"]
    left = client.post("/account/sign-out/", secure=True)
    assert left["Clear-Site-Data"] == '"cache"'

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.test import Client

from games.models import Game, Player
from games.play import services
from tests.accounts import with_account
from tests.people.accounts.accounts import signed_in, visitor, write_password_again
from tests.playing import start, url

pytestmark = pytest.mark.django_db


def test_a_visitor_is_forgotten_after_a_confirmation(browse, game: Game, alice: Player):
    client = browse(alice)
    client.post("/g/", {"opponent": "device", "level": "hard"})
    assert "/forget/" in client.get("/settings/").content.decode()
    page = client.get("/forget/").content.decode()
    assert "Nobody can bring this back" in page
    assert client.get("/").context["visitor"] == alice
    response = client.post("/forget/", follow=True)
    page = response.content.decode()
    assert "You are forgotten" in page
    assert "went on at another device" not in page
    assert response.context["visitor"] is None
    assert response.context["choices"]["level"] == "easy"
    alice.refresh_from_db()
    assert alice.name == "Former player"


def test_whoever_has_an_account_loses_it_too(browse, game: Game, alice: Player, bob: Player):
    user = with_account(alice).user
    assert user
    client = browse(alice)
    client.force_login(user)
    asked = client.post("/forget/")["Location"]
    assert asked == "/account/password/again/?next=%2Fforget%2F"
    assert User.objects.filter(pk=user.pk).exists(), "Who finds a browser open deletes no account."
    write_password_again(client)
    page = client.get("/forget/").content.decode()
    assert "Your account goes too" in page
    assert "Delete my account" in page
    assert "Your account" not in browse(bob).get("/forget/").content.decode()
    assert "Your account is deleted." in client.post("/forget/", follow=True).text
    assert not User.objects.filter(pk=user.pk).exists()
    assert "_auth_user_id" not in client.session
    assert client.get("/players/Alice/").status_code == 404
    assert "Former player" in browse(bob).get("/games/").content.decode()


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
    assert phone.get(path).status_code == 200
    response = phone.post(path)
    assert response["Location"] == f"/g/{game.pk}/"
    assert phone.get(f"/g/{game.pk}/").context["state"]["you"] == ["X"]
    page = client.get(f"/g/{game.pk}/").content
    assert b"You went on at another device" in page
    assert b"invites you to play" in page
    assert b"You went on at another device" not in client.get("/").content
    assert Client().post(path).status_code == 410
    assert Client().get(path).status_code == 410


def test_the_page_that_redeems_a_link_is_kept_nowhere(client: Client):
    start(client, opponent="device")
    path = client.post("/device/").context["link"].removeprefix("http://testserver")
    for response in (client.get(path), client.post(path), client.get(path)):
        assert response["Cache-Control"] == "no-store"


def test_no_page_of_somebody_signed_in_is_kept_for_the_back_button(game: Game, alice: Player):
    client = signed_in(with_account(alice))
    for page in ("/", "/games/", "/statistics/", "/album/", "/puzzles/", url(game)):
        assert "no-store" in client.get(page)["Cache-Control"], page
    assert "no-store" not in client.get("/offline/")["Cache-Control"]
    assert "no-store" not in Client().get("/")["Cache-Control"]
    left = client.post("/account/sign-out/", secure=True)
    assert left["Clear-Site-Data"] == '"cache"'


def test_what_a_guest_saw_is_cleared_who_is_forgotten(browse, alice: Player):
    assert "Clear-Site-Data" not in browse(alice).post("/forget/")
    guest = Player.objects.create(name="Guest")
    assert browse(guest).post("/forget/", secure=True)["Clear-Site-Data"] == '"cache"'

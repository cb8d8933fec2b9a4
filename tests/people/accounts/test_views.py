"""Signing up, in and out, in the browser of a guest or of nobody."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Game, HiddenName, Player
from games.people.accounts import services
from games.play import services as play
from games.web.sessions import SessionStore
from tests.accounts import PASSWORD, with_account
from tests.downloads import received
from tests.people.accounts.accounts import (
    account_of,
    sign_in,
    sign_up,
    signed_in,
    visitor,
    write_password_again,
)

pytestmark = pytest.mark.django_db


def test_who_signs_up_stays_the_same_player(game: Game, alice: Player, browse):
    client: Client = browse(alice)
    response = sign_up(client, "Alice")
    assert response["Location"] == "/account/codes/"
    alice.refresh_from_db()
    assert visitor(client) == alice
    assert (alice.name, alice.has_account) == ("Alice", True)
    assert b"data-you" in client.get(game.get_absolute_url()).content or alice.pk == game.x_id


def test_a_newcomer_who_signs_up_becomes_a_player():
    client = Client()
    sign_up(client, "Grace")
    player = visitor(client)
    assert player
    assert (player.name, player.has_account) == ("Grace", True)


def test_the_page_to_sign_up_is_called_what_its_heading_says(alice: Player, browse):
    for client, words in ((Client(), "Make an account"), (browse(alice), "Keep my games")):
        page = client.get("/account/sign-up/").text
        assert re.search(rf"<title>\s*{words}\s*·", page)
        assert f"<h1>{words}</h1>" in page


def test_the_page_of_the_account_leads_to_the_profile_and_to_its_end(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    page = client.get("/account/").text
    assert 'href="/profile/">Your profile' in page
    assert 'href="/forget/">Delete my account' in page
    write_password_again(client)
    assert "<h1>Delete the account of <bdi>Alice</bdi>?</h1>" in client.get("/forget/").text


def test_signing_up_and_in_lead_on_to_where_one_was(alice: Player):
    client = Client()
    assert sign_up(client, "Grace", next="/games/")["Location"] == "/games/"
    with_account(alice)
    assert sign_in(Client(), "Alice", next="/games/")["Location"] == "/games/"
    for elsewhere in ("https://evil.example/", "//evil.example"):
        assert sign_in(Client(), "Alice", next=elsewhere)["Location"] == "/"


def test_one_signs_in_however_the_name_is_written(alice: Player):
    with_account(alice)
    for written in ("Alice", "ALICE", " alice ", "A1ice", "Аlice"):  # noqa: RUF001
        client = Client()
        assert sign_in(client, written).status_code == 302, written
        assert visitor(client) == alice


def test_a_wrong_name_or_password_gets_the_same_sentence(alice: Player):
    with_account(alice)
    for name, password in (("Alice", "wrong"), ("Nobody else", PASSWORD), ("Al\0ice", PASSWORD)):
        client = Client()
        response = sign_in(client, name, password)
        assert response.status_code == 200
        assert visitor(client) is None
        if "\0" not in name:
            assert "do not belong together" in response.text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field is required."),
        ("Computer", "would be taken for the computer"),
        ("a" * 25, "at most 24 characters"),
        ("ΑLICE", "belongs to an account"),  # noqa: RUF001
        ("Rude", "was hidden here"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_lost(alice: Player, name, sentence):
    with_account(alice)
    HiddenName.objects.hide("Rude")
    response = sign_up(Client(), name)
    assert sentence in response.text
    assert f'value="{name}"' in response.text or not name
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["", "short", "password123"])
def test_a_password_that_is_guessed_is_refused(password: str):
    assert sign_up(Client(), "Grace", password).status_code == 200
    assert not User.objects.exists()


def test_signing_out_ends_the_seat_in_this_browser_alone(alice: Player):
    with_account(alice)
    here, there = signed_in(alice), signed_in(alice)
    assert here.get("/account/sign-out/").status_code == 200
    assert here.post("/account/sign-out/")["Location"] == "/"
    assert visitor(here) is None
    assert visitor(there) == alice


def test_guests_cannot_take_the_name_of_an_account(alice: Player, bob: Player, browse):
    with_account(alice)
    response = browse(bob).post("/name/", {"name": "Аlice"})  # noqa: RUF001
    assert "belongs to an account" in response.text
    bob.refresh_from_db()
    assert bob.name == "Bob"


def test_an_account_is_renamed_with_its_player(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    client.post("/name/", {"name": "Grace"})
    assert visitor(client).name == "Grace"
    assert account_of(alice).username == "grace"
    assert sign_in(Client(), "Grace").status_code == 302
    assert sign_in(Client(), "Alice").status_code == 200
    play.create_player(token="t")


def test_newcomers_are_never_given_the_name_of_an_account(monkeypatch):
    given = iter(["Noble Cat", "Noble Cat", "Sly Fox"])
    monkeypatch.setattr("games.play.people.new_name", lambda: next(given))
    with_account(Player.objects.create(name="Noble Cat"))
    assert play.create_player(token="t").name == "Sly Fox"


def test_if_all_plain_names_are_taken_newcomers_get_a_number(monkeypatch):
    monkeypatch.setattr("games.play.people.new_name", lambda: "Noble Cat")
    with_account(Player.objects.create(name="Noble Cat"))
    assert re.fullmatch(r"Noble Cat \d{2,3}", play.create_player(token="t").name)


def test_a_name_hidden_by_staff_is_no_way_in_any_more(alice: Player):
    with_account(alice)
    play.hide_name(alice)
    assert sign_in(Client(), "Alice").status_code == 200
    assert sign_in(Client(), alice.name).status_code == 302


def test_a_locked_account_is_signed_out_and_not_let_in(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    services.lock(account_of(alice))
    assert visitor(client) is None
    response = sign_in(Client(), "Alice")
    assert response["Location"] == "/account/locked/"
    assert "is locked" in Client().get("/account/locked/").text
    services.unlock(account_of(alice))
    assert sign_in(Client(), "Alice")["Location"] == "/"


def test_who_is_forgotten_has_no_account_any_more(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    answer = client.post("/forget/")
    assert answer["Location"] == "/account/password/again/?next=%2Fforget%2F"
    assert visitor(client) == alice, "Whoever finds a browser open does not delete the account."
    write_password_again(client)
    client.post("/forget/")
    assert visitor(client) is None
    assert not User.objects.exists()
    assert sign_in(Client(), "Alice").status_code == 200


def test_a_member_of_staff_who_is_forgotten_stays_one(alice: Player):
    with_account(alice)
    User.objects.update(is_staff=True)
    play.forget_player(Player.objects.get(pk=alice.pk))
    assert User.objects.filter(is_staff=True, player=None).exists()


def test_accounts_are_no_staff_and_staff_have_no_account(alice: Player, admin_client: Client):
    with_account(alice)
    assert signed_in(alice).get("/admin/").status_code == 302
    for page in ("sign-in", "sign-up", "", "browsers"):
        response = admin_client.get(f"/account/{page}/".replace("//", "/"))
        assert "Log out of the admin first" in response.text


def test_the_name_of_a_member_of_staff_is_taken(admin_user: User):
    admin_user.username = "bob"
    admin_user.save()
    assert "belongs to an account" in sign_up(Client(), "Bob").text


def test_pages_of_accounts_are_in_no_search_engine():
    assert Client().get("/account/sign-in/")["X-Robots-Tag"] == "noindex"


def test_a_visitor_without_an_account_is_asked_to_sign_in():
    for page in ("", "password/", "codes/", "browsers/", "games/"):
        response = Client().get(f"/account/{page}")
        assert response["Location"] == f"/account/sign-in/?next=/account/{page}"


def test_a_page_costs_a_visitor_no_query_more(django_assert_num_queries, alice: Player, browse):
    guest = browse(alice)
    guest.get("/how-to/")  # renews the session, and counts the live games
    with django_assert_num_queries(0):
        Client().get("/how-to/")
    with django_assert_num_queries(2):  # the session and the player
        guest.get("/how-to/")
    owner = signed_in(with_account(alice))
    with django_assert_num_queries(2):  # the session, and the user with the player
        owner.get("/how-to/")


# Passwords


def test_a_new_password_ends_the_other_browsers(alice: Player):
    with_account(alice)
    here, there = signed_in(alice), signed_in(alice)
    data = {"oldpassword": PASSWORD, "password1": "three other words"}
    response = here.post("/account/password/", {**data, "password2": data["password1"]})
    assert response["Location"] == "/account/"
    assert visitor(here) == alice
    assert visitor(there) is None
    assert sign_in(Client(), "Alice", data["password1"]).status_code == 302


def test_a_code_lets_in_once_and_leads_to_a_new_password(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    codes = client.get("/account/codes/").context["codes"]
    assert len(codes) == 10
    client.post("/account/codes/")
    assert client.get("/account/codes/").context["codes"] == []
    lost, form = Client(), {"name": "ALICE", "code": f"{codes[3][:5]} {codes[3][5:]}"}
    link = lost.post("/account/lost-password/", form)["Location"]
    page = lost.get(link, follow=True)
    new = {"password1": "three other words", "password2": "three other words"}
    assert lost.post(page.context["action_url"], new).status_code == 302
    assert visitor(lost) == alice
    assert visitor(client) is None
    assert "do not belong together" in Client().post("/account/lost-password/", form).text
    assert "does not work any more" in Client().get(link, follow=True).text


def test_new_codes_are_made_after_the_password_alone(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    old = client.get("/account/codes/").context["codes"]
    client.post("/account/codes/")
    asked = client.post("/account/codes/", {"renew": ""})["Location"]
    assert asked.startswith("/account/password/again/")
    assert client.post(asked, {"password": "wrong"}).status_code == 200
    assert client.post(asked, {"password": PASSWORD}).status_code == 302
    new = client.get("/account/codes/").context["codes"]
    assert len(new) == 10
    assert not {*new} & {*old}


def test_what_is_kept_of_an_account_is_in_the_file_of_everything(alice: Player):
    client = signed_in(with_account(alice))
    everything = json.loads(received(client, "/everything.json"))
    assert [each["user_agent"] for each in everything["browsers"]] == [""]
    assert everything["passkeys"] == everything["email_addresses"] == []


# Another device


def test_a_link_signs_in_on_another_device_and_this_one_stays(alice: Player, bob: Player, browse):
    with_account(alice)
    here, there = signed_in(alice), browse(bob)
    page = here.post("/device/")
    assert "you stay signed in here" in page.text
    path = page.context["link"].removeprefix("http://testserver")
    assert "signs you in to the account" in there.get(path).text
    there.post(path, {"next": "/watch/"})
    assert visitor(here) == visitor(there) == alice
    assert there.post(path).status_code == 410
    assert len(here.get("/account/browsers/").context["browsers"]) == 2


def test_no_way_into_an_account_leads_into_the_admin(alice: Player):
    with_account(alice)
    User.objects.update(is_staff=True, is_superuser=True)
    client = signed_in(alice)
    assert client.get("/admin/").status_code == 302
    name = account_of(alice).username
    client.post("/admin/login/", {"username": name, "password": PASSWORD})
    assert client.get("/admin/").status_code == 200


# Browsers


def test_one_of_the_other_browsers_is_signed_out(alice: Player):
    with_account(alice)
    here, there, elsewhere = signed_in(alice), signed_in(alice), signed_in(alice)
    listed = here.get("/account/browsers/").context["browsers"]
    assert [each.is_this for each in listed] == [True, False, False]
    gone = next(each for each in listed if each.login.session_key == there.session.session_key)
    here.post("/account/browsers/", {"browser": str(gone.login.pk)})
    assert visitor(there) is None
    assert visitor(here) == visitor(elsewhere) == alice
    here.post("/account/browsers/", {"browser": "others"})
    assert visitor(elsewhere) is None
    assert visitor(here) == alice


def test_nobody_signs_out_the_browsers_of_others(alice: Player, bob: Player):
    with_account(alice)
    with_account(bob)
    of_alice, of_bob = signed_in(alice), signed_in(bob)
    [browser] = of_alice.get("/account/browsers/").context["browsers"]
    for chosen in (str(browser.login.pk), "0", "x" * 99):
        of_bob.post("/account/browsers/", {"browser": chosen})
    assert visitor(of_alice) == alice


def test_a_browser_has_the_minute_of_its_login_and_the_day_on_which_it_was_seen(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    client.get("/")
    page = client.get("/account/browsers/")
    [browser] = page.context["browsers"]
    assert f"Since {browser.since:%-d %b %Y, %H:%M}, last seen" in page.text
    assert browser.seen_on == browser.since.date()
    assert SessionStore(client.session.session_key)["renewed"]

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client

from games.models import Game, HiddenName, Player
from games.models.names import look
from games.play import services as play
from games.play.errors import NameTaken
from tests.accounts import PASSWORD, with_account
from tests.people.accounts.accounts import account_of, sign_in, sign_up, signed_in, visitor


def test_who_signs_up_stays_the_same_player(game: Game, alice: Player, browse):
    client: Client = browse(alice)
    response = sign_up(client, "Alice")
    assert response["Location"] == "/"
    page = client.get("/").text
    assert 'Keep a way back in: <a href="/account/codes/?next=%2F">one code</a>.' in page
    assert page.count('class="notice"') == 1
    alice.refresh_from_db()
    assert visitor(client) == alice
    assert (alice.name, alice.has_account, alice.has_public_profile) == ("Alice", True, False)
    assert b"data-you" in client.get(game.get_absolute_url()).content or alice.pk == game.x_id


def test_signing_up_and_in_lead_on_to_where_one_was(alice: Player):
    client = Client()
    assert sign_up(client, "Grace", next="/games/")["Location"] == "/games/"
    assert not Player.objects.get(name="Grace").has_public_profile
    sign_up(Client(), "Ada", shows_profile="on")
    assert Player.objects.get(name="Ada").has_public_profile
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


def test_accounts_older_than_the_rule_for_looks_keep_their_own(alice, bob, charlie):
    for player, name in ((alice, "کریم"), (bob, "كريم"), (charlie, "น้ำฝน")):
        account = with_account(player).user
        Player.objects.filter(pk=player.pk).update(name=name)
        User.objects.filter(pk=account.pk).update(username=name)
        player.refresh_from_db()
    import_module("games.migrations.0050_looks_by_unicode").update_looks(apps, None)
    assert account_of(alice).username == look("کریم") == look("كريم")
    assert account_of(bob).username == "كريم"
    assert account_of(charlie).username == look("น้ำฝน")
    for player in (alice, bob, charlie):
        client = signed_in(player)
        assert client.get(player.get_profile_url()).context["player"] == player
        play.rename_player(player, name=player.name)
        assert signed_in(player).get(player.get_profile_url()).context["player"] == player
    with pytest.raises(NameTaken):
        play.rename_player(Player.objects.create(), name="كرىم")


def test_hidden_names_keep_hiding_what_they_hid():
    for name, old in (("ดี", "ด"), ("👍\ufe0f", "👍\ufe0f"), ("👍", "👍")):
        HiddenName.objects.create(name=name, look=old)
    import_module("games.migrations.0050_looks_by_unicode").update_looks(apps, None)
    assert all(HiddenName.objects.has(name) for name in ("ดี", "👍\ufe0f", "👍", "👍\ufe0e"))
    assert not HiddenName.objects.has("ดู")


@pytest.mark.parametrize(
    ("host", "is_offered"),
    [("testserver", True), ("localhost:8000", True), ("127.0.0.1:8000", False), ("[::1]", False)],
)
def test_passkeys_are_offered_where_a_browser_can_make_one(settings, alice, host, is_offered):
    settings.ALLOWED_HOSTS = ["*"]
    client = Client(headers={"host": host})
    assert ("Sign in with a passkey" in client.get("/account/sign-in/").text) is is_offered
    with_account(alice)
    sign_in(client, "Alice")
    assert ("Passkeys" in client.get("/account/").text) is is_offered
    assert ("Add a passkey" in client.get("/account/passkeys/").text) is is_offered


def test_a_wrong_name_or_password_gets_the_same_sentence(alice: Player):
    with_account(alice)
    for name, password in (("Alice", "wrong"), ("Nobody else", PASSWORD)):
        client = Client()
        response = sign_in(client, name, password)
        assert response.status_code == 200
        assert visitor(client) is None
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


def test_signing_out_ends_the_seat_in_this_browser_alone(alice: Player):
    with_account(alice)
    here, there = signed_in(alice), signed_in(alice)
    assert here.get("/account/sign-out/").status_code == 200
    assert here.post("/account/sign-out/")["Location"] == "/"
    assert visitor(here) is None
    assert visitor(there) == alice


def test_who_asks_for_a_taken_name_may_type_another(browse, alice: Player, bob: Player):
    with_account(alice)
    response = browse(bob).post("/name/", {"name": alice.name})
    assert response.status_code == 409
    assert "belongs to an account" in response.text
    assert 'aria-invalid="true"' in response.text


def test_an_account_is_renamed_with_its_player_also_by_staff(alice: Player):
    client = signed_in(with_account(alice))
    client.post("/name/", {"name": "Grace"})
    assert visitor(client).name == "Grace"
    assert account_of(alice).username == "grace"
    assert sign_in(Client(), "Grace").status_code == 302
    assert sign_in(Client(), "Alice").status_code == 200
    play.hide_name(renamed := Player.objects.get(pk=alice.pk))
    assert sign_in(Client(), "Grace").status_code == 200
    assert sign_in(Client(), renamed.name).status_code == 302


def test_newcomers_are_never_given_the_name_of_an_account(monkeypatch):
    given = iter(["Noble Cat", "Noble Cat", "Sly Fox", *["Noble Cat"] * 99])
    monkeypatch.setattr("games.play.people.new_name", lambda: next(given))
    with_account(Player.objects.create(name="Noble Cat"))
    assert play.create_player(token="t").name == "Sly Fox"
    assert re.fullmatch(r"Noble Cat \d{2,3}", play.create_player(token="u").name)


def test_an_account_locked_before_browsers_were_is_not_let_in(alice: Player):
    with_account(alice)
    User.objects.update(is_active=False)
    response = sign_in(Client(), "Alice")
    assert response["Location"] == "/account/locked/"
    page = Client().get("/account/locked/").text
    assert "is locked" in page
    assert "without an account" not in page


def test_a_member_of_staff_who_is_forgotten_stays_one(alice: Player):
    with_account(alice)
    User.objects.update(is_staff=True)
    play.forget_player(Player.objects.get(pk=alice.pk))
    assert User.objects.filter(is_staff=True, player=None).exists()


def test_staff_have_no_account_and_keep_their_names(admin_client: Client, admin_user: User):
    for page in ("sign-in/", "sign-up/", "", "browsers/"):
        assert "Log out of the admin first" in admin_client.get(f"/account/{page}").text
    User.objects.filter(pk=admin_user.pk).update(username="bob")
    assert "belongs to an account" in sign_up(Client(), "Bob").text


def test_a_visitor_without_an_account_is_asked_to_sign_in():
    for page in ("", "password/", "codes/", "browsers/", "games/"):
        response = Client().get(f"/account/{page}")
        assert response["Location"] == f"/account/sign-in/?next=/account/{page}"


def test_a_new_account_leads_back_to_where_one_was():
    settings = Client().get("/settings/?next=/g/abc/").text
    for way in ("sign-up", "sign-in"):
        assert f'href="/account/{way}/?next=/g/abc/"' in settings


def test_a_page_costs_a_visitor_no_query_more(django_assert_num_queries, alice: Player, browse):
    guest = browse(alice)
    guest.get("/how-to/")  # renews the session, and counts the live games
    with django_assert_num_queries(0):
        Client().get("/how-to/")
    with django_assert_num_queries(4):  # the session, the player, and what waits
        guest.get("/how-to/")
    owner = signed_in(with_account(alice))
    with django_assert_num_queries(4):  # the user with the player
        owner.get("/how-to/")


def test_no_way_into_an_account_leads_into_the_admin(alice: Player):
    with_account(alice)
    User.objects.update(is_staff=True, is_superuser=True)
    client = signed_in(alice)
    assert client.get("/admin/").status_code == 302
    name = account_of(alice).username
    client.post("/admin/login/", {"username": name, "password": PASSWORD})
    assert client.get("/admin/").status_code == 200

import re

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import HiddenName, Player, names
from games.people.accounts.services import lock
from games.people.friends.chat import send_message
from games.people.moderation.models import Restriction
from games.people.moderation.restrictions import Kind, restrict
from games.people.moderation.services import report
from games.play import services
from games.staff.players import PlayerAdmin
from tests.accounts import with_account
from tests.people.accounts.accounts import account_of, sign_in, signed_in, visitor
from tests.playing import X_WINS, create_game, play
from tests.staff.staff import member

PLAYERS, RESTRICTIONS = "/admin/games/player/", "/admin/games/restriction/"
WORDS = "/admin/games/maskedword/"


def page_of(player: Player) -> str:
    return f"{PLAYERS}{player.pk}/change/"


def act(staff: Client, action: str, *players: Player):
    chosen = [str(player.pk) for player in players]
    data = {"action": action, "_selected_action": chosen, "confirmed": "yes"}
    return staff.post(PLAYERS, data, follow=True)


def test_people_are_listed_by_kind(alice: Player, bob: Player, computer: Player):
    signed_in(with_account(bob))
    with_account(alice)
    act(staff := member("Moderators"), "lock_accounts", bob)
    page = staff.get(PLAYERS).text
    assert "signed in last never" in page
    assert page.count("locked, since") == 1
    for kind, listed in (
        ("account", {alice, bob}),
        ("locked", {bob}),
        ("person", {alice, bob}),
        ("computer", {computer}),
        ("anything", {alice, bob, computer}),
    ):
        assert set(staff.get(f"{PLAYERS}?kind={kind}").context["cl"].queryset) == listed


def test_moderators_lock_and_unlock_an_account(alice: Player, bob: Player):
    client = signed_in(with_account(alice))
    staff = member("Moderators")
    assert "Lock out: 2 done." in act(staff, "lock_accounts", alice, bob).text
    assert client.get("/").status_code == sign_in(Client(), "Alice").status_code == 403
    assert "Unlock: 2 done." in act(staff, "unlock_accounts", alice, bob).text
    assert visitor(signed_in(alice)) == alice
    log = [entry.change_message for entry in LogEntry.objects.order_by("pk")]
    assert log == ["Lock out."] * 2 + ["Unlock."] * 2


def test_a_silence_or_lock_that_is_deleted_is_over(alice: Player, bob: Player):
    with_account(alice)
    restrict(bob, Kind.SILENCE, 7)
    for player in Player.objects.people():
        lock(player, 7)
    rows = [str(row.pk) for row in Restriction.objects.all()]
    one = f"{RESTRICTIONS}{rows[0]}/delete/"
    viewer, staff = member("Viewers"), member("Moderators")
    assert "Alice" in viewer.get(RESTRICTIONS).text
    assert viewer.post(one, {"post": "yes"}).status_code == 403
    assert staff.post(one, {"post": "yes"}).status_code == 302
    action = {"action": "delete_selected", "_selected_action": rows[1:], "post": "yes"}
    assert staff.post(RESTRICTIONS, action).status_code == 302
    assert not Restriction.objects.exists()
    assert not User.objects.filter(is_active=False).exists()


def test_a_link_from_staff_leads_to_a_new_password_once(alice: Player):
    with_account(alice)
    page = act(member("Moderators"), "make_password_link", alice).text
    assert LogEntry.objects.get().change_message == "Link to a new password."
    link = re.search(r"http://testserver(/account/password/[\w/-]+/)", page)[1]
    lost = Client()
    form = lost.get(link, follow=True).context["action_url"]
    new = dict.fromkeys(("password1", "password2"), "three other words")
    assert lost.post(form, new).status_code == 302
    assert visitor(lost) == alice
    assert "does not work any more" in Client().get(link, follow=True).text


def test_nobody_gets_at_the_account_of_a_member_of_staff(alice: Player):
    with_account(alice)
    User.objects.filter(pk=account_of(alice).pk).update(is_staff=True)
    staff = member("Moderators")
    for action in ("lock_accounts", "make_password_link"):
        assert "/account/password/" not in act(staff, action, alice).text
    assert account_of(alice).is_active
    assert not LogEntry.objects.exists()


def test_accounts_are_no_members_of_staff_and_no_secret_is_shown(admin_client, alice: Player):
    with_account(alice)
    listed = admin_client.get("/admin/auth/user/").context["cl"].queryset
    assert [user.username for user in listed] == ["admin"]
    for page in ("mfa/authenticator", "account/emailaddress", "usersessions/usersession"):
        assert admin_client.get(f"/admin/{page}/").status_code == 404


def test_the_page_leads_to_all_games_and_has_totals_and_ratings(admin_client, game, alice, charlie):
    others, address = create_game(charlie, game.o), f"/admin/games/game/?player={alice.pk}"
    play(game, *X_WINS)
    alice.ratings.create(board="5x5", value=1512.4, duels=3)
    page = admin_client.get(page_of(alice)).text
    for words in (f'href="{address}"', "1 won, 0 drawn, 0 lost", " 1512 (3)"):
        assert words in page
    changelist = admin_client.get(address).context["cl"]
    assert [each.pk for each in changelist.result_list] == [game.pk]
    [spec] = [spec for spec in changelist.filter_specs if spec.title == "player"]
    assert "Alice" in [choice["display"] for choice in spec.choices(changelist)]
    for wrong in ("x", "9" * 30, "", str(10**9)):
        response = admin_client.get(f"/admin/games/game/?player={wrong}")
        assert {each.pk for each in response.context["cl"].result_list} == {game.pk, others.pk}


def test_the_page_has_reports_and_what_was_said_in_reported_games(admin_client, game, alice, bob):
    send_message(game.pk, bob.pk, text="Ha, got you")
    assert "Ha, got you" not in admin_client.get(page_of(bob)).text
    report(game.pk, alice, kind="said")
    page = admin_client.get(page_of(bob)).text
    assert "“Ha, got you”" in page
    assert "1 about them" in page
    assert "Ha, got you" not in admin_client.get(page_of(alice)).text
    assert "_continue" not in page


def test_a_player_is_renamed_or_a_wrong_name_refused(admin_client: Client, alice: Player):
    refused = admin_client.post(page_of(alice), {"name": "Computer"})
    assert "taken for the computer" in refused.text
    admin_client.post(page_of(alice), {"name": "Sam"})
    alice.refresh_from_db()
    assert alice.name == "Sam"


def test_staff_give_nobody_who_is_forgotten_a_name_again(admin_client, alice, bob, monkeypatch):
    services.forget_player(alice)
    assert 'name="name"' not in admin_client.get(page_of(alice)).text
    assert admin_client.post(page_of(alice), {"name": "Alice"}).status_code == 403
    save = PlayerAdmin.save_model

    def forget_and_save(*args) -> None:
        services.forget_player(Player.objects.get(pk=bob.pk))
        save(*args)

    monkeypatch.setattr(PlayerAdmin, "save_model", forget_and_save)
    assert admin_client.post(page_of(bob), {"name": "Sam"}).status_code == 409
    assert set(Player.objects.values_list("name", flat=True)) == {names.FORMER, "Bob"}
    assert not LogEntry.objects.exists()


def test_games_are_counted_by_person_and_none_is_paired_with_another(admin_client, alice, bob):
    for x, o in ((alice, bob), (bob, alice), (alice, alice)):
        create_game(x, o)
    with CaptureQueriesContext(connection) as queries:
        people = admin_client.get(PLAYERS).context["cl"].result_list
    assert {each.name: each.game_count for each in people} == {"Alice": 3, "Bob": 2}
    assert not any('JOIN "games_game"' in query["sql"] for query in queries)


def test_a_word_that_is_listed_goes_from_names(alice, bob, django_capture_on_commit_callbacks):
    Player.objects.filter(pk=bob.pk).update(name="Big Idi0t")
    assert member("Viewers").post(f"{WORDS}add/", {"word": "idiot"}).status_code == 403
    with django_capture_on_commit_callbacks(execute=True):
        member("Moderators").post(f"{WORDS}add/", {"word": "idiot"})
    assert HiddenName.objects.has("Big Idiot")
    shown = Player.objects.people().order_by("pk").values_list("name", flat=True)
    assert shown[0] == "Alice"
    assert "Idi0t" not in shown[1]

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from games.engine import Mark
from games.models import Game, HiddenName, Player, names
from games.people.moderation.models import Report
from games.people.moderation.services import report
from games.play import services
from games.web import staff as actions
from tests.accounts import with_account
from tests.playing import X_WINS, play, reload
from tests.staff.staff import member

GAMES, PLAYERS, LOG = "/admin/games/game/", "/admin/games/player/", "/admin/admin/logentry/"


def said(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def act(staff: Client, action: str, *chosen: Game | Player, **confirmed: str):
    page = GAMES if action == "close_games" else PLAYERS
    data = {"action": action, "_selected_action": [each.pk for each in chosen], **confirmed}
    return staff.post(page, data, follow=True)


def log() -> list[tuple[str, str]]:
    return list(LogEntry.objects.order_by("pk").values_list("object_repr", "change_message"))


@pytest.fixture
def quiet(game: Game, invitation: Game) -> list[Game]:
    Game.objects.update(touched_at=timezone.now() - timedelta(days=1))
    return [game, invitation]


def test_closing_is_done_said_and_logged(admin_client, quiet, alice, bob):
    over = play(services.create_game(host=alice, mark=Mark.X, guest=bob), *X_WINS)
    response = act(admin_client, "close_games", over, quiet[0])
    assert (response.context["fitting"], response.context["others"]) == ([quiet[0]], [over])
    assert "That cannot be done here:" in act(admin_client, "close_games", over).text
    assert "Close as not played" not in admin_client.get(f"{GAMES}{over.pk}/change/").text
    response = act(admin_client, "close_games", *quiet, confirmed="yes")
    assert said(response) == ["Close as not played: 2 done."]
    assert [reload(game).reason for game in quiet] == ["abandoned", "expired"]
    words = "Close as not played."
    assert set(log()) == {(each.pk, words) for each in quiet}


def test_a_game_that_is_played_stays_and_its_closing_is_not_logged(admin_client, game):
    response = act(admin_client, "close_games", play(game, 4), confirmed="yes")
    assert said(response)[0] == "Alice v Bob: Somebody still plays this game."
    assert reload(game).status == "playing"
    assert log() == []


def test_hiding_a_name_is_done_said_and_logged(admin_client: Client, alice: Player, bob: Player):
    assert "Nobody can take a hidden name any more" in act(admin_client, "hide_names", alice).text
    assert not HiddenName.objects.exists()
    response = act(admin_client, "hide_names", alice, confirmed="yes")
    assert said(response) == ["Hide the name: 1 done."]
    assert set(Player.objects.values_list("name", flat=True)).isdisjoint({"Alice"})
    assert log() == [(str(alice.pk), "Hide the name.")]
    act(admin_client, "hide_names", alice, bob, confirmed="yes")
    assert not Player.objects.filter(name="Bob").exists()


def test_the_computer_and_who_is_forgotten_have_no_name_to_hide(admin_client, alice, computer):
    services.forget_player(alice)
    assert act(admin_client, "hide_names", alice, computer).context["fitting"] == []
    response = act(admin_client, "hide_names", alice, computer, confirmed="yes")
    assert said(response) == ["Hide the name: 0 done."]
    assert not HiddenName.objects.exists()


def test_a_name_that_staff_allow_can_be_taken_again(admin_client: Client, alice: Player):
    services.hide_name(alice)
    hidden = HiddenName.objects.get()
    admin_client.post(f"/admin/games/hiddenname/{hidden.pk}/delete/", {"post": "yes"})
    services.rename_player(alice, name="Alice")


def test_so_many_at_once_are_refused(admin_client: Client, quiet, alice, bob, monkeypatch):
    monkeypatch.setattr(actions, "MOST", 1)
    for action in ("hide_names", "close_games", "forget_people"):
        two = quiet if action == "close_games" else [alice, bob]
        for chosen, extent in ((two, {}), (two[:1], {"select_across": "1"})):
            for confirmed in ({}, {"confirmed": "yes"}):
                response = act(admin_client, action, *chosen, **extent, **confirmed)
                assert said(response) == ["Choose 1 at most. Nothing was changed."]
    assert log() == []


def test_who_is_forgotten_loses_the_name_and_the_log_has_none(admin_client, game, alice, computer):
    page = act(admin_client, "forget_people", alice, computer)
    assert (page.context["fitting"], page.context["others"]) == ([alice], [computer])
    act(admin_client, "hide_names", alice, confirmed="yes")
    act(admin_client, "forget_people", alice, computer, confirmed="yes")
    assert set(Player.objects.people().values_list("name", flat=True)) == {names.FORMER, "Bob"}
    assert log() == [(str(alice.pk), "Hide the name."), (str(alice.pk), "Forget.")]
    assert "Forget." in admin_client.get(f"{PLAYERS}{alice.pk}/history/").text


def test_the_log_says_who_did_what_to_what(admin_client: Client, quiet: list[Game], alice: Player):
    act(admin_client, "close_games", quiet[0], confirmed="yes")
    act(admin_client, "hide_names", alice, confirmed="yes")
    admin_client.post(f"{GAMES}{quiet[1].pk}/delete/", {"post": "yes"})
    page = admin_client.get(LOG).text
    assert f'<a href="{GAMES}{quiet[0].pk}/change/"><bdi>{quiet[0].pk}</bdi></a>' in page
    for words in ("Close as not played.", "Hide the name.", "Deletion.", "admin"):
        assert words in page
    assert f"{GAMES}{quiet[1].pk}/" not in page
    assert len(admin_client.get(f"{LOG}?q={quiet[0].pk}").context["cl"].result_list) == 1


def test_nobody_changes_the_log_nor_deletes_whom_it_names(admin_client, admin_user, alice):
    act(admin_client, "hide_names", alice, confirmed="yes")
    entry = LogEntry.objects.get()
    assert admin_client.get(f"{LOG}add/").status_code == 403
    assert admin_client.post(f"{LOG}{entry.pk}/change/", {}).status_code == 403
    assert admin_client.post(f"{LOG}{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    data = {"post": "yes"}
    response = admin_client.post(f"/admin/auth/user/{admin_user.pk}/delete/", data)
    assert response.status_code == 403
    assert LogEntry.objects.get() == entry


def test_the_log_has_no_names(game: Game, alice: Player, bob: Player):
    with_account(bob)
    report(game.pk, alice, kind="name")
    staff = member("Moderators")
    decided = {"decision": "hide", "own": "Bob is a teacher", "days": "7"}
    staff.post(f"/admin/games/report/{Report.objects.get().pk}/change/", decided)
    act(staff, "lock_accounts", alice, bob, confirmed="yes")
    staff.post(f"{PLAYERS}{alice.pk}/change/", {"name": "Grace"})
    act(staff, "forget_people", alice, bob, confirmed="yes")
    assert len(log()) == 7
    said = "".join(f"{which} {what}" for which, what in log())
    for name in ("Alice", "Bob", "Grace", "bob"):
        assert name not in said
    assert "Former player is a teacher" in said
    assert staff.get("/admin/admin/logentry/").status_code == 200


def test_names_that_the_log_had_are_removed(game: Game, bob: Player):
    kind = ContentType.objects.get_for_model(Player)
    user = User.objects.create(username="staff")
    for message in (
        "Hid the name “Bob”: Rude: “Bob”",
        "Locked the account of Bob: Rude",
        "Hid this name.",
    ):
        entry = LogEntry.objects.create(
            user=user, content_type=kind, object_id=bob.pk, action_flag=2, change_message=message
        )
        LogEntry.objects.filter(pk=entry.pk).update(object_repr="Bob")
    import_module("games.migrations.0048_log_without_names").clean(apps, None)
    assert log() == [
        (str(bob.pk), "Hid the name: Rude: “Bob”"),
        (str(bob.pk), "Locked the account: Rude"),
        (str(bob.pk), "Hid this name."),
    ]

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import quote
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ai.computer_players import LEVELS, MENACE
from games.engine import Mark
from games.engine.presets import BOARDS
from games.models import Game, Player, names
from games.play import services
from games.staff.players import SIGNED_OUT, PlayerAdmin
from games.study.menace.models import LearnedGame, Matchbox
from tests.exhibitions import start_exhibition
from tests.playing import DRAW, X_WINS, play, reload

pytestmark = pytest.mark.django_db

GAMES = "/admin/games/game/"
PLAYERS = "/admin/games/player/"


@pytest.fixture
def record(game: Game, alice: Player, bob: Player, computer: Player) -> dict[str, Game]:
    easy = Player.objects.of_level(LEVELS["easy"])
    drawn = services.create_game(host=bob, mark=Mark.X, guest=alice)
    beaten = services.create_game(host=alice, mark=Mark.X, guest=easy)
    given_up = services.create_game(host=alice, mark=Mark.X, guest=computer)
    waiting = services.create_game(host=alice, mark=Mark.X)
    return {
        "won": play(game, *X_WINS),
        "drawn": play(drawn, *DRAW),
        "beaten": play(beaten, *X_WINS),
        "given_up": services.resign(given_up.pk, alice.pk),
        "waiting": waiting,
    }


def said(response: Any) -> list[tuple[str, str]]:
    return [(each.level_tag, str(each)) for each in response.context["messages"]]


def listed(client: Client, query: str) -> set[str]:
    response = client.get(GAMES + query)
    assert response.status_code == 200
    return {game.pk for game in response.context["cl"].result_list}


def test_games_are_filtered_and_searched(subtests: pytest.Subtests, admin_client, record):
    for query, kinds in [
        ("?result=X", {"won", "beaten"}),
        ("?result=O", {"given_up"}),
        ("?result=draw", {"drawn"}),
        ("?result=open", {"waiting"}),
        ("?result=anything", {"won", "drawn", "beaten", "given_up", "waiting"}),
        ("?reason__exact=resigned", {"given_up"}),
        ("?opponent=person", {"won", "drawn", "waiting"}),
        ("?opponent=easy", {"beaten"}),
        ("?q=computer+(champ", {"given_up"}),
    ]:
        with subtests.test(query=query, kinds=kinds):
            assert listed(admin_client, query) == {record[kind].pk for kind in kinds}


def test_players_are_filtered_by_kind(subtests: pytest.Subtests, admin_client, record):
    for query, expected in [
        ("?kind=person", {"Alice", "Bob"}),
        ("?kind=computer", {"Computer (Easy)", "Computer (Champion)"}),
        ("?kind=anything", {"Alice", "Bob", "Computer (Easy)", "Computer (Champion)"}),
    ]:
        with subtests.test(query=query, expected=expected):
            response = admin_client.get(PLAYERS + query)
            assert {str(player) for player in response.context["cl"].result_list} == expected


def test_an_exhibition_is_found(admin_client, record):
    exhibition = start_exhibition(x="easy", o="easy")
    assert listed(admin_client, "?opponent=itself") == {exhibition.pk}
    assert listed(admin_client, "?opponent=easy") == {record["beaten"].pk}
    assert admin_client.get(f"{GAMES}{exhibition.pk}/change/").status_code == 200


def test_games_are_found_by_their_board_which_has_a_name(admin_client, record, alice: Player):
    board = BOARDS["connect-four"]
    falling = services.create_game(host=alice, mark=Mark.X, guest=alice, variant=board.variant)
    assert listed(admin_client, "?board=connect-four") == {falling.pk}
    assert listed(admin_client, "?board=classic") == {game.pk for game in record.values()}
    assert len(listed(admin_client, "?board=nonsense")) == 6
    page = admin_client.get(f"{GAMES}?board=connect-four").content.decode()
    assert '<td class="field-board">Connect Four</td>' in page
    page = admin_client.get(f"{GAMES}{falling.pk}/change/").content.decode()
    assert "<dt>Board</dt><dd>Connect Four</dd>" in page


def test_not_even_a_superuser_makes_up_a_record(admin_client, record, computer: Player):
    for address, data in [
        (f"{GAMES}add/", {}),
        (f"{PLAYERS}add/", {"name": "Sam"}),
        (f"{GAMES}{record['won'].pk}/change/", {"winner": "O"}),
        (f"{PLAYERS}{computer.pk}/change/", {"name": "Sam"}),
        (f"{PLAYERS}{computer.pk}/delete/", {"post": "yes"}),
    ]:
        assert admin_client.post(address, data).status_code == 403, address


def test_a_player_is_renamed_or_a_wrong_name_refused(admin_client, alice: Player):
    address = f"{PLAYERS}{alice.pk}/change/"
    response = admin_client.post(address, {"name": "Computer"})
    assert "taken for the computer" in response.content.decode()
    admin_client.post(address, {"name": "Sam"})
    alice.refresh_from_db()
    assert alice.name == "Sam"


def test_renaming_who_is_forgotten_meanwhile_is_refused(admin_client, alice, monkeypatch):
    save = PlayerAdmin.save_model

    def forget_and_save(admin: PlayerAdmin, request: HttpRequest, obj: Player, *args: Any) -> None:
        services.forget_player(Player.objects.get(pk=alice.pk))
        save(admin, request, obj, *args)

    monkeypatch.setattr(PlayerAdmin, "save_model", forget_and_save)
    address = f"{PLAYERS}{alice.pk}/change/"
    response = admin_client.post(address, {"name": "Sam"}, follow=True)
    assert said(response) == [("error", SIGNED_OUT)]
    assert not LogEntry.objects.exists()


def is_forgotten(player: Player) -> bool:
    player.refresh_from_db()
    return player.name == names.FORMER and player.forgotten_at is not None


def test_who_is_forgotten_loses_the_name_and_the_games_stay(
    admin_client, record, alice: Player, bob: Player, computer: Player
):
    chosen = {"action": "forget_people", "_selected_action": [alice.pk, computer.pk]}
    page = admin_client.post(PLAYERS, chosen)
    assert (page.context["fitting"], page.context["others"]) == ([alice], [computer])
    assert not is_forgotten(alice)
    admin_client.post(PLAYERS, {**chosen, "confirmed": "yes"})
    assert is_forgotten(alice)
    assert not is_forgotten(bob)
    assert not is_forgotten(computer)
    assert Game.objects.count() == len(record)
    assert reload(record["won"]).winner == "X"
    assert reload(record["waiting"]).status == Game.Status.CLOSED


def test_games_are_counted_by_player(admin_client, record, alice: Player, bob: Player):
    services.create_game(host=alice, mark=Mark.X, guest=alice)
    players = admin_client.get(PLAYERS).context["cl"].result_list
    games = {player.name: player.as_x + player.only_as_o for player in players}
    assert (games["Alice"], games["Bob"], games["Computer (Champion)"]) == (6, 2, 1)


def test_counting_games_pairs_none_with_another(admin_client, alice: Player, bob: Player):
    Game.objects.bulk_create(
        Game(x=x, o=o, status=Game.Status.PLAYING, position="...", ply=0)
        for x, o in [(alice, bob), (bob, alice)] * 500
    )
    with CaptureQueriesContext(connection) as queries:
        admin_client.get(PLAYERS)
    assert not any('JOIN "games_game"' in query["sql"] for query in queries)


# Menace, as staff look into it and start it afresh

BOXES = "/admin/games/matchbox/"
AFRESH = f"{BOXES}start-afresh/"


@pytest.fixture
def taught(alice: Player) -> Player:
    menace = Player.objects.of_level(MENACE)
    play(services.create_game(host=alice, mark=Mark.O, guest=menace), *X_WINS)
    return menace


def test_staff_look_into_the_boxes_and_change_none(admin_client: Client, taught: Player):
    page = admin_client.get(BOXES).content.decode()
    assert "a3: 7, b3: 4, b2: 4" in page
    assert page.count('class="picture"') == Matchbox.objects.count() == 3
    box = Matchbox.objects.get(pk=".../.../...")
    for action in ("delete", "change"):
        address = f"{BOXES}{quote(box.pk)}/{action}/"
        assert admin_client.post(address, {"post": "yes"}).status_code == 403
    assert admin_client.get(f"{BOXES}add/").status_code == 403
    assert Matchbox.objects.count() == 3


def test_menace_starts_afresh_once_that_is_confirmed(admin_client: Client, taught: Player):
    assert AFRESH in admin_client.get(BOXES).content.decode()
    page = admin_client.get(AFRESH).content.decode()
    assert "Menace has learned from 1 game." in page
    assert Matchbox.objects.exists()
    response = admin_client.post(AFRESH, follow=True)
    words = "Menace has forgotten 1 game and starts afresh."
    assert [str(message) for message in response.context["messages"]] == [words]
    assert not Matchbox.objects.exists()
    assert not LearnedGame.objects.exists()
    entry = LogEntry.objects.get()
    assert entry.object_id == str(taught.pk)
    assert entry.get_change_message() == words

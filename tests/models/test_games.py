from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from games.ai.levels import LEVELS
from games.engine import Mark
from games.models import ID_ALPHABET, ID_LENGTH, Game, Move, Player, new_id
from games.play import services
from games.presentation import snapshots
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


def test_ids_are_long_random_and_easy_to_copy():
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(id) == ID_LENGTH and set(id) <= set(ID_ALPHABET) for id in ids)
    assert not set("01ilo") & set(ID_ALPHABET)


def test_each_level_is_one_player_of_its_own():
    players = [Player.objects.of_level(level) for level in LEVELS.values()] * 2
    assert len({player.pk for player in players}) == len(LEVELS)
    assert all(player.is_computer for player in players)
    assert not Player.objects.people().exists()


@pytest.mark.parametrize("cells", [X_WINS[:4], X_WINS])
def test_a_snapshot_is_taken_of_the_row_that_was_read(game, django_assert_num_queries, cells):
    play(game, *cells)
    loaded = Game.objects.with_players().get(pk=game.pk)
    with django_assert_num_queries(int(loaded.is_over)):  # the rematch
        snapshot = snapshots.take(loaded)
    assert snapshot["moves"] == list(cells)


def test_a_snapshot_fits_its_version_however_the_game_goes_on(game: Game):
    read = play(game, 0)
    play(game, 4, 8)
    snapshot = snapshots.take(read)
    assert (snapshot["version"], snapshot["ply"], snapshot["moves"]) == (read.version, 1, [0])


def test_games_of_before_get_their_record_from_their_moves(
    game: Game, invitation: Game, alice: Player, django_assert_num_queries
):
    play(game, *X_WINS)
    undone = services.create_game(host=alice, mark=Mark.X, guest=alice, allows_undo=True)
    play(undone, 0, 4, 8)
    services.undo(undone.pk, alice.pk, ply=3)
    play(undone, 1, 2)
    # The rows of a game's moves are not always in their order.
    undone.moves.filter(ply=1).update(ply=9)
    undone.moves.filter(ply=0).update(ply=1)
    undone.moves.filter(ply=9).update(ply=0)
    Game.objects.update(record=[])
    with django_assert_num_queries(1):
        import_module("games.migrations.0009_game_record").fill(apps, connection.schema_editor())
    records = {game: list(X_WINS), invitation: [], undone: [4, 0, 1, 2]}
    assert {each: each.record for each in Game.objects.all()} == records


def test_of_games_of_before_only_what_was_played_stays_in_the_table_of_moves(
    game: Game, alice: Player, django_assert_num_queries
):
    older = services.create_game(
        host=alice, mark=Mark.X, guest=alice, opening=(4, 0, 8), allows_undo=True
    )
    for ply, cell in enumerate(older.record):
        older.moves.create(ply=ply, cell=cell)
    services.undo(play(older, 1).pk, alice.pk, ply=4)
    play(game, 4, 0, 8), play(older, 2)
    before = [snapshots.take(Game.objects.get(pk=each.pk)) for each in (game, older)]
    with django_assert_num_queries(1):
        import_module("games.migrations.0024_openings_in_records").delete_rows(apps, None)
    assert list(game.moves.values_list("cell", flat=True)) == [4, 0, 8]
    assert list(older.moves.values_list("ply", "cell")) == [(3, 1), (3, 2)]
    assert [snapshots.take(Game.objects.get(pk=each.pk)) for each in (game, older)] == before


# The constraints are the last word


@pytest.mark.parametrize(
    "move", [{"ply": 0, "cell": 8}, {"ply": 5, "cell": 4}, {"ply": 5, "cell": 225}]
)
def test_the_database_itself_refuses_moves_that_cannot_be(game: Game, move: dict[str, int]):
    play(game, 4)
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(game=game, **move)


@pytest.mark.parametrize(
    "change",
    [
        {"status": "playing", "o": None},
        {"status": "finished"},
        {"status": "finished", "reason": "full"},
        {"winner": "X"},
        {"reason": "line"},
    ],
)
def test_the_database_itself_refuses_games_that_cannot_be(game: Game, change: dict[str, object]):
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**change)

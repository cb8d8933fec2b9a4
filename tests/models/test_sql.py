from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Move, sql
from games.play import services
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


def all_fields(model) -> dict[str, Any]:
    return {field.attname: getattr(model, field.attname) for field in model._meta.concrete_fields}


@pytest.fixture(params=[sql.find_game, sql.find_game_for_update])
def find(request: pytest.FixtureRequest):
    return request.param


@pytest.mark.parametrize("cells", [(), (0, 4), X_WINS])
@pytest.mark.parametrize("control", ["", "3+2"])
def test_a_game_is_found_as_django_finds_it(
    alice, bob, find, control, cells, django_assert_num_queries
):
    game = services.create_game(
        host=alice, mark=Mark.O, guest=bob, control=control, allows_undo=True
    )
    play(game, *cells)
    changed = {"x_seen_at": timezone.now(), "o_left": timedelta(seconds=1.5), "is_public": False}
    Game.objects.update(**changed)
    expected, found = Game.objects.with_players().get(), find(game.pk)
    assert all_fields(found) == all_fields(expected)
    with django_assert_num_queries(0):
        assert all_fields(found.x) == all_fields(bob)
        assert all_fields(found.o) == all_fields(alice)


def test_one_player_may_have_both_seats_and_a_seat_be_free(alice, invitation, find):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    for each, other in ((game, alice), (invitation, None)):
        found = find(each.pk)
        assert (found.x, found.o) == (alice, other)


def test_what_is_not_there_is_not_found(game, find):
    assert find("nothing") is None
    assert find("' OR 1=1 --") is None


CHANGES: dict[str, Any] = {
    "version": 7,
    "record": [4, 0],
    "position": "O../.X./...",
    "is_public": False,
    "winner": "X",
    "status": "finished",
    "reason": "left",
    "undo_declined_at": None,
    "x_left": timedelta(minutes=3, microseconds=1),
    "o_left": None,
    "finished_at": timezone.now(),
}


def next_move(game: Game, cell: int) -> sql.NewMove:
    for name, value in CHANGES.items():
        setattr(game, name, value)
    return sql.NewMove(ply=0, cell=cell, message="m", created_at=timezone.now())


def test_a_move_is_stored_with_its_game_as_django_stores_it(game):
    Game.objects.update(version=CHANGES["version"] - 1)
    expected = all_fields(Game.objects.get()) | CHANGES
    move = next_move(game, 4)
    assert sql.store_move(game, move, *CHANGES)
    assert all_fields(Game.objects.get()) == expected
    stored = Move.objects.get()
    expected_move = Move(game=game, **move._asdict())
    assert all_fields(stored) == all_fields(expected_move) | {"id": stored.pk}


@pytest.mark.parametrize("version", [CHANGES["version"], CHANGES["version"] - 2])
def test_a_move_in_another_version_is_not_stored(game, version):
    Game.objects.update(version=version)
    before = all_fields(Game.objects.get())
    assert not sql.store_move(game, next_move(game, 4), *CHANGES)
    assert all_fields(Game.objects.get()) == before
    assert not Move.objects.exists()


def test_a_move_that_breaks_a_constraint_changes_nothing(game):
    Game.objects.update(version=CHANGES["version"] - 1)
    before = all_fields(Game.objects.get())
    with pytest.raises(IntegrityError), transaction.atomic():
        sql.store_move(game, next_move(game, 1000), *CHANGES)
    assert all_fields(Game.objects.get()) == before


@pytest.mark.postgresql
def test_a_statement_that_comes_again_is_planned_once(game: Game):
    for _ in range(8):
        sql.find_game(game.pk)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s",
            ["SELECT game.%FROM games_game game %WHERE game.id = $1"],
        )
        assert cursor.fetchone() == (1,)

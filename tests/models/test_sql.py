"""The query written as SQL finds what Django's own finds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.engine import Mark
from games.models import Game, sql
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


def everything(model: Any) -> dict[str, Any]:
    """Return all the fields of a row, as Python has them."""
    return {field.attname: getattr(model, field.attname) for field in model._meta.concrete_fields}


@pytest.mark.parametrize("cells", [(), (0, 4), X_WINS])
@pytest.mark.parametrize("control", ["", "3+2"])
def test_a_game_is_found_as_django_finds_it(alice, bob, control, cells):
    game = services.create_game(
        host=alice, mark=Mark.O, guest=bob, control=control, allows_undo=True
    )
    play(game, *cells)
    changed = {"x_seen_at": timezone.now(), "o_left": timedelta(seconds=1.5), "is_public": False}
    Game.objects.update(**changed)
    expected, found = Game.objects.with_players().get(), sql.find_game_for_update(game.pk)
    assert found
    assert everything(found) == everything(expected)
    assert found.x
    assert found.o
    assert everything(found.x) == everything(bob)
    assert everything(found.o) == everything(alice)


def test_the_players_come_with_the_game(game, django_assert_num_queries):
    found = sql.find_game_for_update(game.pk)
    with django_assert_num_queries(0):
        assert str(found) == "Alice v Bob"


def test_one_player_may_have_both_seats(alice):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    found = sql.find_game_for_update(game.pk)
    assert found
    assert found.x == found.o == alice
    assert found.is_hot_seat


def test_an_empty_seat_is_found_empty(invitation):
    found = sql.find_game_for_update(invitation.pk)
    assert found
    assert (found.x_id, found.o_id, found.o) == (invitation.x_id, None, None)


def test_what_is_not_there_is_not_found(game):
    assert sql.find_game_for_update("nothing") is None
    assert sql.find_game_for_update("' OR 1=1 --") is None


def test_what_is_found_can_be_saved(game):
    found = sql.find_game_for_update(game.pk)
    assert found
    found.version = 7
    found.save(update_fields=["version"])
    assert Game.objects.get().version == 7

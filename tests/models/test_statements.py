"""Compiled statements do what Django's own do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict
from django.utils import timezone

from games import services
from games.engine import Mark
from games.models import CELLS, Game, Move, Player, statements
from tests.playing import DRAW, play

pytestmark = pytest.mark.django_db


def everything(game: Game) -> dict:
    fields = [field.attname for field in Game._meta.concrete_fields]
    return {name: getattr(game, name) for name in fields}


@pytest.mark.parametrize("control", ["", "3+2"])
def test_a_game_is_found_as_django_finds_it(alice, bob, control):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, control=control)
    expected = Game.objects.with_players().get(pk=game.pk)
    found = services.LOCKED.first(game.pk)
    assert found
    assert everything(found) == everything(expected)
    assert [model_to_dict(p) for p in (found.x, found.o) if p] == [
        model_to_dict(alice),
        model_to_dict(bob),
    ]


def test_the_players_come_with_the_game(game, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert str(services.LOCKED.first(game.pk)) == "Alice v Bob"


def test_an_empty_seat_is_found_empty(invitation):
    found = services.LOCKED.first(invitation.pk)
    assert found
    assert (found.x_id, found.o_id, found.o) == (invitation.x_id, None, None)


def test_what_is_not_there_is_not_found(game):
    assert services.LOCKED.first("nothing") is None
    assert services.LOCKED.first("' OR 1=1 --") is None
    assert CELLS.rows("nothing") == []


def test_cells_come_in_the_order_of_the_moves(game):
    play(game, *DRAW)
    assert [cell for (cell,) in CELLS.rows(game.pk)] == list(DRAW)


def test_a_row_is_stored_as_save_stores_it(game):
    statements.insert(Move(game=game, ply=0, cell=4, message="it's %s"))
    stored = Move.objects.get()
    assert (stored.game_id, stored.ply, stored.cell, stored.message) == (game.pk, 0, 4, "it's %s")
    assert timezone.now() - stored.created_at < timedelta(minutes=1)
    assert stored.undone_at is None


def test_the_constraints_hold(game):
    statements.insert(Move(game=game, ply=0, cell=4))
    with pytest.raises(IntegrityError), transaction.atomic():
        statements.insert(Move(game=game, ply=0, cell=5))


def test_only_the_fields_that_are_named_are_stored(game):
    other = Game.objects.get(pk=game.pk)
    game.version, game.ply, game.x_left = 7, 3, timedelta(seconds=1.5)
    game.touched_at = timezone.now() + timedelta(hours=1)
    statements.update(game, "version", "x_left", "touched_at", "version")
    stored = Game.objects.get(pk=game.pk)
    expected = {"version": 7, "x_left": game.x_left, "touched_at": game.touched_at}
    assert everything(stored) == everything(other) | expected


def test_a_player_can_be_stored_in_a_seat(invitation, bob):
    invitation.o = bob
    statements.update(invitation, "o")
    assert Game.objects.get().o_id == bob.pk
    assert Player.objects.get(pk=bob.pk).name == "Bob"

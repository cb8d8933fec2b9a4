from __future__ import annotations

from games.engine import Mark
from games.pages.actions import MoveForm
from games.pages.new_game import NewGameForm


def chosen(**data: str) -> NewGameForm:
    form = NewGameForm({"opponent": "friend", **data})
    assert form.is_valid(), form.errors
    return form


def test_the_side_chosen_is_the_mark_played_and_a_surprise_is_either():
    for side, mark in (("X", Mark.X), ("O", Mark.O), ("", Mark.X)):
        assert chosen(side=side).mark() is mark
    assert {chosen(side="surprise").mark() for _ in range(60)} == set(Mark)


def test_only_the_computer_needs_a_level():
    assert NewGameForm({"opponent": "device"}).is_valid()
    form = NewGameForm({"opponent": "computer"})
    assert form.errors == {"level": ["Please choose how well the computer plays."]}


def test_a_move_is_two_small_numbers():
    assert MoveForm({"ply": "0", "cell": "8"}).is_valid()
    for wrong in ("", "x", "-1", "1.5", "9" * 20, "9" * 400):
        assert not MoveForm({"ply": "0", "cell": wrong}).is_valid()
    assert not MoveForm({"cell": "8"}).is_valid()

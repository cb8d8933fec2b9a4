from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.engine import CLASSIC, Goal, Mark, Variant
from games.engine.presets import named
from games.presentation.marks import Pieces, pieces_of
from games.presentation.sides import side
from games.protocol import Snapshot, Status

NUMBERS = {
    **{2: lazy("Two"), 3: lazy("Three"), 4: lazy("Four"), 5: lazy("Five"), 6: lazy("Six")},
    **{7: lazy("Seven"), 8: lazy("Eight"), 9: lazy("Nine")},
}
# Why nobody wins, by what ends a game: where no line is left to anybody, and where no move is.
DEAD = {
    Goal.MARKS: lazy("No line is left to anybody."),
    Goal.BOARDS: lazy("No three boards in a row are left to anybody."),
}
FULL = {Goal.MARKS: lazy("The board is full."), Goal.BOARDS: lazy("Every board is closed.")}
# What ends a game.
LINES = {
    Goal.MARKS: lazy("%(number)s in a row"),
    Goal.BOARDS: lazy("%(number)s boards in a row"),
    Goal.LAST: lazy("The last board is closed"),
}
SHARED = {Goal.MARKS: lazy("Both X, a row loses"), Goal.LAST: lazy("Both X, last row loses")}
# The small boards, by how many there are.
SMALL_BOARDS = {
    1: (lazy("board"),),
    2: (lazy("left board"), lazy("right board")),
    3: (lazy("left board"), lazy("middle board"), lazy("right board")),
    9: (
        lazy("upper left board"),
        lazy("upper middle board"),
        lazy("upper right board"),
        lazy("middle left board"),
        lazy("centre board"),
        lazy("middle right board"),
        lazy("lower left board"),
        lazy("lower middle board"),
        lazy("lower right board"),
    ),
}

SQUARES = (
    *(lazy("Top left"), lazy("Top middle"), lazy("Top right")),
    *(lazy("Middle left"), lazy("The centre"), lazy("Middle right")),
    *(lazy("Bottom left"), lazy("Bottom middle"), lazy("Bottom right")),
)


def cell(variant: Variant, cell: int) -> str:
    """Return its name as one says it at the start of a sentence, a coordinate on larger boards."""
    is_small = len(variant.boards) == 1 and variant.size == CLASSIC.size
    return str(SQUARES[cell]) if is_small else variant.cell_name(cell)


def number(run: int) -> str:
    return str(NUMBERS.get(run, run))


def board(variant: Variant) -> str:
    offered = named(variant)
    size = {"width": variant.width, "height": variant.height}
    return _(offered.name) if offered else _("%(width)s by %(height)s") % size


def small_board(variant: Variant, number: int) -> str:
    return str(SMALL_BOARDS[len(variant.boards)][number])


def rule(variant: Variant) -> str:
    if offered := named(variant):
        return _(offered.rule)
    values = {"goal": goal(variant), "width": variant.width, "height": variant.height}
    if variant.misere:
        return _("%(goal)s, on %(width)s by %(height)s.") % values
    return _("%(goal)s wins, on %(width)s by %(height)s.") % values


def goal(variant: Variant) -> str:
    if not variant.misere:
        return line(variant)
    if pieces_of(variant) is Pieces.SHARED_MARKS:
        return str(SHARED[variant.rules.goal])
    return _("%(number)s in a row loses") % {"number": number(variant.run)}


def line(variant: Variant) -> str:
    return LINES[variant.rules.goal] % {"number": number(variant.run)}


def draw(variant: Variant, *, is_dead: bool) -> str:
    return str((DEAD if is_dead else FULL)[variant.rules.goal])


def invitation(host: str, variant: Variant) -> str:
    game = _("Tic-tac-toe") if variant == CLASSIC else board(variant)
    return _("%(host)s invites you to %(game)s") % {"host": host, "game": game}


def where(game: Snapshot, you: Collection[str]) -> str:
    variant = Variant.parse(game["variant"])
    if game["status"] != Status.PLAYING:
        return ""
    if not variant.rules.remembers_last:
        return _left(game, variant) if game["closed"] else ""
    turn, other = Mark(game["turn"]), Mark(game["turn"]).opponent
    values = {"side": side(turn, variant), "other": side(other, variant)}
    if game["target"] is None:
        return _anywhere(game, variant, values, is_yours=turn in you)
    values["board"] = small_board(variant, game["target"])
    if turn in you:
        return _("Play in the %(board)s. %(other)s sent you there.") % values
    if you:
        return _("You sent %(side)s to the %(board)s.") % values
    return _("%(side)s has to play in the %(board)s.") % values


def _left(game: Snapshot, variant: Variant) -> str:
    left = len(variant.boards) - len(game["closed"])
    words = ngettext("%(count)s board is left.", "%(count)s boards are left.", left)
    closed = _("The %(board)s is closed.")
    values = {"board": small_board(variant, game["closed"][-1]["board"]), "count": left}
    return f"{closed} {words}" % values


def _anywhere(game: Snapshot, variant: Variant, values: dict[str, str], *, is_yours: bool) -> str:
    free = _("Play in any open board.") if is_yours else _("%(side)s may play in any open board.")
    sent_to = variant.rules.leads_to(game["moves"][-1]) if game["moves"] else None
    if sent_to is None:
        return free % values
    values["board"] = small_board(variant, sent_to)
    is_won = any(each["mark"] for each in game["closed"] if each["board"] == sent_to)
    why = _("The %(board)s is won.") if is_won else _("The %(board)s is full.")
    return f"{free} {why}" % values

"""The wording of reviews, for each move and for the whole game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from games.ai.solver import Value, own_moves
from games.engine import CLASSIC, Mark, Variant
from games.presentation import hint_wording, sides
from games.protocol import MoveReviewJSON
from games.study.reviews.analysis import LOST_BY, MISTAKES, Label

SET_UP, WAITING = "set_up", "waiting"  # instead of a label
LABELS = {
    Label.KEPT_WIN: lazy("kept the win"),
    Label.KEPT_DRAW: lazy("kept the draw"),
    Label.SLIPPED: lazy("let it slip"),
    Label.LOST: lazy("lost"),
    Label.LOSING: lazy("was lost already"),
    Label.ALLOWED: lazy("lost by now"),
    Label.UNKNOWN: lazy("no verdict"),
    SET_UP: lazy("set up"),
    WAITING: lazy("not looked at yet"),
}
START = lazy("The position at the start.")
SINCE = lazy("Whether it was so before is not proven.")
# What stands beside a move in the list, unless its effect on the board says more.
BRIEF = {
    **LABELS,
    Label.KEPT_WIN: lazy("keeps it"),
    Label.KEPT_DRAW: lazy("draw"),
    Label.SLIPPED: lazy("lets it slip"),
    Label.LOST: lazy("loses"),
    Label.LOSING: lazy("lost anyway"),
}
# The kinds of squares of the classic board.
PLACES = {"corner": noop("a corner"), "edge": noop("an edge"), "centre": noop("the centre")}
# The signs beside the words, as chess players annotate moves.
SIGNS = {
    Label.KEPT_WIN: "✓",
    Label.KEPT_DRAW: "✓",
    Label.SLIPPED: "?",
    Label.LOST: "??",
    Label.LOSING: "\N{EN DASH}",
    Label.ALLOWED: "\N{EN DASH}",
    Label.UNKNOWN: "·",
    SET_UP: "·",
    WAITING: "…",
}
EXACT = (Label.KEPT_WIN, Label.KEPT_DRAW)


@dataclass(frozen=True, slots=True)
class Reviewed:
    ply: int
    review: MoveReviewJSON
    variant: Variant

    @property
    def mark(self) -> Mark:
        return Mark.of_ply(self.ply)

    @property
    def mover(self) -> str:
        return sides.side(self.mark, self.variant)

    @property
    def opponent(self) -> str:
        return sides.side(self.mark.opponent, self.variant)

    @property
    def number(self) -> int:
        return self.ply + 1

    @property
    def label(self) -> str:
        return self.review["label"]

    @property
    def standing(self) -> int | None:
        sign = 1 if self.mark is Mark.X else -1
        values = {Value.WIN: sign, Value.DRAW: 0, Value.LOSS: -sign}
        return values.get(Value(self.review["after"]["value"]))

    @property
    def winner_after(self) -> str:
        if not self.standing:
            return ""
        return sides.side(Mark.X if self.standing > 0 else Mark.O, self.variant)


def progress(done: int, moves: int, *, is_player: bool) -> str:
    words = _("Checking your moves… %(done)s of %(count)s")
    if not is_player:
        words = _("Checking the moves… %(done)s of %(count)s")
    return words % {"done": done, "count": moves}


def side(mark: str, you: Collection[str], winner: str) -> str:
    is_you = list(you) == [mark]
    if mark == winner:
        return _("you won") if is_you else _("won")
    return _("you") if is_you else ""


def turning_point(
    reviewed: Sequence[Reviewed], you: Collection[str], winner: str
) -> Reviewed | None:
    own = [move for move in reviewed if len(you) != 1 or move.mark in you]
    by_loser = [move for move in own if winner not in ("", move.mark)]
    return _last(_with(by_loser, *LOST_BY), _missed_wins(own), _with(own, *LOST_BY))


def accuracy(reviewed: Sequence[Reviewed], variant: Variant) -> str:
    counts = [_accuracy([move for move in reviewed if move.mark is mark]) for mark in Mark]
    x, o = (_("%(exact)s of %(proven)s") % count for count in counts)
    names = {mark.value.lower(): sides.side(mark, variant) for mark in Mark}
    words = _("Exact moves, of those that could be proven: %(x)s %(of_x)s, %(o)s %(of_o)s.")
    return words % {**names, "of_x": x, "of_o": o}


def _accuracy(moves: Sequence[Reviewed]) -> dict[str, int]:
    exact, wrong = ([move for move in moves if move.label in kind] for kind in (EXACT, MISTAKES))
    return {"exact": len(exact), "proven": len(exact) + len(wrong)}


def _last(*groups: Sequence[Reviewed]) -> Reviewed | None:
    return next((group[-1] for group in groups if group), None)


def summary(reviewed: Sequence[Reviewed], you: Collection[str], winner: str) -> str:
    if all(move.label == Label.UNKNOWN for move in reviewed):
        nothing = _("Nothing is proven of this game.")
        return nothing if reviewed else _("There is nothing to look back at.")
    point = turning_point(reviewed, you, winner)
    own = [move for move in reviewed if len(you) != 1 or move.mark in you]
    if point is None:
        return _faultless(own, is_player=len(you) == 1)
    if len(you) == 1:
        return _to_player(point, own, has_lost=winner not in ("", *you))
    return _to_spectator(point, winner)


def _faultless(moves: Sequence[Reviewed], *, is_player: bool) -> str:
    if _with(moves, Label.UNKNOWN):
        if lost := _with(moves, Label.LOSING):
            words = _("The game was lost by move %(number)s. Which move lost it is not proven.")
            return words % {"number": lost[0].number}
        return _("No mistake is proven.")
    return _("You made no mistake.") if is_player else _("Nobody made a mistake.")


def _to_player(point: Reviewed, own: Sequence[Reviewed], *, has_lost: bool) -> str:
    values = {"number": point.number, "count": len(_missed_wins(own))}
    if _misses_win(point):
        words = ngettext(
            "You missed a win on move %(number)s.",
            "You missed a win %(count)s times, last on move %(number)s.",
            values["count"],
        )
        return words % values
    if point.label == Label.ALLOWED:
        words = _("After move %(number)s your opponent could force a win.")
        return f"{words % values} {SINCE}"
    if has_lost:
        return _("You lost the game on move %(number)s.") % values
    return _("Move %(number)s could have cost you the game.") % values


def _to_spectator(point: Reviewed, winner: str) -> str:
    values = {"mark": point.mover, "number": point.number, "other": point.opponent}
    if point.label == Label.ALLOWED:
        words = _("After move %(number)s %(other)s could force a win.")
        return f"{words % values} {SINCE}"
    if point.label in LOST_BY and winner not in ("", point.mark):
        return _("%(mark)s lost the game on move %(number)s.") % values
    if _misses_win(point):
        return _("%(mark)s missed a win on move %(number)s.") % values
    return _("Move %(number)s could have cost %(mark)s the game.") % values


def _misses_win(move: Reviewed) -> bool:
    could_win = move.review["before"]["value"] == Value.WIN
    return could_win and move.label in (*MISTAKES, Label.UNKNOWN)


def _missed_wins(reviewed: Sequence[Reviewed]) -> list[Reviewed]:
    return [move for move in reviewed if _misses_win(move)]


def _with(reviewed: Sequence[Reviewed], *labels: Label) -> list[Reviewed]:
    return [move for move in reviewed if move.label in labels]


def brief(moved: Reviewed, effect: str) -> str:
    if _misses_win(moved) and moved.label == Label.UNKNOWN:
        return _("missed win")
    is_mistake = moved.label in (*MISTAKES, SET_UP, WAITING)
    return str(BRIEF[moved.label]) if is_mistake or not effect else effect


def reason(moved: Reviewed, effects: Sequence[str]) -> str:
    variant, line = moved.variant, moved.review["line"]
    if moved.label == Label.ALLOWED and len(line) > 1 and effects[1]:
        words = _("%(mark)s then has %(cell)s: %(effect)s.")
        named = {"mark": moved.opponent, "cell": variant.cell_name(line[1])}
        return words % {**named, "effect": effects[1]}
    if moved.review["better"]:
        return _what_held(moved)
    if len(line) < 3:
        return ""
    words = _("%(first)s, then %(second)s: %(effect)s.")
    names = {"first": variant.cell_name(line[0]), "second": variant.cell_name(line[2])}
    return words % {**names, "effect": effects[2]} if effects[2] else ""


def _what_held(moved: Reviewed) -> str:
    variant, better = moved.variant, moved.review["better"]
    is_win = moved.review["before"]["value"] == Value.WIN
    kinds = {_kind(cell) for cell in better} if variant == CLASSIC and not is_win else set()
    if len(kinds) == 1:
        taken, holding = _(PLACES[_kind(moved.review["cell"])]), _(PLACES[kinds.pop()])
        words = _("%(mark)s took %(taken)s; only %(holding)s holds.")
        return words % {"mark": moved.mover, "taken": taken, "holding": holding}
    if is_win:
        one, several = _("Only %(cells)s would have won."), _("%(cells)s would have won.")
    else:
        one, several = _("Only %(cells)s would have held."), _("%(cells)s would have held.")
    words = one if len(better) == 1 else several
    held = words % {"cells": hint_wording.one_of(variant, better)}
    return held[:1].upper() + held[1:] if len(better) > hint_wording.MAX_NAMED else held


def _kind(cell: int) -> str:
    return "centre" if cell == 4 else ("edge" if cell % 2 else "corner")


def proven(review: MoveReviewJSON) -> MoveReviewJSON:
    label, before = review["label"], review["before"]["value"]
    if label in tuple(Label) and not (label == Label.LOSING and before == Value.UNKNOWN):
        return review
    label = Label.ALLOWED if label == Label.LOSING else Label.UNKNOWN
    return {**review, "label": label, "better": [], "line": [], "unproven": []}


def move(moved: Reviewed) -> str:
    cell, label = moved.variant.cell_name(moved.review["cell"]), LABELS[moved.label]
    return _("%(mark)s %(cell)s: %(label)s") % {"mark": moved.mover, "cell": cell, "label": label}


def detail(moved: Reviewed) -> str:
    if moved.label in (SET_UP, WAITING):
        return ""
    if moved.label == Label.KEPT_DRAW:
        return _("It is still a draw.")
    before = _before(moved) if moved.label == Label.LOST or _misses_win(moved) else ""
    return f"{before} {_after(moved)}".strip()


def better(variant: Variant, cells: Sequence[int]) -> str:
    if not cells:
        return ""
    return _("Better: %(cells)s.") % {"cells": hint_wording.one_of(variant, cells)}


def follows(moved: Reviewed) -> str:
    if moved.label == Label.ALLOWED:
        return _("How %(mark)s could force the win:") % {"mark": moved.opponent}
    return _("What would have followed:")


def _before(moved: Reviewed) -> str:
    verdict, mover = moved.review["before"], moved.mover
    if verdict["value"] == Value.DRAW:
        return _("It was a draw.")
    if verdict["plies"] is None and (moves := own_moves(len(moved.review["line"]))):
        words = ngettext(
            "Here %(mark)s could have forced a win in %(count)s move.",
            "Here %(mark)s could have forced a win in %(count)s moves.",
            moves,
        )
        return words % {"mark": mover, "count": moves}
    moves = own_moves(verdict["plies"])
    if not moves:
        return _("%(mark)s could win.") % {"mark": mover}
    words = ngettext(
        "%(mark)s could win in %(count)s move.", "%(mark)s could win in %(count)s moves.", moves
    )
    return words % {"mark": mover, "count": moves}


def _after(moved: Reviewed) -> str:
    verdict = moved.review["after"]
    if verdict["value"] == Value.UNKNOWN:
        return ""
    if verdict["value"] == Value.DRAW:
        return _("Now it is a draw.")
    winner = moved.mover if verdict["value"] == Value.WIN else moved.opponent
    if verdict["plies"] == 1:
        return _("%(mark)s has won.") % {"mark": winner}
    # A win that threats force has no distance, but the line of the move before it has.
    line = moved.review["line"] if moved.label == Label.ALLOWED else []
    count = (verdict["plies"] or len(line)) // 2
    if not count:
        return _("Now %(mark)s can win.") % {"mark": winner}
    words = ngettext(
        "Now %(mark)s wins in %(count)s move.", "Now %(mark)s wins in %(count)s moves.", count
    )
    return words % {"mark": winner, "count": count}


def levels(variant: Variant, *, is_draw: bool, is_unknown: bool) -> tuple[str, str, str]:
    x, o = (_("%(mark)s wins") % {"mark": sides.side(mark, variant)} for mark in Mark)
    if is_unknown:
        return x, _("draw or unknown") if is_draw else _("unknown"), o
    return x, _("draw") if variant.rules.has_draws else "", o


def standings(first: Reviewed, last: Reviewed) -> str:
    values = {"first": first.number, "last": last.number, "mark": first.winner_after}
    if first == last:
        words = _("Move %(first)s: %(mark)s.") if values["mark"] else _("Move %(first)s: a draw.")
    elif values["mark"]:
        words = _("Moves %(first)s to %(last)s: %(mark)s.")
    else:
        words = _("Moves %(first)s to %(last)s: a draw.")
    return words % values

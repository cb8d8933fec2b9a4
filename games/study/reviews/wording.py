"""The wording of reviews, for each move and for the whole game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.ai.solver import Value, own_moves
from games.engine import Mark, Variant
from games.presentation import hint_wording, sides
from games.protocol import MoveReviewJSON
from games.study.reviews.analysis import MISTAKES, Label

SET_UP, WAITING = "set_up", "waiting"  # instead of a label
LABELS = {
    Label.KEPT_WIN: lazy("kept the win"),
    Label.KEPT_DRAW: lazy("kept the draw"),
    Label.SLIPPED: lazy("let it slip"),
    Label.LOST: lazy("lost"),
    Label.LOSING: lazy("was lost already"),
    Label.GOOD: lazy("good"),
    Label.DOUBTFUL: lazy("doubtful"),
    Label.UNKNOWN: lazy("not looked at"),
    SET_UP: lazy("set up"),
    WAITING: lazy("not looked at yet"),
}
START = lazy("The position at the start.")
# The signs beside the words, as chess players annotate moves.
SIGNS = {
    Label.KEPT_WIN: "✓",
    Label.KEPT_DRAW: "✓",
    Label.SLIPPED: "?",
    Label.LOST: "??",
    Label.LOSING: "\N{EN DASH}",
    Label.GOOD: "✓",
    Label.DOUBTFUL: "?!",
    Label.UNKNOWN: "·",
    SET_UP: "·",
    WAITING: "…",
}
EXACT = (Label.KEPT_WIN, Label.KEPT_DRAW)
OPINIONS = (Label.GOOD, Label.DOUBTFUL)
EVEN = 0.1  # a standing of at most so much counts as even


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
        """What the side that moved is called."""
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


def progress(done: int, moves: int, *, is_player: bool) -> str:
    """Say how far the review has come, to a player or to a spectator."""
    words = _("Checking your moves… %(done)s of %(count)s")
    if not is_player:
        words = _("Checking the moves… %(done)s of %(count)s")
    return words % {"done": done, "count": moves}


def side(mark: str, you: Collection[str], winner: str) -> str:
    """Say of a side whether it is the viewer's, and whether it won."""
    is_you = list(you) == [mark]
    if mark == winner:
        return _("you won") if is_you else _("won")
    return _("you") if is_you else ""


def turning_point(
    reviewed: Sequence[Reviewed], you: Collection[str], winner: str
) -> Reviewed | None:
    """Return the move that matters most to a player or a spectator, None if no move was a mistake.

    ``winner`` is the mark that won the game, empty if none did. For a player it is their own last
    missed win, else their own last losing or doubtful move. For spectators it is the move that lost
    the game or, without one, the last missed win or other mistake.
    """
    if len(you) == 1:
        own = [move for move in reviewed if move.mark in you]
        return _last(_missed_wins(own), _with(own, Label.LOST), _with(own, Label.DOUBTFUL))
    by_loser = [move for move in reviewed if winner not in ("", move.mark)]
    return _last(
        _with(by_loser, Label.LOST),
        _missed_wins(reviewed),
        _with(reviewed, Label.LOST),
        _with(by_loser if winner else reviewed, Label.DOUBTFUL),
    )


def accuracy(reviewed: Sequence[Reviewed], variant: Variant) -> str:
    """Say how many of each side's moves kept all there was, of those that are proven."""
    counts = [_accuracy([move for move in reviewed if move.mark is mark]) for mark in Mark]
    x, o = (_("%(exact)s of %(proven)s") % count for count in counts)
    names = {mark.value.lower(): sides.side(mark, variant) for mark in Mark}
    words = _("Exact moves, of those that could be proven: %(x)s %(of_x)s, %(o)s %(of_o)s.")
    return words % {**names, "of_x": x, "of_o": o}


def _accuracy(moves: Sequence[Reviewed]) -> dict[str, int]:
    exact, wrong = ([move for move in moves if move.label in kind] for kind in (EXACT, MISTAKES))
    return {"exact": len(exact), "proven": len(exact) + len(wrong)}


def _last(*groups: Sequence[Reviewed]) -> Reviewed | None:
    """Return the last move of the first group that is not empty."""
    return next((group[-1] for group in groups if group), None)


def summary(reviewed: Sequence[Reviewed], you: Collection[str], winner: str) -> str:
    """Return the one sentence that matters; see ``turning_point``."""
    if all(move.label == Label.UNKNOWN for move in reviewed):
        return _("There is nothing to look back at.")
    point = turning_point(reviewed, you, winner)
    own = [move for move in reviewed if len(you) != 1 or move.mark in you]
    if point is None:
        return _faultless(own, is_player=len(you) == 1)
    if len(you) == 1:
        return _to_player(point, own, has_lost=winner not in ("", *you))
    return _to_spectator(point, winner)


def _faultless(moves: Sequence[Reviewed], *, is_player: bool) -> str:
    is_proven = not any(move.label in (Label.GOOD, Label.UNKNOWN) for move in moves)
    if not is_proven and (lost := _with(moves, Label.LOSING)):
        words = _("The game was lost by move %(number)s. Which move lost it is not proven.")
        return words % {"number": lost[0].number}
    if is_player:
        return _("You made no mistake.") if is_proven else _("I found no mistake in your moves.")
    return _("Nobody made a mistake.") if is_proven else _("I found no mistake.")


def _to_player(point: Reviewed, own: Sequence[Reviewed], *, has_lost: bool) -> str:
    values = {"number": point.number, "count": len(_missed_wins(own))}
    if _misses_win(point):
        words = ngettext(
            "You missed a win on move %(number)s.",
            "You missed a win %(count)s times, last on move %(number)s.",
            values["count"],
        )
        return words % values
    if point.label == Label.DOUBTFUL:
        return _("Move %(number)s may be a mistake.") % values
    if has_lost:
        return _("You lost the game on move %(number)s.") % values
    return _("Move %(number)s could have cost you the game.") % values


def _to_spectator(point: Reviewed, winner: str) -> str:
    values = {"mark": point.mover, "number": point.number}
    if point.label == Label.DOUBTFUL:
        return _("Move %(number)s of %(mark)s may be a mistake.") % values
    if point.label == Label.LOST and winner not in ("", point.mark):
        return _("%(mark)s lost the game on move %(number)s.") % values
    if _misses_win(point):
        return _("%(mark)s missed a win on move %(number)s.") % values
    return _("Move %(number)s could have cost %(mark)s the game.") % values


def _misses_win(move: Reviewed) -> bool:
    return move.label in MISTAKES and move.review["before"]["value"] == Value.WIN


def _missed_wins(reviewed: Sequence[Reviewed]) -> list[Reviewed]:
    return [move for move in reviewed if _misses_win(move)]


def _with(reviewed: Sequence[Reviewed], label: Label) -> list[Reviewed]:
    return [move for move in reviewed if move.label == label]


def is_opinion(review: MoveReviewJSON) -> bool:
    """Return whether a label is no more than an opinion, which the page says once for all moves."""
    is_guess = review["before"]["value"] == Value.UNKNOWN
    return review["label"] in OPINIONS or (review["label"] == Label.LOSING and is_guess)


def move(moved: Reviewed) -> str:
    """Return a move with its label in words, such as "O b3: lost"."""
    cell, label = moved.variant.cell_name(moved.review["cell"]), LABELS[moved.label]
    return _("%(mark)s %(cell)s: %(label)s") % {"mark": moved.mover, "cell": cell, "label": label}


def detail(moved: Reviewed) -> str:
    """Say how the game ends after a move and, after a mistake, what the move gave away."""
    if moved.label in (Label.UNKNOWN, SET_UP, WAITING):
        return ""
    if moved.label == Label.KEPT_DRAW:
        return _("It is still a draw.")
    after = _after(moved) or _opinion(moved)
    if moved.label == Label.DOUBTFUL:
        return _("Another move looks stronger. %(after)s") % {"after": after}
    if moved.label not in MISTAKES:
        return after
    return f"{_before(moved)} {after}"


def better(variant: Variant, cells: Sequence[int]) -> str:
    """Name the moves that would have been better, "" if there were none."""
    if not cells:
        return ""
    return _("Better: %(cells)s.") % {"cells": hint_wording.one_of(variant, cells)}


def _before(moved: Reviewed) -> str:
    verdict, mover = moved.review["before"], moved.mover
    if verdict["value"] == Value.DRAW:
        return _("It was a draw.")
    moves = own_moves(verdict["plies"])
    if not moves:
        return _("%(mark)s could win.") % {"mark": mover}
    words = ngettext(
        "%(mark)s could win in %(count)s move.", "%(mark)s could win in %(count)s moves.", moves
    )
    return words % {"mark": mover, "count": moves}


def _after(moved: Reviewed) -> str:
    """Say how the game ends after a move, "" if that is not proven."""
    verdict = moved.review["after"]
    if verdict["value"] == Value.UNKNOWN:
        return ""
    if verdict["value"] == Value.DRAW:
        return _("Now it is a draw.")
    winner = moved.mover if verdict["value"] == Value.WIN else moved.opponent
    if verdict["plies"] is None:
        return _("Now %(mark)s can win.") % {"mark": winner}
    count = verdict["plies"] // 2
    if not count:
        return _("%(mark)s has won.") % {"mark": winner}
    words = ngettext(
        "Now %(mark)s wins in %(count)s move.", "Now %(mark)s wins in %(count)s moves.", count
    )
    return words % {"mark": winner, "count": count}


def _opinion(moved: Reviewed) -> str:
    if favoured := who_stands_better(moved):
        return _("%(mark)s seems to stand better.") % {"mark": favoured}
    return _("It looks even.")


def who_stands_better(moved: Reviewed) -> str:
    """Return what the side is called that stands better after a move, "" if neither does."""
    standing = moved.review["standing"]
    if abs(standing) <= EVEN:
        return ""
    return sides.side(Mark.X if standing > 0 else Mark.O, moved.variant)


def standings(first: int, last: int, favoured: str) -> str:
    """Say who stood better after which moves."""
    values = {"first": first, "last": last, "mark": favoured}
    if first == last:
        words = _("Move %(first)s: %(mark)s.") if favoured else _("Move %(first)s: even.")
    elif favoured:
        words = _("Moves %(first)s to %(last)s: %(mark)s.")
    else:
        words = _("Moves %(first)s to %(last)s: even.")
    return words % values


# Trying again

"""The wording of duels: results, and ratings."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from games.engine import Variant
from games.people.duels.models import SeatRating
from games.presentation import board_wording
from games.presentation.player_wording import MINUS, in_sentence
from games.protocol import GameSummary


def board(game: GameSummary) -> str:
    return board_wording.board(Variant.parse(game["variant"]))


def result(game: GameSummary, you: Collection[str], leader: str | None) -> str:
    score = game["score"]
    high, low = (_points(wins, score["draws"]) for wins in sorted((score["X"], score["O"]))[::-1])
    points: dict[str, object] = {"high": high, "low": low}
    if leader is None and len(you) == 1:
        return _("You drew the duel, %(high)s to %(low)s.") % points
    if leader is None:
        return _("The duel is drawn, %(high)s to %(low)s.") % points
    if list(you) == [leader]:
        return _("You win the duel, %(high)s to %(low)s.") % points
    points["name"] = in_sentence(game, leader)
    return _("%(name)s wins the duel, %(high)s to %(low)s.") % points


def rating(rating: SeatRating) -> str:
    doubt = "" if rating["is_sure"] else "?"
    change = "" if rating["change"] is None else f" {rating['change']:+}".replace("-", MINUS)
    return f"{rating['value']}{doubt}{change}"


def _points(wins: int, draws: int) -> str:
    whole, half = divmod(2 * wins + draws, 2)
    return f"{whole or ''}½" if half else str(whole)

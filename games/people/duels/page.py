"""What pages show of ratings: leaderboards, and how a player's ratings went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.presets import BOARDS
from games.models import Game, Player
from games.people.duels import wording
from games.people.duels.models import Rating, RatingChange, ratings_in
from games.people.duels.openings.book import RATED
from games.people.duels.rules import NAME
from games.people.lobby import page as lobby
from games.presentation import charts
from games.web.game_parts import GamePart, Shown, of_kind

LISTED = 20  # on a leaderboard
LEAST_LEADERS = 10  # who qualify, before there is one
POINTS = 100  # of a graph, at most; of more duels only some are drawn
WIDTH, HEIGHT, MARGIN = 320, 96, 8
NEW = gettext_noop("A new rating changes that of the other player only after five duels.")
LEAST_SPAN = 100  # of a graph from top to bottom, so that small changes look small


@dataclass(frozen=True, slots=True)
class Leaderboard:
    board: str
    name: str
    rows: list[tuple[int, Rating, str, bool]]  # whether it is the viewer


@dataclass(frozen=True, slots=True)
class RatingGraph:
    values: Sequence[float]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def points(self) -> list[tuple[float, float]]:
        low, high = min(self.values), max(self.values)
        spare = max(0.0, LEAST_SPAN - (high - low)) / 2
        low, high = low - spare, high + spare
        step = (WIDTH - 2 * MARGIN) / max(1, len(self.values) - 1)
        inner = HEIGHT - 2 * MARGIN
        return [
            (round(MARGIN + number * step, 1), round(MARGIN + inner * (high - v) / (high - low), 1))
            for number, v in enumerate(self.values)
        ]

    @property
    def path(self) -> str:
        return charts.line(self.points)

    @property
    def end(self) -> tuple[float, float]:
        return self.points[-1]

    @property
    def words(self) -> str:
        numbers = {"first": self.values[0], "best": max(self.values), "last": self.values[-1]}
        rounded = {name: f"{value:.0f}" for name, value in numbers.items()}
        return _("From %(first)s to %(last)s, at best %(best)s.") % rounded


@dataclass(frozen=True, slots=True)
class RatedBoard:
    rating: Rating
    graph: RatingGraph

    @property
    def board(self) -> str:
        return self.rating.board_name

    @property
    def words(self) -> str:
        return wording.rating(self.rating.shown)


def leaderboards(viewer: Player | None) -> list[Leaderboard]:
    return [found for board in RATED if (found := _leaderboard(board, viewer))]


def context(shown: Shown) -> dict[str, Any]:
    ratings = {mark: wording.rating(rating) for mark, rating in ratings_in(shown.game).items()}
    return {**lobby.context(shown), "duel_terms": terms(shown.game), "ratings": ratings}


def profile(player: Player | None, *, is_own: bool = False) -> dict[str, list[RatedBoard]]:
    ratings = player.ratings.filter(board__in=RATED) if player else ()
    by_id = {rating.pk: rating for rating in ratings if rating.is_established or is_own}
    changes = RatingChange.objects.filter(rating__in=by_id).order_by("rating", "at", "pk")
    rows = changes.values_list("rating", "before", "after")
    return {
        "rated_boards": [
            RatedBoard(by_id[id], _graph([(before, after) for _, before, after in of_rating]))
            for id, of_rating in groupby(rows, key=lambda row: row[0])
        ]
    }


def terms(game: Game) -> str:
    if game.status == Game.Status.WAITING:
        return _("Rated, but the same two only once a day.")
    if not (game.x and game.o):
        return ""
    ratings = ratings_in(game)
    if not ratings:
        return _("Not rated: the same two are rated once a day.")
    has_changed = any(rating["change"] is not None for rating in ratings.values())
    if has_changed and game.status == Game.Status.CLOSED:
        return _("It was the second time in a day, so the duel counts as lost.")
    if len(ratings) == sum(rating["change"] is not None for rating in ratings.values()):
        is_new = any(not rating.get("is_established", True) for rating in ratings.values())
        return _(NEW) if is_new else ""
    return _("A game given up before each has moved twice counts only against whoever gave it up.")


def _leaderboard(board: str, viewer: Player | None) -> Leaderboard | None:
    leaders = list(Rating.objects.leading(board)[:LISTED])
    if len(leaders) < LEAST_LEADERS:
        return None
    rows = [
        (place, rating, wording.rating(rating.shown), rating.player == viewer)
        for place, rating in enumerate(leaders, start=1)
    ]
    return Leaderboard(board, BOARDS[board].name, rows)


def _graph(changes: list[tuple[float, float]]) -> RatingGraph:
    values: list[Any] = [changes[0][0], *(after for _, after in changes)]
    every = -(-len(values) // POINTS)
    # Counted from the end, so that the last one is drawn.
    return RatingGraph(values[::-1][::every][::-1])


PART = GamePart(
    applies=of_kind(NAME),
    templates={
        "invitation_heading": "people/duels/_invitation_heading.html",
        "invitation": "people/duels/_invitation.html",
        "invite": "people/duels/_waiting.html",
        "score": "people/duels/_score.html",
        "seat": "people/duels/_seat.html",
        "terms": "people/duels/_terms.html",
        "again": "people/duels/_again.html",
    },
    context=context,
    scripts=("js/people/lobby.js", "js/people/duels.js"),
)

from __future__ import annotations

from datetime import timedelta
from typing import Self, TypedDict

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from games import glicko
from games.engine import clock
from games.engine.presets import BOARDS
from games.engine.series import TWO_GAMES
from games.models.games import Game
from games.models.people import Player
from games.presentation.player_wording import MINUS

DAY = timedelta(days=1)
SURE_BELOW = 110.0  # the deviation above which a rating is shown with a question mark
# Who is on a leaderboard: those of whom enough is known.
LEADS_BELOW = 80.0
LEADS_AFTER = 10  # duels
# A rating is listed, and changes those of others, from so many duels against so many people on.
ESTABLISHED_AFTER, ESTABLISHED_BY = 5, 3


class SeatRating(TypedDict):
    value: int
    is_sure: bool  # whether enough is known of the player
    change: int | None  # by the duel, None until then
    is_established: bool


class DuelGame(models.Model):
    # ``ratings`` has a ``SeatRating`` for each mark: that when the duel began, and in the game that
    # has ended it the one after it; None if the duel is not rated.
    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="duel")
    ratings = models.JSONField(null=True, editable=False)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"game {number(self.game)} of {TWO_GAMES}"


class RatingQuerySet(models.QuerySet["Rating"]):
    def leading(self, board: str) -> Self:
        known = self.filter(board=board, duels__gte=LEADS_AFTER, known_until__gt=timezone.now())
        people = known.filter(opponents__gte=ESTABLISHED_BY)
        people = people.filter(player__user__is_active=True, player__private_since=None)
        return people.order_by("-value", "pk").select_related("player")


class Rating(models.Model):
    # ``opponents`` are the people of its duels, counted up to ``ESTABLISHED_BY``. ``known_until``
    # is when the deviation will be too large for the leaderboard; None if it is already.
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", db_index=False)
    board = models.CharField(max_length=16)
    value = models.FloatField(default=glicko.GlickoRating().value)
    deviation = models.FloatField(default=glicko.GlickoRating().deviation)
    volatility = models.FloatField(default=glicko.GlickoRating().volatility)
    duels = models.PositiveIntegerField(default=0)
    opponents = models.PositiveSmallIntegerField(default=0, db_default=0)
    rated_at = models.DateTimeField(default=clock.now)
    known_until = models.DateTimeField(null=True)

    objects = RatingQuerySet.as_manager()

    class Meta:
        app_label = "games"
        ordering = ("player_id", "board")
        constraints = (
            models.UniqueConstraint(fields=["player", "board"], name="one_rating_a_board"),
        )
        indexes = (
            models.Index(
                fields=["board", "-value", "id"],
                name="rating_best_first",
                condition=Q(duels__gte=LEADS_AFTER),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.value:.0f}"

    @property
    def board_name(self) -> str:
        return gettext(BOARDS[self.board].name)

    @property
    def last(self) -> glicko.GlickoRating:
        return glicko.GlickoRating(self.value, self.deviation, self.volatility)

    @property
    def now(self) -> glicko.GlickoRating:
        return self.last.after(self.periods)

    @property
    def periods(self) -> float:
        return max(0.0, (clock.now() - self.rated_at) / DAY) * glicko.PERIODS_A_DAY

    @property
    def is_established(self) -> bool:
        return self.duels >= ESTABLISHED_AFTER and self.opponents >= ESTABLISHED_BY

    @property
    def is_sure(self) -> bool:
        return self.is_established and self.now.deviation <= SURE_BELOW

    @property
    def shown(self) -> SeatRating:
        return {
            "value": round(self.value),
            "is_sure": self.is_sure,
            "change": None,
            "is_established": self.is_established,
        }

    @property
    def words(self) -> str:
        return rating_in_words(self.shown)

    def count_duel(self, opponent: Player) -> None:
        self.duels += 1
        games = Game.objects.of(opponent)
        if self.opponents < ESTABLISHED_BY and not self.changes.filter(game__in=games).exists():
            self.opponents += 1

    def set(self, rating: glicko.GlickoRating) -> None:
        self.value, self.deviation, self.volatility = rating
        self.rated_at = clock.now()
        self.known_until = None
        if rating.deviation < LEADS_BELOW:
            left = rating.periods_until(LEADS_BELOW)
            self.known_until = self.rated_at + left / glicko.PERIODS_A_DAY * DAY


class RatingChange(models.Model):
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes", db_index=False)
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="rating_changes")
    score = models.FloatField()  # 1 for a duel won, 0.5 for one drawn, 0 for one lost
    before = models.FloatField()
    after = models.FloatField()
    deviation = models.FloatField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        app_label = "games"
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(fields=["game", "rating"], name="one_change_a_duel"),
        )
        indexes = (models.Index(fields=["rating", "at"], name="rating_change_by_time"),)

    def __str__(self) -> str:
        return f"{self.after - self.before:+.0f}"


def number(game: Game) -> int:
    return 1 + game.x_score + game.o_score + game.draws


def ratings_in(game: Game) -> dict[str, SeatRating]:
    row = getattr(game, "duel", None)
    return dict(row.ratings or {}) if row else {}


def rating_in_words(rating: SeatRating) -> str:
    doubt = "" if rating["is_sure"] else "?"
    change = "" if rating["change"] is None else f" {rating['change']:+}".replace("-", MINUS)
    return f"{rating['value']}{doubt}{change}"

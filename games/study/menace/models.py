from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.db.models import Q

from games.engine import Board, Mark
from games.models.games import Game
from games.study.menace.learner import Beads, beads_gained

POSITION_LENGTH = len(".../.../...")


class MatchboxQuerySet(models.QuerySet["Matchbox"]):
    def of(self, positions: Iterable[str]) -> dict[str, Beads]:
        return self.filter(position__in=positions).counts()

    def counts(self) -> dict[str, Beads]:
        return {box.position: box.counts for box in self}

    def put(self, boxes: dict[str, Beads]) -> None:
        self.bulk_create(
            [Matchbox(position=position, beads=beads) for position, beads in boxes.items()],
            update_conflicts=True,
            unique_fields=["position"],
            update_fields=["beads"],
        )


class Matchbox(models.Model):
    # Every other box is as in the beginning. ``beads`` is JSON, which has strings as keys;
    # ``counts`` has the cells as numbers.
    position = models.CharField(primary_key=True, max_length=POSITION_LENGTH)
    beads = models.JSONField()

    objects = MatchboxQuerySet.as_manager()

    class Meta:
        app_label = "games"
        verbose_name_plural = "matchboxes"
        ordering = ("position",)

    def __str__(self) -> str:
        return self.position

    @property
    def board(self) -> Board:
        return Board.from_stored(self.position)

    @property
    def counts(self) -> Beads:
        return {int(cell): count for cell, count in self.beads.items()}


class LearnedGameQuerySet(models.QuerySet["LearnedGame"]):
    def sample(self, most: int) -> list[LearnedGame]:
        """Return at most ``most`` games: the last one and others at equal distances before it."""
        last = self.last()
        if last is None:
            return []
        step = -(-last.number // most)
        # They are selected by number, so that the database reads no others.
        numbers = range(last.number, 0, -step)
        return list(self.filter(number__in=numbers))


class LearnedGame(models.Model):
    # With the totals so far. ``game`` is None for a training game, which is not stored, and for a
    # deleted one. If Menace played both sides, it has learned once for each ``mark``.
    number = models.PositiveIntegerField(primary_key=True)  # of its games, from 1
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")
    mark = models.CharField("played", max_length=1, choices=[(m.value, m.value) for m in Mark])
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LearnedGameQuerySet.as_manager()

    class Meta:
        app_label = "games"
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["game", "mark"], name="learned_game_once_a_side"),
            models.CheckConstraint(
                name="learned_game_number_is_their_sum",
                condition=Q(number=models.F("won") + models.F("drawn") + models.F("lost")),
            ),
        )

    def __str__(self) -> str:
        return f"game {self.number}"

    @property
    def beads(self) -> int:
        return beads_gained(self.won, self.drawn, self.lost)

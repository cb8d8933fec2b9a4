from __future__ import annotations

from collections.abc import Collection
from datetime import date
from enum import StrEnum
from typing import Self

from django.db import models
from django.utils import timezone

from games.models.people import Player

ID_LENGTH = 16


class Result(StrEnum):
    FIRST_TRY = "first_try"
    SOLVED = "solved"
    SHOWN = "shown"


class PuzzleAttemptQuerySet(models.QuerySet["PuzzleAttempt"]):
    def over(self) -> Self:
        return self.exclude(solved_at=None, shown_at=None)


class PuzzleAttempt(models.Model):
    # ``tries`` counts the answers up to the first right one, and an answer that repeats the one
    # before once; ``last_answer`` is that, with one's own moves before it. ``daily_on`` is the last
    # day on which it was solved as the puzzle of that day, ``earlier_days`` are those before it, as
    # texts.
    player = models.ForeignKey(Player, models.CASCADE, related_name="puzzle_attempts")
    puzzle = models.CharField(max_length=ID_LENGTH)
    tries = models.PositiveIntegerField(default=0)
    last_answer = models.JSONField(null=True)
    solved_at = models.DateTimeField(null=True)
    hinted_at = models.DateTimeField(null=True)
    shown_at = models.DateTimeField(null=True)
    daily_on = models.DateField(null=True)
    earlier_days = models.JSONField(null=True)

    objects = PuzzleAttemptQuerySet.as_manager()

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=["player", "puzzle"], name="one_attempt_a_puzzle"),
        )

    def __str__(self) -> str:
        return f"{self.player} at puzzle {self.puzzle}"

    @classmethod
    def before_merge(cls, guest: Player, player: Player) -> None:
        # Of two attempts the one that ended stays, the player's first, with the days of either.
        own = {attempt.puzzle: attempt for attempt in cls.objects.filter(player=player)}
        for attempt in cls.objects.filter(player=guest, puzzle__in=own):
            twin = own[attempt.puzzle]
            stays, goes = (twin, attempt) if twin.is_over else (attempt, twin)
            stays.days |= goes.days
            goes.delete()
            stays.save(update_fields=["daily_on", "earlier_days"])

    @property
    def is_over(self) -> bool:
        return bool(self.solved_at or self.shown_at)

    @property
    def result(self) -> Result | None:
        # Once the solution was shown, no answer solves the puzzle.
        if self.solved_at:
            had_help = self.hinted_at is not None and self.hinted_at <= self.solved_at
            is_alone = self.tries == 1 and not had_help
            return Result.FIRST_TRY if is_alone else Result.SOLVED
        return Result.SHOWN if self.shown_at else None

    @property
    def days(self) -> set[date]:
        earlier = {date.fromisoformat(day) for day in self.earlier_days or ()}
        return {*earlier, self.daily_on} if self.daily_on else earlier

    @days.setter
    def days(self, days: Collection[date]) -> None:
        self.daily_on = max(days, default=None)
        self.earlier_days = [str(day) for day in sorted(days)][:-1] or None

    def was_shown_on(self, day: date) -> bool:
        return bool(self.shown_at and timezone.localdate(self.shown_at) == day)

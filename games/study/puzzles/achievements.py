from __future__ import annotations

from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.study.puzzles import book
from games.study.puzzles.days import Days
from games.web.achievements import Achievement, AchievementSet, drawn

WEEK, EASY, HARD = "7-days", "10-easy-puzzles", "10-hard-puzzles"
CALENDAR = "M6 9h28v24H6zM6 16h28M13 5v7M27 5v7M14 25l4 4 8-8"
PIECE = "M6 12h7c-3-8 9-8 6 0h8v8c7-3 7 9 0 6v8H6z"
TICK = "M13 23l3 3 5-6"
EASY_UP_TO, HARD_FROM = 2, 4  # grades


def _counts(player: Player) -> dict[str, int]:
    attempts, puzzles = list(player.puzzle_attempts.all()), book.all_puzzles()
    solved = [each.puzzle for each in attempts if each.solved_at and each.puzzle in puzzles]
    grades = [puzzles[id].grade for id in solved]
    return {
        WEEK: Days.of(attempts, timezone.localdate()).streak.best,
        EASY: sum(grade <= EASY_UP_TO for grade in grades),
        HARD: sum(grade >= HARD_FROM for grade in grades),
    }


DAYS, PUZZLES = reverse_lazy("games:puzzle_days"), reverse_lazy("games:puzzles")
OF_PUZZLES = (
    Achievement(WEEK, _("7 days of puzzles"), drawn(CALENDAR), "walnut", DAYS, need=7),
    Achievement(EASY, _("10 easy puzzles"), drawn(PIECE), "plum", PUZZLES, need=10),
    Achievement(HARD, _("10 hard puzzles"), drawn(f"{PIECE}{TICK}"), "pine", PUZZLES, need=10),
)
COLLECTED = AchievementSet(OF_PUZZLES, _counts)

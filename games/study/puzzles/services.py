from __future__ import annotations

from collections.abc import Collection
from datetime import date
from itertools import chain, islice
from random import SystemRandom
from typing import Literal

from django.db import transaction
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.play import limits
from games.play.errors import NoPuzzleLeft, NoSuchPuzzle, SignedOut
from games.play.services import played
from games.study.puzzles import book
from games.study.puzzles.book import Cells, Puzzle
from games.study.puzzles.days import Days
from games.study.puzzles.models import PuzzleAttempt
from games.study.puzzles.record import GRADE, OF_GRADE, puzzle_rating
from games.web.achievements import Achievement, AchievementSet, drawn


def find_puzzle(puzzle_id: str) -> Puzzle:
    if puzzle := book.find(puzzle_id):
        return puzzle
    raise NoSuchPuzzle


def answer_puzzle(
    puzzle_id: str,
    player: Player,
    *,
    cell: int,
    own: Cells = (),
    today: date,
    address: str | None = None,
) -> Cells | None:
    """Return one's own moves and the one that follows, None for a wrong answer."""
    # One that nobody has proven changes nothing. Only wrong answers up to the end count, and none
    # after the solution was shown. To end the puzzle of ``today`` counts for that day even after an
    # earlier attempt, but not on the day on which the solution was shown.
    puzzle = find_puzzle(puzzle_id)
    own = puzzle.resumed(own)
    board, stage = puzzle.position(own), puzzle.after(own)
    played(board, cell)
    limits.count_visitor(limits.ANSWERS, player.pk, address)
    if cell in stage.unproven:
        return own
    move = stage.keeps(cell)
    if move is None or not stage.right[move].right:
        _count_answer(puzzle, player, today, (*own, cell), is_right=move is not None)
    return None if move is None else (*own, move)


def _count_answer(
    puzzle: Puzzle, player: Player, today: date, moves: Cells, *, is_right: bool
) -> None:
    with transaction.atomic():
        attempt = _attempt(puzzle, player)
        if not attempt.is_over and attempt.last_answer != list(moves):
            attempt.tries += 1
            attempt.last_answer = list(moves)
            attempt.solved_at = timezone.now() if is_right else None
        if is_right and puzzle == book.of_day(today) and not attempt.was_shown_on(today):
            attempt.days |= {today}
        fields = ["tries", "last_answer", "solved_at", "daily_on", "earlier_days"]
        attempt.save(update_fields=fields)


def note_help(
    puzzle_id: str,
    player: Player,
    kind: Literal["hinted_at", "shown_at"],
    *,
    today: date,
    address: str | None = None,
) -> None:
    # For the puzzle of ``today``, a solution found on another day does not count.
    puzzle = find_puzzle(puzzle_id)
    limits.count_visitor(limits.ANSWERS, player.pk, address)
    is_daily = puzzle == book.of_day(today)
    with transaction.atomic():
        attempt = _attempt(puzzle, player)
        if attempt.daily_on != today if is_daily else not attempt.solved_at:
            # A puzzle may come again, and the first hint is the one that may have helped.
            first_hint = attempt.hinted_at if kind == "hinted_at" else None
            setattr(attempt, kind, first_hint or timezone.now())
            attempt.save(update_fields=[kind])


def next_puzzle(
    player: Player | None,
    *,
    theme: str = "",
    board: str = "",
    besides: Collection[str] = (),
) -> Puzzle:
    """Return one that is not over for the player, about as hard as the player is good."""
    attempts = list(player.puzzle_attempts.over()) if player else []
    done = {*besides, *(attempt.puzzle for attempt in attempts)}
    left = [puzzle for puzzle in book.of_kind(theme, board) if puzzle.id not in done]
    if not left:
        raise NoPuzzleLeft
    rating = puzzle_rating(attempts)
    value = rating.value if rating else OF_GRADE[1].value
    distances = {puzzle.id: abs(OF_GRADE[puzzle.grade].value - value) for puzzle in left}
    most = min(distances.values()) + GRADE
    return SystemRandom().choice([puzzle for puzzle in left if distances[puzzle.id] <= most])


def choose(theme: str, board: str, grade: int | None, count: int) -> list[Puzzle]:
    """Return some puzzles, with one answer if there are enough, the easier ones first."""
    left = [p for p in book.of_kind(theme, board) if grade in (None, p.grade)]
    SystemRandom().shuffle(left)
    # Answers cost much time to read, so no more are read than are needed.
    with_one = islice((p for p in left if p.stage.has_only_move), count)
    chosen = {puzzle.id: puzzle for puzzle in chain(with_one, left)}
    return sorted(islice(chosen.values(), count), key=lambda puzzle: puzzle.grade)


def _attempt(puzzle: Puzzle, player: Player) -> PuzzleAttempt:
    if not Player.objects.filter(pk=player.pk, generation=player.generation).exists():
        raise SignedOut
    attempts = PuzzleAttempt.objects.select_for_update()
    return attempts.get_or_create(player=player, puzzle=puzzle.id)[0]


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

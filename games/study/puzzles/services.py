from __future__ import annotations

from collections.abc import Collection
from datetime import date
from random import SystemRandom

from django.db import transaction
from django.utils import timezone

from games.engine import Variant
from games.models import Player
from games.play import limits
from games.play.errors import NoPuzzleLeft, NoSuchPuzzle, SignedOut
from games.play.services import played
from games.study.puzzles import book
from games.study.puzzles.book import Cells, Puzzle, Theme
from games.study.puzzles.models import PuzzleAttempt


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


def show_puzzle(puzzle_id: str, player: Player, *, today: date, address: str | None = None) -> None:
    # For the puzzle of ``today``, a solution found on another day does not count.
    puzzle = find_puzzle(puzzle_id)
    limits.count_visitor(limits.ANSWERS, player.pk, address)
    is_daily = puzzle == book.of_day(today)
    with transaction.atomic():
        attempt = _attempt(puzzle, player)
        if attempt.daily_on != today if is_daily else not attempt.solved_at:
            attempt.shown_at = timezone.now()
            attempt.save(update_fields=["shown_at"])


def next_puzzle(
    player: Player | None,
    *,
    variant: Variant | None = None,
    theme: Theme | None = None,
    besides: Collection[str] = (),
) -> Puzzle:
    done = set(player.puzzle_attempts.over().values_list("puzzle", flat=True)) if player else set()
    left = [
        puzzle
        for puzzle in book.all_puzzles().values()
        if variant in (None, puzzle.variant) and theme in (None, puzzle.theme)
        if puzzle.id not in done and puzzle.id not in besides
    ]
    if not left:
        raise NoPuzzleLeft
    return SystemRandom().choice(left)


def _attempt(puzzle: Puzzle, player: Player) -> PuzzleAttempt:
    if not Player.objects.filter(pk=player.pk, generation=player.generation).exists():
        raise SignedOut
    attempts = PuzzleAttempt.objects.select_for_update()
    return attempts.get_or_create(player=player, puzzle=puzzle.id)[0]

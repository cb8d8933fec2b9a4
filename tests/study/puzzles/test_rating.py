"""The puzzle rating, which only its owner sees."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt
from games.study.puzzles.rating import puzzle_rating

NOW = timezone.now()


def attempts(grade: int, *tries: int) -> list[PuzzleAttempt]:
    """Return attempts at puzzles of a grade, each found with so many answers."""
    of_grade = [id for id, puzzle in book.all_puzzles().items() if puzzle.grade == grade]
    return [
        PuzzleAttempt(puzzle=id, tries=count, solved_at=NOW + timedelta(minutes=number))
        for number, (id, count) in enumerate(zip(of_grade, tries, strict=False))
    ]


def value(rating: str) -> int:
    return int(rating.rstrip("?"))


def test_there_is_none_before_the_first_puzzle():
    assert puzzle_rating([]) == ""
    assert puzzle_rating([PuzzleAttempt(puzzle=next(iter(book.all_puzzles())), tries=3)]) == ""


def test_first_tries_alone_count():
    found, missed = puzzle_rating(attempts(3, 1)), puzzle_rating(attempts(3, 2))
    assert value(found) > 1500 > value(missed)
    shown = [PuzzleAttempt(puzzle=each.puzzle, shown_at=NOW) for each in attempts(3, 1)]
    assert puzzle_rating(shown) == missed


def test_hard_ones_count_more_and_many_make_it_sure():
    assert value(puzzle_rating(attempts(5, 1))) > value(puzzle_rating(attempts(1, 1)))
    assert puzzle_rating(attempts(3, 1)).endswith("?")
    assert not puzzle_rating(attempts(3, *(1, 2) * 15)).endswith("?")


def test_puzzles_that_are_no_more_do_not_count():
    assert puzzle_rating([PuzzleAttempt(puzzle="gone", tries=1, solved_at=NOW)]) == ""


@pytest.mark.django_db
def test_its_owner_reads_it_on_the_page_of_puzzles(browse, client: Client, alice: Player):
    for attempt in attempts(3, 1):
        attempt.player = alice
        attempt.save()
    words = f"Your puzzle rating is {puzzle_rating(alice.puzzle_attempts.all())}. Only you see it."
    assert words in " ".join(browse(alice).get("/puzzles/").text.split())
    assert "puzzle rating" not in client.get("/puzzles/").text

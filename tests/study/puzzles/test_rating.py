from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt
from games.study.puzzles.record import puzzle_rating

NOW = timezone.now()


def attempts(grade: int, *tries: int) -> list[PuzzleAttempt]:
    of_grade = [id for id, puzzle in book.all_puzzles().items() if puzzle.grade == grade]
    return [
        PuzzleAttempt(puzzle=id, tries=count, solved_at=NOW + timedelta(minutes=number))
        for number, (id, count) in enumerate(zip(of_grade, tries, strict=False))
    ]


def value(attempts: list[PuzzleAttempt]) -> int:
    rating = puzzle_rating(attempts)
    return rating.value


def is_sure(attempts: list[PuzzleAttempt]) -> bool:
    rating = puzzle_rating(attempts)
    return rating is not None and rating.is_sure


def test_there_is_none_before_the_first_puzzle_that_still_is_one():
    assert puzzle_rating([]) is None
    assert puzzle_rating([PuzzleAttempt(puzzle=next(iter(book.all_puzzles())), tries=3)]) is None
    assert puzzle_rating([PuzzleAttempt(puzzle="gone", tries=1, solved_at=NOW)]) is None


def test_first_tries_alone_count():
    missed = attempts(3, 2)
    assert value(attempts(3, 1)) > 1500 > value(missed)
    shown = [PuzzleAttempt(puzzle=each.puzzle, shown_at=NOW) for each in missed]
    assert puzzle_rating(shown) == puzzle_rating(missed)


def test_hard_ones_count_more_and_many_make_it_sure():
    assert value(attempts(5, 1)) > value(attempts(1, 1))
    assert not is_sure(attempts(3, 1))
    assert is_sure(attempts(3, *(1, 2) * 15))


def test_puzzles_count_in_the_order_in_which_they_were_done():
    done = attempts(3, *(1,) * 5, *(2,) * 5)
    other_way = attempts(3, *(2,) * 5, *(1,) * 5)
    assert value(done[::-1]) == value(done) != value(other_way)


@pytest.mark.django_db
def test_its_owner_reads_what_a_puzzle_made_of_it(browse, client: Client, alice: Player):
    done = attempts(3, *(1, 2) * 15)
    values = [1500, *(value(done[:count]) for count in (1, 29, 30))]
    for count, (before, after) in {1: values[:2], 30: values[2:]}.items():
        for attempt in done[:count]:
            attempt.player = alice
            attempt.save()
        html = browse(alice).get(f"/puzzles/{done[count - 1].puzzle}/").text
        words = f"Your rating {before} <b>→ {after}</b>. Only you see it."
        assert words in " ".join(html.split())
    earlier = " ".join(browse(alice).get(f"/puzzles/{done[0].puzzle}/").text.split())
    assert f"Your rating is {after}. Only you see it." in earlier
    assert "Your rating" not in client.get(f"/puzzles/{done[0].puzzle}/").text

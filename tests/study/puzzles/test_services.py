from datetime import date, timedelta

import pytest
from django.utils import timezone

from games.engine import BOARDS
from games.models import Player
from games.models.player_rows import move_rows
from games.play import errors, services
from games.study.puzzles import book
from games.study.puzzles import services as puzzles
from games.study.puzzles.book import Cells, Theme
from games.study.puzzles.days import Days
from games.study.puzzles.models import PuzzleAttempt, Result
from tests.puzzles import own_moves, puzzle_of, wrong_cell, wrong_cells

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 22)


@pytest.fixture
def puzzle():
    today = book.of_day(TODAY)
    puzzles = (each for each in book.read("classic") if len(own_moves(each)) == 2)
    return next(each for each in puzzles if each != today)


def answer(puzzle, player: Player, cell: int, own: Cells = (), today: date = TODAY) -> Cells | None:
    return puzzles.answer_puzzle(puzzle.id, player, cell=cell, own=own, today=today)


def solve(puzzle, player: Player, today: date = TODAY) -> None:
    own: Cells = ()
    for cell in own_moves(puzzle):
        own = answer(puzzle, player, cell, own, today) or ()
    assert not puzzle.after(own).right


def attempt(puzzle, player: Player) -> PuzzleAttempt:
    return PuzzleAttempt.objects.get(puzzle=puzzle.id, player=player)


def test_wrong_answers_count_until_the_right_one(puzzle, alice: Player):
    for cell in wrong_cells(puzzle)[:2]:
        assert answer(puzzle, alice, cell) is None
        assert attempt(puzzle, alice).result is None
    solve(puzzle, alice)
    answer(puzzle, alice, wrong_cell(puzzle))
    solved = attempt(puzzle, alice)
    assert (solved.result, solved.tries) == (Result.SOLVED, 3)


def test_moves_that_are_none_of_the_puzzle_begin_it_anew(puzzle, alice: Player):
    assert answer(puzzle, alice, puzzle.solution, (99, 98)) == (puzzle.solution,)
    assert answer(puzzle, alice, puzzle.solution, own_moves(puzzle)) == (puzzle.solution,)


def test_every_move_that_keeps_the_win_counts(alice: Player):
    followed, also = (
        next(
            (puzzle, own, cell)
            for puzzle in book.all_puzzles().values()
            for own in starts(puzzle)
            for cell in choose(puzzle.after(own))
        )
        for choose in (lambda stage: list(stage.right)[1:], lambda stage: stage.also)
    )
    puzzle, own, cell = followed
    assert answer(puzzle, alice, cell, own) == (*own, cell)
    puzzle, own, cell = also
    assert answer(puzzle, alice, cell, own) == (*own, next(iter(puzzle.after(own).right)))
    assert not PuzzleAttempt.objects.exclude(solved_at=None).exists()


def starts(puzzle) -> list[Cells]:
    own = own_moves(puzzle)
    return [own[:count] for count in range(len(own))]


def test_what_is_not_proven_is_neither_right_nor_wrong(alice: Player):
    puzzle = next(each for each in book.read("gomoku") if each.stage.unproven)
    assert answer(puzzle, alice, puzzle.stage.unproven[0]) == ()
    assert not PuzzleAttempt.objects.exists()


def test_what_was_shown_is_not_found_any_more(puzzle, alice: Player):
    puzzles.note_help(puzzle.id, alice, "shown_at", today=TODAY)
    solve(puzzle, alice)
    assert (attempt(puzzle, alice).result, attempt(puzzle, alice).tries) == (Result.SHOWN, 0)


def test_a_hint_counts_before_the_puzzle_is_solved_and_not_when_it_comes_again(alice, bob):
    puzzle, before = book.of_day(TODAY), TODAY - timedelta(days=9)
    puzzles.note_help(puzzle.id, bob, "hinted_at", today=before)
    for player, result in ((alice, Result.FIRST_TRY), (bob, Result.SOLVED)):
        solve(puzzle, player, today=before)
        puzzles.note_help(puzzle.id, player, "hinted_at", today=TODAY)
        assert attempt(puzzle, player).result is result


def test_to_be_shown_what_one_has_found_takes_nothing_away(puzzle, alice: Player):
    solve(puzzle, alice)
    puzzles.note_help(puzzle.id, alice, "shown_at", today=TODAY)
    assert attempt(puzzle, alice).result is Result.FIRST_TRY


def test_what_is_no_move_is_refused_and_does_not_count(alice: Player):
    puzzle = puzzle_of("connect-four")
    [above, *_] = [c for c in range(7) if not puzzle.board.mark_at(c + 7)]
    for cell, refusal in (
        (99, errors.NoSuchCell),
        (puzzle.moves[0], errors.CellTaken),
        (above, errors.NotLowest),
    ):
        with pytest.raises(refusal):
            answer(puzzle, alice, cell)
    assert not PuzzleAttempt.objects.exists()


def solve_daily(player: Player, *days: int) -> None:
    for day in days:
        date = TODAY + timedelta(days=day)
        solve(book.of_day(date), player, today=date)


def streak(player: Player, day: int = 0) -> int:
    return Days.of(player.puzzle_attempts.all(), TODAY + timedelta(days=day)).streak.now


def test_a_day_stays_when_its_puzzle_comes_again(alice: Player):
    weeks = len(book.all_puzzles()) // 7 + 1
    again = next(
        7 * week
        for week in range(1, weeks + 1)
        if book.of_day(TODAY + timedelta(days=7 * week)) == book.of_day(TODAY)
    )
    solve_daily(alice, 0, again)
    [solved] = PuzzleAttempt.objects.all()
    assert solved.days == {TODAY, TODAY + timedelta(days=again)}
    assert (solved.daily_on, solved.earlier_days) == (max(solved.days), [str(TODAY)])


def test_only_the_puzzle_of_the_day_counts_for_it(puzzle, alice: Player):
    solve(puzzle, alice)
    solve(book.of_day(TODAY), alice, today=TODAY + timedelta(days=1))
    assert streak(alice) == 0


def test_a_wrong_answer_before_does_not_matter_and_being_shown_it_does(alice, bob):
    puzzle = book.of_day(TODAY)
    answer(puzzle, alice, wrong_cell(puzzle))
    puzzles.note_help(puzzle.id, bob, "shown_at", today=TODAY)
    PuzzleAttempt.objects.exclude(shown_at=None).update(
        shown_at=timezone.make_aware(timezone.datetime(2026, 11, 22, 12))
    )
    for player in (alice, bob):
        solve(puzzle, player)
    assert (streak(alice), streak(bob)) == (1, 0)


def test_what_was_found_or_shown_another_day_counts_on_its_day_too(alice: Player, bob: Player):
    puzzle, before = book.of_day(TODAY), TODAY - timedelta(days=9)
    solve(puzzle, alice, today=before)
    puzzles.note_help(puzzle.id, bob, "shown_at", today=TODAY)
    earlier = timezone.make_aware(timezone.datetime(2026, 11, 13, 12))
    PuzzleAttempt.objects.exclude(shown_at=None).update(shown_at=earlier)
    for player in (alice, bob):
        assert streak(player) == 0
        solve(puzzle, player)
        assert streak(player) == 1
    assert attempt(puzzle, alice).result is Result.FIRST_TRY
    assert attempt(puzzle, bob).result is Result.SHOWN


def test_the_next_one_is_of_the_kind_that_is_wanted_and_not_done(alice: Player):
    kind = [p for p in book.all_puzzles().values() if p.theme is Theme.FOUR_THREE]
    for _ in kind:
        puzzle = puzzles.next_puzzle(alice, theme=Theme.FOUR_THREE)
        assert puzzle in kind
        solve(puzzle, alice)
    with pytest.raises(errors.NoPuzzleLeft):
        puzzles.next_puzzle(alice, theme=Theme.FOUR_THREE)
    assert puzzles.next_puzzle(None, theme=Theme.FOUR_THREE) in kind
    assert puzzles.next_puzzle(alice, board="4x4").variant == BOARDS["4x4"].variant


def test_the_next_one_is_not_the_one_before(alice: Player):
    every = set(book.all_puzzles())
    one, other = sorted(every)[:2]
    assert puzzles.next_puzzle(alice, besides=every - {one}).id == one
    assert puzzles.next_puzzle(None, besides=every - {other}).id == other


def test_to_be_forgotten_is_to_have_no_record(puzzle, alice: Player, bob: Player):
    for player in (alice, bob):
        solve(puzzle, player)
    stale = Player.objects.get(pk=alice.pk)
    services.forget_player(alice)
    assert [each.player for each in PuzzleAttempt.objects.all()] == [bob]
    with pytest.raises(errors.SignedOut):
        answer(puzzle, stale, wrong_cell(puzzle))
    assert not alice.puzzle_attempts.exists()


def test_who_only_does_puzzles_is_not_removed(puzzle, alice: Player, bob: Player):
    answer(puzzle, alice, wrong_cell(puzzle))
    Player.objects.update(created_at=timezone.now() - timedelta(days=9))
    services.purge()
    assert list(Player.objects.all()) == [alice]


def test_who_brings_a_guests_attempts_along_keeps_the_days_of_both(alice: Player, bob: Player):
    days = [TODAY + timedelta(days=day) for day in range(3)]
    for player, solved in ((alice, days[:2]), (bob, days[1:])):
        PuzzleAttempt.objects.create(player=player, puzzle="other", daily_on=solved[0])
        one = PuzzleAttempt(player=player, puzzle="one")
        one.days = {solved[1]}
        one.save()
    move_rows(bob, alice)
    joined = {each.puzzle: each.days for each in alice.puzzle_attempts.all()}
    assert joined == {"other": set(days[:2]), "one": set(days[1:])}
    assert not bob.puzzle_attempts.exists()


def test_the_next_puzzle_is_about_as_hard_as_the_player_is_good(alice: Player):
    assert puzzles.next_puzzle(None).grade <= 2
    for hard in [each for each in book.read("classic") if each.grade >= 3][:5]:
        solve(hard, alice)
    assert puzzles.next_puzzle(alice).grade >= 3


def test_to_choose_a_few_puzzles_the_answers_of_a_few_are_read():
    book.all_puzzles.cache_clear()
    chosen = puzzles.choose("", "", None, 6)
    assert len(chosen) == 6
    assert all(puzzle.stage.has_only_move for puzzle in chosen)
    assert sum("stage" in vars(puzzle) for puzzle in book.all_puzzles().values()) < 100

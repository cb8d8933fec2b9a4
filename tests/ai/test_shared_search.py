from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from games.ai import levels
from games.ai.computer_players import LEVELS
from games.ai.evaluation import evaluate_moves
from games.ai.search import MIN_WIN_SCORE
from games.ai.solver import Value, best_moves, solve, value_of
from games.engine import CLASSIC, Board, Variant, read_variant, symmetries

NOTAKTO, THREE = read_variant("notakto"), read_variant("notakto-3")
TWO = Variant.parse("6x3x3+shared+misere")

Element = tuple[int, int, int, int]  # the exponents of a, b, c and d
NEUTRAL: Element = (0, 0, 0, 0)
LOST = {(1, 0, 0, 0), (0, 2, 0, 0), (0, 1, 1, 0), (0, 0, 2, 0)}  # a, b², bc and c²
# The element of each small board, up to symmetry; a dead one is 1.
ELEMENTS = {
    NEUTRAL: "X../.../... .X./.../... .X./..X/X..",
    (0, 0, 1, 0): ".../.../...",
    (0, 0, 2, 0): ".../.X./...",
    (0, 0, 0, 1): "XX./.../...",
    (1, 0, 0, 1): ".XX/X../... X../X.X/... .XX/.../X..",
    (1, 1, 0, 0): "XX./.X./... .X./XX./... X.X/.../X.. .XX/X../X.. .X./X.X/X..",
    (0, 1, 0, 0): "X.X/.../... XX./X../... ..X/X../... X../.X./... .X./.X./... X.X/XX./... "
    ".XX/XX./... .X./X.X/... X.X/X.X/... XX./..X/X.. X.X/..X/X.. .XX/X.X/X.. X../.XX/X.. "
    ".X./.XX/X.. XX./X.X/.X.",
    (1, 0, 0, 0): ".X./X../... X.X/X../... X.X/.X./... XX./XX./... ..X/XX./... .../X.X/... "
    "XX./X.X/... ..X/.../X.. X../..X/X.. .XX/..X/X.. ..X/X.X/X.. XX./.XX/X.. .X./X.X/.X. "
    "X.X/X.X/.X. X.X/..X/XX. .XX/X.X/XX. X.X/.../X.X",
}


def times(one: Element, other: Element) -> Element:
    a, b, c, d = (n + m for n, m in zip(one, other, strict=True))
    if d > 1:  # d² = c²
        c, d = c + d // 2 * 2, d % 2
    if c and d:  # cd = ad
        a, c = a + c, 0
    if c > 2:  # c³ = ac²
        a, c = a + c - 2, 2
    if b > 1 and (c or d):  # b²c = c and b²d = d
        b %= 2
    while b > 2:  # b³ = b
        b -= 2
    return a % 2, b, c, d  # a² = 1


def images(marks: int) -> set[int]:
    return {
        sum(1 << way[cell] for cell in range(9) if marks >> cell & 1) for way in symmetries(CLASSIC)
    }


BY_MARKS = {
    image: element
    for element, boards in ELEMENTS.items()
    for text in boards.split()
    for image in images(Board.from_stored(text).x)
}


def is_lost(boards: tuple[int, ...]) -> bool:
    return reduce(times, (BY_MARKS[marks] for marks in boards), NEUTRAL) in LOST


@cache
def plain_plies(boards: tuple[int, ...]) -> int:
    following = [plain_plies(tuple(sorted(after))) for after in moves(boards)]
    # The side to move has won when no board is left, so it wins after an even number of plies.
    won = [plies for plies in following if plies % 2]
    return 1 + (min(won) if won else max(following)) if following else 0


def moves(boards: tuple[int, ...]) -> Iterator[list[int]]:
    for number, marks in enumerate(boards):
        for cell in range(9):
            if not marks >> cell & 1:
                after = marks | 1 << cell
                rest = [*boards[:number], *boards[number + 1 :]]
                yield [*rest, after] if after in BY_MARKS else rest


def board_of(boards: tuple[int, ...], variant: Variant) -> Board:
    x = 0
    for number in range(len(variant.boards)):
        marks = boards[number] if number < len(boards) else 0b111
        for cell in range(9):
            if marks >> cell & 1:
                x |= 1 << variant.cell(3 * number + cell % 3, cell // 3)
    return Board(variant, x)


def random_positions(variant: Variant, count: int) -> Iterator[Board]:
    rng = Random(4)
    for _ in range(count):
        board = Board(variant)
        for _ in range(rng.randrange(variant.size)):
            board = board.play(rng.choice(board.legal_moves())) if board.legal_moves() else board
        if board.legal_moves():
            yield board


def living(board: Board) -> tuple[int, ...]:
    found = [0] * len(board.variant.boards)
    for cell in range(board.variant.size):
        if board.x >> cell & 1:
            found[board.variant.board_of(cell)] |= 1 << board.variant.place_on_board(cell)
    return tuple(marks for marks in found if marks in BY_MARKS)


def test_each_board_without_a_line_has_one_element():
    texts = [text for boards in ELEMENTS.values() for text in boards.split()]
    assert set(BY_MARKS) == {m for m in range(512) if not CLASSIC.rules.contains_line(m)}
    assert sum(len(images(Board.from_stored(text).x)) for text in texts) == len(BY_MARKS)


def test_the_products_of_the_generators_are_eighteen():
    generators: list[Element] = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    found, new = {NEUTRAL}, {NEUTRAL}
    while new:
        new = {times(element, each) for element in new for each in generators} - found
        found |= new
    assert len(found) == 18
    assert {times(one, other) for one, other in product(found, repeat=2)} == found


def test_the_theory_holds_on_all_positions_of_one_and_two_boards():
    for count in range(3):
        for boards in combinations_with_replacement(sorted(BY_MARKS), count):
            assert is_lost(boards) == bool(plain_plies(boards) % 2), boards


def test_the_search_finds_the_value_and_the_distance_of_all_positions_of_one_and_two_boards():
    for count, variant in ((1, NOTAKTO), (2, TWO)):
        for boards in combinations_with_replacement(sorted(BY_MARKS), count):
            verdict = value_of(board_of(boards, variant))
            assert verdict.value == (Value.LOSS if is_lost(boards) else Value.WIN), boards
            assert verdict.plies == plain_plies(boards), boards


def test_on_three_boards_the_search_finds_who_wins():
    for board in random_positions(THREE, 300):
        found = solve(board)
        assert found.value == (Value.LOSS if is_lost(living(board)) else Value.WIN)
        for cell, verdict in found.moves.items():
            after = living(board.play(cell))
            assert verdict.value == (Value.WIN if is_lost(after) else Value.LOSS)


def test_one_board_is_won_by_its_middle_alone_and_two_are_lost():
    assert best_moves(Board(NOTAKTO)) == [4]
    assert [v.value for v in solve(Board(NOTAKTO)).moves.values()].count(Value.WIN) == 1
    assert value_of(Board(TWO)).value is Value.LOSS
    assert value_of(Board(THREE)).value is Value.WIN


def test_the_champion_plays_only_best_moves():
    for variant in (NOTAKTO, TWO, THREE):
        for board in random_positions(variant, 30):
            chosen = levels.weights(LEVELS["champion"], board, Random(1))
            assert set(chosen) <= set(best_moves(board))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_an_evaluation_sees_just_the_ends_within_its_depth(depth: int):
    for board in random_positions(TWO, 60):
        values = evaluate_moves(board, depth=depth)
        verdicts = solve(board).moves
        near = {cell for cell, verdict in verdicts.items() if (verdict.plies or 0) <= depth}
        seen = {cell for cell, value in values.items() if abs(value) > MIN_WIN_SCORE}
        wins = {cell for cell in near if verdicts[cell].value is Value.WIN}
        # Once it sees a win it looks no further.
        assert seen <= near if wins else seen == near
        assert {cell for cell in seen if values[cell] > 0} <= wins
        assert bool(wins) == (max(values.values()) > 0)

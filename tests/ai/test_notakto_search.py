from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random

from games.ai import levels
from games.ai.computer_players import LEVELS
from games.ai.solver import Value, Verdict, best_moves, solve, value_of
from games.engine import CLASSIC, Board, Variant, read_variant

NOTAKTO, THREE = read_variant("notakto"), read_variant("notakto-3")
TWO = Variant.parse("6x3x3+shared+misere")

LIVING = {marks for marks in range(512) if not CLASSIC.rules.contains_line(marks)}


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
                yield [*rest, after] if after in LIVING else rest


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
    return tuple(sorted(marks for marks in found if marks in LIVING))


def test_positions_of_one_and_two_boards_are_worth_what_a_plain_search_says():
    for count, variant in ((1, NOTAKTO), (2, TWO)):
        for boards in [*combinations_with_replacement(sorted(LIVING), count)][:: 9**count // 9]:
            plies = plain_plies(boards)
            value = Value.LOSS if plies % 2 else Value.WIN
            assert value_of(board_of(boards, variant)) == Verdict(value, plies), boards


def test_late_positions_of_three_boards_are_worth_what_a_plain_search_says():
    for board in random_positions(THREE, 300):
        if len(board.legal_moves()) < 10:
            plies = plain_plies(living(board))
            assert value_of(board) == Verdict(Value.LOSS if plies % 2 else Value.WIN, plies)


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

from collections import Counter
from functools import cache

import pytest

from games.engine import CLASSIC, Board, Mark, Variant, canonical
from games.engine.perft import count_games, count_sequences, layers
from tests.game_tree import classic_positions


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("3x3x3", [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
        ("4x3x3", [1, 12, 132, 1320, 11880, 95040, 622944, 3499200]),
        ("4x4x3", [1, 16, 240, 3360, 43680, 524160]),
        ("4x4x4", [1, 16, 240, 3360, 43680]),
        ("5x5x4", [1, 25, 600, 13800]),
        ("7x6x4+drop", [1, 7, 49, 343, 2401, 16807]),
        ("9x9x3+nested", [1, 81, 720, 6336, 55080]),
        ("3x3x3+shared+misere", [1, 9, 72, 504, 2736, 9360, 13440, 4320]),
        ("6x3x3+shared+misere", [1, 18, 306, 4896, 72864]),
    ],
)
def test_sequences_per_ply(text: str, counts: list[int]):
    assert list(count_sequences(Variant.parse(text), len(counts) - 1)) == counts


def test_games_are_counted_by_length_and_winner():
    by_length: Counter[int] = Counter()
    by_winner: Counter[Mark | None] = Counter()
    for (length, winner), games in count_games(layers(CLASSIC)).items():
        by_length[length] += games
        by_winner[winner] += games
    assert by_length == {5: 1440, 6: 5328, 7: 47_952, 8: 72_576, 9: 127_872}
    assert by_winner == {Mark.X: 131_184, Mark.O: 77_904, None: 46_080}


def count_winners(boards: set[Board]) -> Counter[Mark | None]:
    return Counter(outcome.winner for board in boards if (outcome := board.outcome()))


def test_positions():
    positions = set(classic_positions())
    assert len(positions) == 5478
    assert count_winners(positions) == {Mark.X: 626, Mark.O: 316, None: 16}


def test_classes_under_symmetry():
    classes = {canonical(board) for board in classic_positions()}
    assert len(classes) == 765
    assert count_winners(classes) == {Mark.X: 91, Mark.O: 44, None: 3}


def test_games_up_to_symmetry():
    @cache
    def games(board: Board) -> int:
        following = {canonical(board.play(cell)) for cell in board.legal_moves()}
        return sum(map(games, following)) if following else 1

    assert games(Board()) == 26_830
    assert count_games(layers(CLASSIC, canonical)).total() == 26_830

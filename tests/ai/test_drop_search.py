from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games.ai import drop_search
from games.ai.drop_search import DropSearch, drop_layout
from games.ai.opening_book import CONNECT_FOUR
from games.ai.search import NODES_PER_CLOCK_CHECK
from games.ai.solver import Value, Verdict, value_of
from games.engine import Board, Variant
from tests.ai.minimax import minimax
from tests.ai.test_solver import random_position

# Positions with 14 to 28 stones, proven by the search that is made for all boards.
VALUES = Path(__file__).with_name("connect_four_values.txt")
# With odd and even sides, and as many empty cells as minimax can search.
BOARDS = {"4x4x4+drop": 12, "5x4x4+drop": 11, "4x5x4+drop": 11, "5x5x4+drop": 10, "7x6x4+drop": 11}


def known_verdicts() -> Iterator[tuple[Board, Verdict]]:
    for line in VALUES.read_text().splitlines():
        position, value, *plies = line.split()
        yield (
            Board.from_stored(position, CONNECT_FOUR),
            Verdict(Value(value), int(plies[0]) if plies else None),
        )


def number(board: Board) -> int:
    verdict = minimax(board)
    win = board.variant.size + 1 - board.ply - (verdict.plies or 0)
    return {Value.WIN: win, Value.LOSS: -win}.get(verdict.value, 0)


def test_known_positions_have_their_known_values():
    verdicts = list(known_verdicts())
    assert {verdict.value for _, verdict in verdicts} == {Value.WIN, Value.DRAW, Value.LOSS}
    for board, verdict in verdicts:
        assert value_of(board) == verdict, str(board)


@pytest.mark.parametrize("text", BOARDS)
def test_any_window_gives_the_value_or_a_bound(text: str):
    variant, rng = Variant.parse(text), Random(text)
    for _ in range(60):
        board = random_position(variant, rng.randint(1, BOARDS[text]), rng)
        search, expected = DropSearch(variant, variant.size + 1), number(board)
        alpha = rng.randint(-variant.size, variant.size - 1)
        beta = rng.randint(alpha + 1, variant.size)
        found = search.value(search.node(board), alpha, beta)
        assert min(max(found, alpha), beta) == min(max(expected, alpha), beta), str(board)


def test_full_tables_are_emptied_and_the_values_stay_the_same(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(drop_search, "MAX_PATTERNS", 1)
    monkeypatch.setattr(DropSearch, "max_entries", 8)
    drop_layout.cache_clear()
    for board, verdict in list(known_verdicts())[:6]:
        assert value_of(board) == verdict, str(board)
    layout = drop_layout(CONNECT_FOUR)
    assert max(len(known) for _, known, _ in layout.cells.values()) == 1
    # The clock is read, and the table looked at, once every so many positions.
    assert len(layout.table) <= 8 + 2 * NODES_PER_CLOCK_CHECK

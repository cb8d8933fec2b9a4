"""A search that is watched takes the same steps as one that is not."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random

import pytest

from games.ai.alphabeta import AlphaBeta, doubling_weights
from games.ai.line_tables import LineTables, Node, line_tables
from games.ai.move_generation import OrderedMove
from games.ai.observed_search import NEAR, ObservedSearch
from games.ai.solver import best_moves
from games.ai.visits import Ending, Visit
from games.ai.walk import METHODS, best_line, walk
from games.engine import BOARDS, Board, Variant, canonical
from tests.game_tree import open_positions

# Of each board so many marks, from which the search to the end takes little time.
SAMPLES = {"classic": 2, "misere": 2, "4x4": 4, "5x5": 12, "6x6": 22, "connect-four": 24}


class Orders(AlphaBeta):
    """A search that is not watched, but for the order in which it is given its moves."""

    def __init__(self, tables: LineTables, **options) -> None:
        super().__init__(tables, **options)
        self.orders: list[tuple[int, ...]] = []

    def _best_value(self, node, children: list[OrderedMove], alpha: int, beta: int) -> int:
        self.orders.append(tuple(bit.bit_length() - 1 for _, bit, _, _ in children))
        return super()._best_value(node, children, alpha, beta)


def positions(board: str, marks: int, count: int = 40) -> Iterator[Board]:
    rng, found = Random(7), 0
    while found < count:
        position = Board(BOARDS[board].variant)
        for _ in range(rng.randint(marks, position.variant.size - 1)):
            if not (cells := position.legal_moves()):
                break
            position = position.play(rng.choice(cells))
        if not position.outcome():
            found += 1
            yield position


def tables_and_node(board: Board) -> tuple[LineTables, Node]:
    tables = line_tables(board.variant, doubling_weights(board.variant.run))
    return tables, tables.node(board)


@pytest.mark.parametrize(("name", "marks"), SAMPLES.items())
def test_value_count_and_order_of_moves_are_those_of_the_search_that_plays(name: str, marks: int):
    for board in positions(name, marks):
        tables, node = tables_and_node(board)
        options = {"win_score": board.variant.size + 1, "deadline": inf}
        plain, watched = Orders(tables, **options), ObservedSearch(tables, **options)
        value = plain.value(node, -plain.win_score, plain.win_score)
        root = watched.observe(node)
        assert root.value == value, board
        assert watched.nodes == plain.nodes
        assert watched.table == plain.table
        assert orders(root) == plain.orders


def orders(root: Visit) -> list[tuple[int, ...]]:
    """Return the order of moves of each visit that searched moves, in the order of the walk."""
    searched = {Ending.SEARCHED, Ending.CUT}
    return [visit.order for visit in root.walk() if visit.ending in searched]


def test_it_chooses_a_move_that_the_champion_may_choose():
    for board in open_positions()[::7]:
        root = walk(board, METHODS["computer"], None).root
        decided = root.by if root.by >= 0 else next(iter(best_line(root)), -1)
        if root.ending is not Ending.LOST and root.ending is not Ending.BOUNDS:
            assert decided in best_moves(board), board


def test_every_method_finds_the_same_value():
    exact = [method for method in METHODS.values() if not method.evaluation]
    for name in ("classic", "misere"):
        for board in positions(name, 3, 30):
            assert len({walk(board, method, None).root.value for method in exact}) == 1, board


def test_visits_are_numbered_in_the_order_of_the_walk_and_count_what_is_below():
    for method in METHODS.values():
        root = walk(Board.parse("X.O/.X./..."), method, None).root
        visits = list(root.walk())
        assert [visit.number for visit in visits] == list(range(root.nodes))
        for visit in visits:
            assert visit.nodes == 1 + sum(child.nodes for child in visit.children)
            assert visit.searched == len(visit.children)


def test_a_window_and_a_value_lead_to_each_ending():
    seen: dict[Ending, Visit] = {}
    for name, marks in {"classic": 3, "misere": 3}.items():
        for board in positions(name, marks, 20):
            for method in METHODS.values():
                for visit in walk(board, method, 3 if method.evaluation else None).root.walk():
                    check(visit)
                    seen.setdefault(visit.ending, visit)
    assert seen.keys() == set(Ending) - {Ending.STOPPED}


def check(visit: Visit) -> None:
    """Check what a visit says of itself against its numbers."""
    assert visit.value is not None
    match visit.ending:
        case Ending.CUT:
            assert visit.value >= visit.enough
            assert visit.enough <= visit.beta
            assert visit.cut
        case Ending.SEARCHED:
            assert not visit.cut
            assert visit.value == max(-child.value for child in visit.children)
        case Ending.TABLE | Ending.MOVE_IN_TABLE:
            assert 0 <= visit.source < visit.number
        case Ending.LINE | Ending.FULL | Ending.EVALUATED | Ending.LOST:
            assert not visit.children
            assert not visit.order


def test_a_position_in_the_table_is_equal_or_symmetric_to_its_source():
    found = 0
    for board in positions("misere", 0, 20):
        root = walk(board, METHODS["computer"], None).root
        places = dict(placed(root, board))
        for number, (visit, position) in places.items():
            if visit.ending is Ending.TABLE:
                found += 1
                source = places[visit.source][1]
                assert visit.source < number
                assert (source != position) == visit.is_mirrored
                assert canonical(source) == canonical(position)
    assert found > 20


def placed(visit: Visit, board: Board) -> Iterator[tuple[int, tuple[Visit, Board]]]:
    yield visit.number, (visit, board)
    for child in visit.children:
        yield from placed(child, board.play(child.cell))


def test_a_walk_stops_after_so_many_positions_and_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.ai.walk.MAX_NODES_3X3", 1000)
    stopped = walk(Board(), METHODS["minimax"], None)
    assert not stopped.is_complete
    assert stopped.nodes == 1000
    assert stopped.root.ending is Ending.STOPPED
    assert stopped.root.value is None


def test_what_is_not_kept_is_still_counted(monkeypatch: pytest.MonkeyPatch):
    board = Board.parse("X.O/.../...")
    whole = walk(board, METHODS["alpha-beta"], None)
    monkeypatch.setattr("games.ai.walk.MAX_VISITS", 50)
    part = walk(board, METHODS["alpha-beta"], None)
    assert (part.nodes, part.root.value) == (whole.nodes, whole.root.value)
    visits = list(part.root.walk())
    assert len(visits) == 100
    assert [visit.number for visit in visits[:50]] == list(range(50))
    assert all(visit.ply <= board.ply + NEAR for visit in visits[50:])
    everything = {visit.number: visit for visit in whole.root.walk()}
    for visit in visits:
        same = everything[visit.number]
        assert visit.to_json()[1:] == same.to_json()[1:]


def test_a_larger_variant_is_walked_with_a_limit():
    stopped = walk(Board(Variant(15, 15, 5)), METHODS["alpha-beta"], 3)
    assert (stopped.nodes, stopped.is_complete) == (20_000, False)

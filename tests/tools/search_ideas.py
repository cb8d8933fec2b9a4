"""Counts what each idea of the search saves, for the table of ``games.study.tree.node_counts``."""

from collections.abc import Callable
from math import inf

from games.ai.line_search import LineSearch
from games.ai.line_tables import RawNode, cells_in
from games.engine import BOARDS, Board
from games.study.tree.node_counts import BOARD_IDS, NODE_COUNTS


class _Forgetful(dict[int, tuple[int, int]]):
    def __setitem__(self, key: int, bounds: tuple[int, int]) -> None:
        pass


def main() -> None:
    for idea in NODE_COUNTS:
        boards = [Board(BOARDS[id].variant) for id in BOARD_IDS]
        print(idea, *(f"{positions(board, idea):,}" for board in boards), sep=" | ")


def positions(board: Board, idea: str) -> int:
    search = LineSearch(board.variant, board.variant.size + 1)
    node = search.node(board)
    if idea in ("threats", "computer"):
        if idea == "threats":
            search.table = _Forgetful()
        search.value(node, -search.win_score, search.win_score)
        return search.nodes
    order = _by_merit if idea == "ordering" else _by_cell
    textbook = _Textbook(search, order, prunes=idea != "minimax")
    textbook.value(node, None, -search.win_score, search.win_score)
    return textbook.nodes


class _Textbook:
    def __init__(
        self,
        search: LineSearch,
        order: Callable[[LineSearch, RawNode, int], float],
        *,
        prunes: bool,
    ) -> None:
        self.search, self.order, self.prunes = search, order, prunes
        self.nodes = 0

    def value(self, node: RawNode, last: int | None, alpha: int, beta: int) -> int:
        self.nodes += 1
        search, win = self.search, self.search.win_score
        position, _, opponent_threats, _, ply = node
        if last is not None and opponent_threats >> last & 1:
            return win - ply if search.misere else ply - win
        best = -win
        moves = cells_in(search.playable(position))
        for cell in sorted(moves, key=lambda cell: self.order(search, node, cell)):
            child = search.tables.child(node, cell)
            best = max(best, -self.value(child, cell, -beta, -max(alpha, best)))
            if self.prunes and best >= beta:
                break
        return 0 if best == -win else best


def _by_cell(search: LineSearch, node: RawNode, cell: int) -> float:
    return cell


def _by_merit(search: LineSearch, node: RawNode, cell: int) -> float:
    position, threats, _, _, _ = node
    if threats >> cell & 1:
        return inf if search.misere else -inf
    moves = search.playable(position), 1 << cell
    children, _ = search.children(node, 0, moves, search.win_score)
    return children[0][0] if children else -(1 << 40)


if __name__ == "__main__":
    main()

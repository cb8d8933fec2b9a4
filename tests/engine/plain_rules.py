"""Ultimate and Notakto once more, as a person would keep them on paper, to hold the engine against.

A move is the number of a small board and of a place on it, both row by row from the top left.
"""

LINES = (
    *[(0, 1, 2), (3, 4, 5), (6, 7, 8)],
    *[(0, 3, 6), (1, 4, 7), (2, 5, 8)],
    *[(0, 4, 8), (2, 4, 6)],
)
Move = tuple[int, int]


def cell_of(move: Move, across: int) -> int:
    board, place = move
    row = 3 * (board // across) + place // 3
    return row * 3 * across + 3 * (board % across) + place % 3


def has_line(places: list[str], mark: str) -> bool:
    return any(places[a] == places[b] == places[c] == mark for a, b, c in LINES)


class Ultimate:
    across = 3

    def __init__(self) -> None:
        self.boards = [[""] * 9 for _ in range(9)]
        self.won_by = [""] * 9
        self.sent_to: int | None = None
        self.turn, self.other = "X", "O"

    def is_closed(self, board: int) -> bool:
        return bool(self.won_by[board]) or all(self.boards[board])

    def moves(self) -> list[Move]:
        if self.end() is not None:
            return []
        if self.sent_to is None or self.is_closed(self.sent_to):
            targets = [board for board in range(9) if not self.is_closed(board)]
        else:
            targets = [self.sent_to]
        return [(b, place) for b in targets for place in range(9) if not self.boards[b][place]]

    def play(self, move: Move) -> None:
        board, self.sent_to = move
        self.boards[board][self.sent_to] = self.turn
        if has_line(self.boards[board], self.turn):
            self.won_by[board] = self.turn
        self.turn, self.other = self.other, self.turn

    def end(self) -> str | None:
        if has_line(self.won_by, self.other):
            return self.other
        return "draw" if all(map(self.is_closed, range(9))) else None


class Notakto:
    def __init__(self, boards: int) -> None:
        self.across = boards
        self.boards = [[""] * 9 for _ in range(boards)]
        self.alive = list(range(boards))
        self.turn, self.other = "X", "O"

    def moves(self) -> list[Move]:
        return [(b, place) for b in self.alive for place in range(9) if not self.boards[b][place]]

    def play(self, move: Move) -> None:
        board, place = move
        self.boards[board][place] = "X"
        if has_line(self.boards[board], "X"):
            self.alive.remove(board)
        self.turn, self.other = self.other, self.turn

    def end(self) -> str | None:
        return None if self.alive else self.turn

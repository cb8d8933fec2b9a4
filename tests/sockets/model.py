"""A model of the rules, independent of the program, to compare the program with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
OTHER = {"X": "O", "O": "X"}

Message = dict[str, Any]


@dataclass
class GameModel:
    seats: dict[str, str | None]
    allows_undo: bool = False
    is_timed: bool = False
    best_of: int = 0
    opening: tuple[int, ...] = ()
    score_before: dict[str, int] = field(default_factory=lambda: {"X": 0, "O": 0, "draws": 0})
    status: str = "playing"
    moves: list[int] = field(default_factory=list)
    winner: str = ""
    reason: str = ""
    undo_by: str = ""
    declined_at: int | None = None
    draw_by: str = ""
    is_draw_declined: bool = False
    reactions: dict[str, int] = field(default_factory=lambda: {"X": 0, "O": 0})
    next: GameModel | None = None
    is_overdue: bool = False  # the player to move is out of time, and the game not ended yet
    # The messages that have changed the game, with who sent them.
    processed: list[tuple[str, Message]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.moves = [*self.opening, *self.moves]

    # State

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def played(self) -> int:
        return self.ply - len(self.opening)

    @property
    def turn(self) -> str:
        return "XO"[self.ply % 2]

    @property
    def cells(self) -> str:
        marks = {cell: "XO"[ply % 2] for ply, cell in enumerate(self.moves)}
        return "".join(marks.get(cell, ".") for cell in range(9))

    @property
    def is_playing(self) -> bool:
        return self.status == "playing"

    @property
    def is_clock_running(self) -> bool:
        return self.is_timed and self.is_playing and self.played >= 2

    @property
    def score(self) -> dict[str, int]:
        score = dict(self.score_before)
        if self.status == "finished":
            score[self.winner or "draws"] += 1
        return score

    def marks_of(self, who: str) -> list[str]:
        return [mark for mark in "XO" if self.seats[mark] == who]

    # Changes

    def end_if_overdue(self) -> None:
        if self.is_overdue:
            self._end(OTHER[self.turn], "time")

    def join(self, who: str) -> str:
        self.end_if_overdue()
        if self.marks_of(who):
            return "ok"
        if self.status == "closed":
            return "closed"
        if all(self.seats.values()):
            return "seat_taken"
        free = "X" if self.seats["X"] is None else "O"
        self.seats[free], self.status = who, "playing"
        return "ok"

    def process(self, who: str, message: Message) -> str:
        self.end_if_overdue()
        marks = self.marks_of(who)
        if not marks:
            return "not_your_game"
        if (who, message) in self.processed:
            return "ok"
        before = self.__dict__ | {"moves": list(self.moves), "reactions": dict(self.reactions)}
        answer: str = getattr(self, f"_{message['type']}")(marks, message)
        if answer == "ok" and self.__dict__ != before:
            self.processed.append((who, message))
        return answer

    def _ending_code(self) -> str:
        codes = {"waiting": "not_started", "finished": "game_over", "closed": "closed"}
        return codes.get(self.status, "")

    def _move(self, marks: list[str], message: Message) -> str:
        ply, cell = message["ply"], message["cell"]
        is_played = len(self.opening) <= ply < self.ply and self.moves[ply] == cell
        if is_played and "XO"[ply % 2] in marks:
            return "ok"
        if closed := self._ending_code():
            return closed
        if ply != self.ply:
            return "stale_move"
        if self.turn not in marks:
            return "not_your_turn"
        if cell > 8:
            return "no_such_cell"
        if cell in self.moves:
            return "cell_taken"
        self.play(cell)
        return "ok"

    def play(self, cell: int) -> None:
        mark = self.turn
        self._set_moves([*self.moves, cell])
        if any(all(self.cells[int(c)] == mark for c in line) for line in LINES):
            self._end(mark, "line")
        elif self.ply == 9:
            self._end("", "full")

    def _undo(self, marks: list[str], message: Message) -> str:
        is_alone = len(marks) == 2
        asker = self.undo_by or (OTHER[self.turn] if len(marks) == 2 else marks[0])
        if closed := self._ending_code():
            return closed
        if not self.allows_undo:
            return "no_undo"
        has_crossed = marks == [self.turn] and not self.undo_by and message["ply"] == self.ply - 1
        if message["ply"] != self.ply and not has_crossed:
            return "stale_move"
        if self.undo_by in marks:
            return "ok"
        if (target := self.ply - (2 if self.turn == asker else 1)) < len(self.opening):
            return "nothing_to_undo"
        if self.undo_by or is_alone:
            self._set_moves(self.moves[:target])
        elif self.declined_at == self.ply:
            return "undo_declined"
        else:
            self.undo_by = asker
        return "ok"

    def _decline(self, marks: list[str], message: Message) -> str:
        if closed := self._ending_code():
            return closed
        if message["ply"] != self.ply or not self.undo_by:
            return "ok" if self.declined_at == message["ply"] else "not_asked"
        self.undo_by, self.declined_at = "", self.ply
        return "ok"

    def _draw(self, marks: list[str], message: Message) -> str:
        if self.reason == "agreed":
            return "ok"
        if closed := self._ending_code():
            return closed
        if len(marks) == 2:
            return "no_draw"
        if message["ply"] != self.ply:
            return "stale_move"
        if self.draw_by == OTHER[marks[0]]:
            self._end("", "agreed")
        elif self.is_draw_declined:
            return "draw_declined"
        else:
            self.draw_by = marks[0]
        return "ok"

    def _decline_draw(self, marks: list[str], message: Message) -> str:
        if closed := self._ending_code():
            return closed
        if message["ply"] != self.ply or not (self.draw_by or self.is_draw_declined):
            return "not_offered"
        self.draw_by, self.is_draw_declined = "", True
        return "ok"

    def _resign(self, marks: list[str], message: Message) -> str:
        loser = self.turn if self.turn in marks else marks[0]
        return self._finish(OTHER[loser], "resigned")

    def _finish(self, winner: str, reason: str) -> str:
        if (self.reason, self.winner) == (reason, winner):
            return "ok"
        if closed := self._ending_code():
            return closed
        self._end(winner, reason)
        return "ok"

    def _say(self, marks: list[str], message: Message) -> str:
        if self.status in ("waiting", "closed"):
            return self._ending_code()
        if self.reactions[marks[0]] == 2:
            return "too_many_reactions"
        self.reactions[marks[0]] += 1
        return "ok"

    def _rematch(self, marks: list[str], message: Message) -> str:
        if self.status != "finished":
            return "not_over"
        self.next = self.next or self._next_game()
        return "ok"

    def _next_game(self) -> GameModel:
        x, o, draws = self.score.values()
        left = self.best_of - x - o - draws
        if self.best_of and (left <= 0 or abs(x - o) > left):
            x = o = draws = 0
        seats = (self.seats["X"], self.seats["O"])
        is_loser_first = self.winner == OTHER["XO"[len(self.opening) % 2]]
        if self.best_of or seats[0] == seats[1] or not is_loser_first:
            seats, x, o = seats[::-1], o, x
        return GameModel(
            seats=dict(zip("XO", seats, strict=True)),
            allows_undo=self.allows_undo,
            is_timed=self.is_timed,
            best_of=self.best_of,
            opening=self.opening,
            score_before={"X": x, "O": o, "draws": draws},
        )

    def _set_moves(self, moves: list[int]) -> None:
        self.moves, self.undo_by, self.declined_at = moves, "", None
        self.draw_by, self.is_draw_declined = "", False
        self.reactions = {"X": 0, "O": 0}

    def _end(self, winner: str, reason: str) -> None:
        self.status, self.winner, self.reason = "finished", winner, reason
        self.undo_by, self.draw_by = "", ""
        self.is_overdue = False

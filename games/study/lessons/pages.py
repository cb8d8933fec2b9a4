"""The pages of the hub: its shelves of lessons and of machines, each with a flip-book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from games.engine import CLASSIC, Board, play_moves, read_moves
from games.presentation.drawing import Drawing, draw_board
from games.study import session_progress
from games.study.lessons import (
    completion,
    connect_four,
    counts,
    forks,
    gomoku,
    misere,
    mistakes,
    notakto,
    parity,
    replies,
    symmetry,
    ultimate,
)
from games.study.lessons.questions import Question

SIDE = 4  # the most cells of a side that a small picture shows
FRAMES = 4  # pictures of a flip-book, as many as the steps of its animation in lessons.css


@dataclass(frozen=True, slots=True)
class Page:
    """A page that the hub lists, with one sentence, its minutes and the pictures of a flip-book."""

    url_name: str
    name: str
    sentence: str
    minutes: int
    frames: Callable[[], list[Drawing]]
    slug: str = ""
    sketch: str = ""
    questions: Sequence[Question] = ()
    lead: str = ""
    figure: str = ""
    context: Callable[[HttpRequest], dict[str, Any]] = lambda _: {}  # of the figure
    has_done: Callable[[HttpRequest], bool] | None = None  # whether a visitor has done a machine

    @property
    def address(self) -> str:
        return reverse(self.url_name, args=[self.slug] if self.slug else [])

    def is_done(self, request: HttpRequest) -> bool:
        if self.has_done:
            return self.has_done(request)
        return len(session_progress.answered(request, self.slug)) == len(self.questions)


@dataclass(frozen=True, slots=True)
class Shelf:
    name: str
    sentence: str
    pages: list[Page]


def _lesson(module: ModuleType, slug: str, name: str, sentence: str, lead: str = "") -> Page:
    questions = module.QUESTIONS
    page = Page(
        "games:lesson",
        name,
        sentence,
        (len(questions) + 1) // 2,
        lambda: _answered(questions[0]),
        slug,
        questions=questions,
        lead=lead,
    )
    if not hasattr(module, "figure"):
        return page
    return replace(page, figure=f"study/lessons/_{slug}.html", context=module.figure)


def _answered(question: Question) -> list[Drawing]:
    cell = min(question.right)
    return _flip_book([_corner(step.drawing, cell) for step in question.steps(cell)])


def _corner(drawing: Drawing, cell: int) -> Drawing:
    # Of small boards all are shown.
    if drawing.margin:
        return drawing
    column, row = drawing.cells[cell].column, drawing.cells[cell].row
    left = max(0, min(column - SIDE // 2, drawing.width - SIDE))
    top = max(0, min(row - SIDE // 2, drawing.height - SIDE))
    return replace(drawing, view=(left, top, min(SIDE, drawing.width), min(SIDE, drawing.height)))


def _course(moves: str) -> list[Drawing]:
    cells = read_moves(moves, CLASSIC)
    boards = [play_moves(Board(), cells[:made]) for made in range(len(cells) + 1)]
    return _flip_book([draw_board(board) for board in boards[-FRAMES:]])


def _flip_book(drawings: list[Drawing]) -> list[Drawing]:
    return (drawings + drawings[-1:] * FRAMES)[:FRAMES]


SHELVES = [
    Shelf(
        _("Win more"),
        _("What makes a move good, and what to do when the other side plays a bad one."),
        [
            _lesson(
                forks,
                "forks",
                _("What a fork is"),
                _("Two threats at once: only one can be blocked."),
                _("One threat can be blocked. Two at once cannot: that is how games are won."),
            ),
            _lesson(
                replies,
                "replies",
                _("Hold the draw"),
                _("The right answers to a corner, an edge and the centre."),
                _("The first answer of O decides. If it holds, nobody can force a win any more."),
            ),
            _lesson(
                mistakes,
                "mistakes",
                _("Win from mistakes"),
                _("Every wrong move, and how to make the other side pay for it."),
            ),
        ],
    ),
    Shelf(
        _("Other boards"),
        _("What wins on large boards, where pieces fall, and where a row loses."),
        [
            _lesson(
                gomoku,
                "gomoku",
                _("Fours and open threes"),
                _("How five in a row are forced on Gomoku, and how that is stopped."),
                _("A four has one answer, an open three a few. So make two at once."),
            ),
            _lesson(
                connect_four,
                "connect-four",
                _("Columns and traps"),
                _("On Connect Four what counts is the cell below the one that wins."),
                _("Each piece lifts the other side by one. Look above before you play."),
            ),
            _lesson(
                parity,
                "parity",
                _("Odd and even"),
                _("Who has to move last on Connect Four, and why it decides games."),
            ),
            _lesson(
                misere,
                "misere",
                _("When a row loses"),
                _("Misère, where one avoids what one makes elsewhere."),
                _("Begin in the centre and mirror every move: then you never make a row."),
            ),
            _lesson(
                ultimate,
                "ultimate",
                _("Where you send them"),
                _("On Ultimate each move also chooses the board of the next."),
                _("Before each move look at the board to which it leads: what can be won there?"),
            ),
            _lesson(
                notakto,
                "notakto",
                _("Poison the board"),
                _("On Notakto both play X, and squares that make a row are poison."),
                _("Leave the other side only squares that make a row."),
            ),
        ],
    ),
    Shelf(
        _("How many"),
        _("Boards and games, counted. Fewer than you would think, and more."),
        [
            _lesson(
                symmetry,
                "symmetry",
                _("Turn it, mirror it"),
                _("Why so few boards are enough."),
            ),
            _lesson(counts, "games", _("How many games"), _("All of them, counted.")),
        ],
    ),
    Shelf(
        _("How machines think"),
        _("One looks ahead, one draws beads from boxes, and all of them play one another."),
        [
            Page(
                "games:tree",
                _("The search tree"),
                _("Watch minimax and alpha-beta go through a position, step by step."),
                5,
                list,
                sketch="study/lessons/_sketch_of_tree.html",
                has_done=completion.has_looked_at_the_tree,
            ),
            Page(
                "games:tree_two_ways",
                _("The two ways to write it"),
                _("Max and min, or one minus sign: and what goes wrong when it is forgotten."),
                4,
                lambda: _course("b3-a3-a2-c2-a1-c1"),
                has_done=completion.has_tried_a_mistake,
            ),
            Page(
                "games:explorer_start",
                _("Opening explorer"),
                _("What each move is worth where a board is solved, and how often it was played."),
                3,
                lambda: _course("b2-a3-c1-c3"),
                has_done=completion.has_explored,
            ),
            Page(
                "games:menace",
                _("Menace"),
                _("A machine of matchboxes, which gets better with every game you play."),
                4,
                list,
                sketch="study/lessons/_sketch_of_matchbox.html",
                has_done=completion.has_taught_menace,
            ),
            Page(
                "games:own_player",
                _("Your own player"),
                _("Say what its lines count, see what it chooses, and let it play the levels."),
                5,
                lambda: _course("b2-a1-c3-b1-c1"),
                has_done=completion.has_set_a_player,
            ),
            Page(
                "games:exhibitions",
                _("Computer against computer"),
                _("Let any two of its players meet, and watch."),
                3,
                lambda: _course("b2-a3-c3-a1-a2"),
                has_done=completion.has_let_the_computer_play_itself,
            ),
        ],
    ),
]
PAGES = [page for shelf in SHELVES for page in shelf.pages]
LESSONS = [page for page in PAGES if page.slug]

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile
from math import sqrt
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games.ai.computer_players import MENACE
from games.engine import (
    BOARDS,
    CLASSIC,
    Board,
    canonical,
    canonical_moves,
    play_moves,
    write_moves,
)
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors, limits, services
from games.presentation import geometry
from games.presentation.cells import Cell
from games.presentation.description import Drawing, describe
from games.study.menace import services as menace_services
from games.study.menace.learner import Beads, has_box
from games.study.menace.models import LearnedGame
from games.study.positions import Position
from games.web import players
from games.web.common import always_revalidate, render_page
from games.web.forms import requested_ply

LARGEST, SMALLEST = 0.4, 0.17  # radius of the beads on the board, in cells
TRAY_BEADS = 60  # drawn in the tray; if the box has more, each stands for several
TRAY_COLUMNS = 12


class BeadMove(NamedTuple):
    colour: int  # from 1
    cells: tuple[str, ...]  # their names
    beads: int
    share: float  # of all beads in the box

    @property
    def radius(self) -> float:
        return round(max(SMALLEST, LARGEST * sqrt(self.share)), 3)


class BoxCell(NamedTuple):
    cell: Cell
    moves: str = ""
    choice: BeadMove | None = None
    is_repeated: bool = False  # whether another cell shows the beads of the same move

    @property
    def label(self) -> str:
        if self.choice is None:
            return self.cell.label
        beads = ngettext("%(count)s bead", "%(count)s beads", self.choice.beads)
        return f"{self.cell.label}, {beads % {'count': self.choice.beads}}"


class Bead(NamedTuple):
    colour: int
    x: float
    y: float


class Box(NamedTuple):
    drawing: Drawing
    label: Drawing  # the position as it is drawn on the box
    places: tuple[BoxCell, ...]
    choices: tuple[BeadMove, ...]

    @property
    def beads(self) -> int:
        return sum(choice.beads for choice in self.choices)

    @property
    def tray(self) -> Iterator[Bead]:
        return map(_in_tray, *zip(*enumerate(_mixed(self.choices)), strict=True))


def open_box(board: Board, made: tuple[int, ...], beads: Beads) -> Box:
    choices = _choices(board, beads) if beads else {}
    kinds = canonical_moves(board)
    firsts = {kind: cell for cell, kind in reversed(kinds.items())}

    def place(cell: Cell) -> BoxCell:
        if cell.number not in kinds:
            return BoxCell(cell)
        moves = write_moves((*made, cell.number), board.variant)
        kind = kinds[cell.number]
        return BoxCell(cell, moves, choices.get(kind), is_repeated=cell.number != firsts[kind])

    drawing = describe(board, made)
    label = describe(canonical(board))
    return Box(drawing, label, tuple(map(place, drawing.cells)), tuple(choices.values()))


def _choices(board: Board, beads: Beads) -> dict[int, BeadMove]:
    kinds = canonical_moves(board)
    total = sum(beads.values())
    cells: dict[int, list[str]] = {}
    for cell, kind in kinds.items():
        cells.setdefault(kind, []).append(board.variant.cell_name(cell))
    return {
        kind: BeadMove(colour, tuple(names), beads[kind], beads[kind] / total)
        for colour, (kind, names) in enumerate(cells.items(), 1)
    }


def _mixed(choices: tuple[BeadMove, ...]) -> list[int]:
    total = sum(choice.beads for choice in choices)
    scale = max(1.0, total / TRAY_BEADS)
    shown = [(each.colour, -(-each.beads // scale)) for each in choices if each.beads]
    places = [
        ((number + 0.5) / count, colour) for colour, count in shown for number in range(int(count))
    ]
    return [colour for _, colour in sorted(places)]


def _in_tray(number: int, colour: int) -> Bead:
    row, column = divmod(number, TRAY_COLUMNS)
    # Each row lies in the gaps of the row below. Steps of the golden ratio never repeat, so that
    # the beads look thrown in and not laid out.
    right, up = number * 0.618 % 1 - 0.5, number * 0.382 % 1 - 0.5
    return Bead(colour, round(column + row % 2 / 2 + right / 4, 2), round(row * 0.87 + up / 5, 2))


@require_http_methods(["GET", "HEAD", "POST"])
@always_revalidate
def menace(request: HttpRequest) -> HttpResponse:
    made: tuple[int, ...] = ()
    refusal: errors.Refused | None = None
    try:
        if request.method == "POST":
            return _train(request)
        made = Position.read(request, "classic", BOARDS).moves
    except (errors.NoSuchPosition, errors.RateLimited) as error:
        refusal = error
    curve = draw()
    context = {
        **_box_context(made),
        "curve": curve,
        "results": results(curve["last"]) if curve else [],
    }
    return render_page(request, "study/menace/menace.html", context, refusal)


def _train(request: HttpRequest) -> HttpResponse:
    player_id, address = players.id_in(request.session), client_address(request)
    limits.count(menace_services.TRAINING, player_id=player_id, address=address)
    menace_services.train()
    return redirect(f"{reverse('games:menace')}?trained=yes#results")


@require_safe
def boxes(request: HttpRequest, game_id: str) -> HttpResponse:
    game = services.find_game(game_id)
    moves = game.record[: _last_draw(game, game.ply)]
    return redirect(f"{reverse('games:menace')}?moves={write_moves(moves, game.variant)}#boxes")


@require_safe
def box(request: HttpRequest, game_id: str) -> HttpResponse:
    game = services.find_game(game_id)
    ply = requested_ply(request, game.ply)
    return render(request, "study/menace/_last_box.html", last_box(game, ply))


def last_box(game: Game, ply: int | None) -> dict[str, Any]:
    shown = game.ply if ply is None else ply
    made = tuple(game.record[: _last_draw(game, shown)])
    board = play_moves(Board(game.variant), made)
    if not _draws(game, board):
        return {"game": game, "box": None}
    drawn = [game.variant.cell_name(cell) for cell in game.record[len(made) : shown]]
    beads = menace_services.menace_at(board).beads(board)
    return {"game": game, "box": open_box(board, made, beads), "drawn": drawn[:1]}


def _draws(game: Game, board: Board) -> bool:
    player = game.seat(board.turn)
    return has_box(board) and player is not None and player.level == MENACE.id


def _last_draw(game: Game, ply: int) -> int:
    plies = range(ply, game.start_ply - 1, -1)
    boards = ((at, play_moves(Board(game.variant), game.record[:at])) for at in plies)
    return next((at for at, board in boards if _draws(game, board)), ply)


def _box_context(made: tuple[int, ...]) -> dict[str, Any]:
    board = play_moves(Board(CLASSIC), made)
    outcome = board.outcome()
    return {
        "box": open_box(board, made, menace_services.menace_at(board).beads(board)),
        "turn": board.turn,
        "is_over": outcome is not None,
        "winner": outcome.winner if outcome else None,
        "moves": write_moves(made, CLASSIC),
        "back": write_moves(made[:-1], CLASSIC),
    }


POINTS = 160  # of the curve, at most; of more games only some are drawn
LATEST = 20  # games that are also counted separately
WIDTH, HEIGHT = 320, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 14, 12, 24  # margins
LINES = 4  # of the grid, at most
MINUS = "\N{MINUS SIGN}"


def draw() -> dict[str, Any] | None:
    games = LearnedGame.objects.sample(POINTS)
    if not games:
        return None
    heights = [(0, 0), *((game.number, game.beads) for game in games)]
    lines = _lines([beads for _, beads in heights])
    low = min(lines[0], *(beads for _, beads in heights))
    high = max(lines[-1], *(beads for _, beads in heights))

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / games[-1].number, 1)

    def y(beads: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (beads - low) / (high - low), 1)

    points = [(x(number), y(beads)) for number, beads in heights]
    return {
        "points": points,
        "path": geometry.polyline(points),
        "end": points[-1],
        # Of the grid: the number of beads, how it is written, and its height.
        "lines": [(beads, str(beads).replace("-", MINUS), y(beads)) for beads in lines],
        "last": games[-1],
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
    }


def results(last: LearnedGame) -> list[dict[str, int]]:
    """``last`` is the latest game, which has the totals."""
    before = LearnedGame.objects.filter(number=last.number - LATEST).first()
    everything = {name: getattr(last, name) for name in ("won", "drawn", "lost")}
    if before is None:
        return [everything]
    latest = {name: total - getattr(before, name) for name, total in everything.items()}
    return [everything, {**latest, "games": LATEST}]


def _lines(heights: list[int]) -> list[int]:
    low, high = min(heights), max(heights)
    step = next(step for step in _round_numbers() if (high - low) / step < LINES)
    first = -(-low // step) * step
    lines = list(takewhile(lambda beads: beads <= high, range(first, high + step, step)))
    return lines if len(lines) > 1 else [0, step]


def _round_numbers() -> Iterator[int]:
    for exponent in count():
        yield from (digit * 10**exponent for digit in (1, 2, 5))

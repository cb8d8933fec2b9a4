from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.ai.solver import Solution, Verdict
from games.engine import BOARDS, Board, Variant, write_moves
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors
from games.presentation.hint_wording import verdict_in_words
from games.presentation.sides import side
from games.protocol import VerdictInWords
from games.study.explorer import job
from games.study.explorer.addresses import EXPLORED
from games.study.positions import Position
from games.study.session_progress import EXPLORER, note_answered
from games.web.common import always_revalidate, render_page
from games.web.fair_play import gives_help

WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends
# Of each board the latest games that people took part in, read again after some minutes. They are
# counted without names, so private ones as well.
LATEST, READ_EVERY = 2_000, 5 * 60

# The cells in the order of the moves, and the mark of the winner, "" for a draw.
Record = tuple[tuple[int, ...], str]


@dataclass(frozen=True, slots=True)
class Results:
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class ExploredMove:
    cell: int
    name: str
    query: str
    verdict: VerdictInWords
    is_best: bool
    results: Results | None

    @property
    def in_cell(self) -> dict[str, Any]:
        return {"address": self.query, "verdict": self.verdict, "leads_to_best": self.is_best}


@always_revalidate
@require_safe
@gives_help
async def explorer(request: HttpRequest, board: str) -> HttpResponse:
    try:
        position, solution = Position.read(request, board, EXPLORED), None
        if not position.board.outcome():
            solution = await job.find(position.board, client_address(request))
        return await sync_to_async(_page)(request, position, solution)
    except errors.Refused as refusal:
        return await sync_to_async(_show_refusal)(request, refusal)


def _show_refusal(request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    if refusal.http_status not in WRONG_ADDRESS:
        raise refusal
    return render_page(request, "study/explorer/no_such_position.html", {}, refusal)


def _page(request: HttpRequest, position: Position, solution: Solution | None) -> HttpResponse:
    note_answered(request, EXPLORER)
    moves = _explored_moves(position, solution) if solution else []
    board, outcome = position.board, position.board.outcome()
    context = {
        "position": position,
        "outcome": outcome,
        "winner": side(outcome.winner, board.variant) if outcome and outcome.winner else "",
        "mover": side(board.turn, board.variant),
        "verdict": _in_words(solution.verdict) if solution else None,
        "moves": moves,
        "drawing": position.drawing({move.cell: move.in_cell for move in moves}),
        "undo": _query(position, position.moves[:-1]) if position.moves else "",
        "presets": [(BOARDS[id], reverse("games:explorer", args=[id])) for id in EXPLORED],
    }
    return render(request, "study/explorer/explorer.html", context)


def _explored_moves(position: Position, solution: Solution) -> list[ExploredMove]:
    played = played_moves(position.board, position.moves, time.time())
    ranked = sorted(solution.moves.items(), key=lambda item: item[1].rank, reverse=True)
    return [
        ExploredMove(
            cell,
            position.preset.variant.cell_name(cell),
            _query(position, (*position.moves, cell)),
            _in_words(verdict),
            is_best=verdict.is_known and verdict == solution.verdict,
            results=played.get(cell),
        )
        for cell, verdict in ranked
    ]


def _in_words(verdict: Verdict) -> VerdictInWords:
    return verdict_in_words({"value": verdict.value, "plies": verdict.plies})


def _query(position: Position, moves: tuple[int, ...]) -> str:
    return f"moves={write_moves(moves, position.preset.variant)}"


def played_moves(board: Board, moves: tuple[int, ...], now: float) -> dict[int, Results]:
    found: dict[int, Counter[str]] = {}
    for cells, winner in _latest(board.variant, int(now // READ_EVERY)):
        if cells[: len(moves)] == moves and len(cells) > len(moves):
            found.setdefault(cells[len(moves)], Counter())[winner] += 1
    mover, other = board.turn.value, board.turn.opponent.value
    return {cell: Results(won[mover], won[""], won[other]) for cell, won in found.items()}


@lru_cache(maxsize=8)
def _latest(variant: Variant, period: int) -> list[Record]:
    games = Game.objects.with_people().filter(
        variant_code=str(variant), status=Game.Status.FINISHED
    )
    return [
        (tuple(cells), winner) for cells, winner in games.values_list("record", "winner")[:LATEST]
    ]

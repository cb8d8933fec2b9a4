from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.ai.solver import Solution, Value, Verdict, own_moves
from games.engine import BOARDS, Board, Variant, play_moves, write_moves
from games.engine.symmetry import canonical
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors
from games.presentation.hint_wording import one_of, verdict_in_words
from games.presentation.sides import side
from games.study.explorer import job
from games.study.explorer.addresses import EXPLORED
from games.study.positions import Position
from games.study.session_progress import EXPLORER, note_answered
from games.web.common import always_revalidate, render_page
from games.web.fair_play import gives_help
from games.web.forms import requested_ply

WRONG_ADDRESS = {400, 404}  # the statuses of refusals that no second try mends
# Of each board the latest games that people took part in, read again after some minutes. They are
# counted without names, so private ones as well.
LATEST, READ_EVERY = 2_000, 5 * 60
SHOWN = 5  # kinds of moves for which the panel has room
MAX_CELLS = 4  # of a kind that are named
PLACES = ("centre", "edge", "corner")  # by how many edges of the board a square touches

# The cells in the order of the moves, and the mark of the winner, "" for a draw.
Record = tuple[tuple[int, ...], str]


@always_revalidate
@require_safe
@gives_help
async def explorer(request: HttpRequest, board: str) -> HttpResponse:
    try:
        line, solution = Position.read(request, board, BOARDS), None
        ply = requested_ply(request, len(line.moves))
        position = line if ply is None else line.at(ply)
        if board in EXPLORED and not position.board.outcome():
            solution = await job.find(position.board, client_address(request))
        return await sync_to_async(_page)(request, line, position, solution)
    except errors.Refused as refusal:
        return await sync_to_async(_show_refusal)(request, board, refusal)


def _show_refusal(request: HttpRequest, board: str, refusal: errors.Refused) -> HttpResponse:
    if refusal.http_status not in WRONG_ADDRESS:
        raise refusal
    return render_page(request, "study/explorer/no_such_position.html", {}, refusal)


def _page(
    request: HttpRequest, line: Position, position: Position, solution: Solution | None
) -> HttpResponse:
    note_answered(request, EXPLORER)
    board, outcome, variant = position.board, position.board.outcome(), position.preset.variant
    kinds = _kinds(position, solution) if solution else []
    best = [kind for kind in kinds if kind["is_best"]]
    has_alike = not variant.drop and any(len(kind["cells"]) > 1 for kind in kinds)
    winner = outcome.winner if outcome else solution and _winner(board, solution.verdict)
    holding = [cell for kind in best for cell in kind["cells"]]
    context = {
        "position": position,
        "line": line,
        "outcome": outcome,
        "mover": side(board.turn, variant),
        "other": side(board.turn.opponent, variant),
        "winner": side(winner, variant) if winner else "",
        "moves_left": own_moves(solution.plies) if solution else 0,
        "value": solution.value if solution else Value.UNKNOWN,
        "holding_place": best[0]["place"] if len(best) == 1 else "",
        "holding": one_of(variant, holding) if holding else "",
        "kinds": kinds[:SHOWN],
        "more_kinds": kinds[SHOWN:],
        "has_alike": has_alike,
        "has_pictures": has_alike and len(variant.boards) == 1,
        "is_choice": any(kind["on"] for kind in kinds),
        "is_played": any(kind["played"] for kind in kinds),
        "last": variant.cell_name(position.moves[-1]) if position.moves else "",
        "drawing": _drawing(position, kinds),
        "presets": [(BOARDS[id], reverse("games:explorer", args=[id])) for id in EXPLORED],
    }
    return render(request, "study/explorer/explorer.html", context)


def _winner(board: Board, verdict: Verdict) -> str:
    return {Value.WIN: board.turn, Value.LOSS: board.turn.opponent}.get(verdict.value, "")


def _drawing(position: Position, kinds: Sequence[dict[str, Any]]) -> Any:
    cells = {cell: kind for kind in kinds for cell in kind["cells"]}
    links = {
        cell: {"address": _query(position, cell), "verdict": kind["verdict"]}
        for cell, kind in cells.items()
    }
    best = {cell: {"is_best": True, "leads_to_best": True} for cell in cells if cells[cell]["on"]}
    return position.drawing(links).noted(best)


def _kinds(position: Position, solution: Solution) -> list[dict[str, Any]]:
    """Return the moves, best first; those that lead to images of one position are one kind."""
    board = position.board
    played = _played(canonical(board), int(time.time() // READ_EVERY))
    alike: dict[Board, list[int]] = {}
    for cell in sorted(solution.moves):
        alike.setdefault(canonical(board.play(cell)), []).append(cell)
    kinds = [
        _kind(position, cells, solution, played.get(after, Counter()))
        for after, cells in alike.items()
    ]
    kinds.sort(key=lambda kind: (kind["rank"], kind["played"]), reverse=True)
    is_choice = not all(kind["is_best"] for kind in kinds)
    # All are named in one way, by places if all have one.
    others = {} if all(kind["place"] for kind in kinds) else {"place": ""}
    if others and any(len(kind["cells"]) > MAX_CELLS for kind in kinds):
        others["names"] = ""
    return [{**kind, **others, "on": kind["is_best"] and is_choice} for kind in kinds]


def _kind(
    position: Position, cells: list[int], solution: Solution, results: Counter[str]
) -> dict[str, Any]:
    variant, mover = position.preset.variant, position.board.turn
    # What is proven of one is true of its images.
    verdict = max((solution.moves[cell] for cell in cells), key=lambda verdict: verdict.is_known)
    names = [variant.cell_name(cell)[: 1 if variant.drop else None] for cell in cells]
    return {
        "cells": cells,
        "place": _place(variant, cells),
        "names": ", ".join(names),
        "first": names[0],
        "spots": [(column, row) for column, row in map(variant.place, cells)],
        "address": _query(position, cells[0]),
        "verdict": verdict_in_words({"value": verdict.value, "plies": verdict.plies}),
        "value": verdict.value,
        "moves": own_moves(verdict.plies),
        "rank": verdict.rank,
        "is_best": verdict.is_known and verdict == solution.verdict,
        "played": results.total(),
        "results": [results[mark] for mark in (mover, "", mover.opponent)],
    }


def _place(variant: Variant, cells: Sequence[int]) -> str:
    """Return the name of the places that these are all of, "" if there is none."""
    if variant.drop or len(variant.boards) > 1:
        return ""
    last = variant.width - 1
    edges = [sum(at in (0, last) for at in variant.place(cell)) for cell in range(variant.size)]
    kind = edges[cells[0]]
    is_all = [cell for cell, count in enumerate(edges) if count == kind] == list(cells)
    return PLACES[kind] if is_all else ""


def _query(position: Position, cell: int) -> str:
    return f"moves={write_moves((*position.moves, cell), position.preset.variant)}"


@lru_cache(maxsize=256)
def _played(board: Board, period: int) -> dict[Board, Counter[str]]:
    found: dict[Board, Counter[str]] = {}
    for cells, winner in _latest(board.variant, period):
        before = play_moves(Board(board.variant), cells[: board.ply])
        if len(cells) > board.ply and canonical(before) == board:
            after = canonical(before.play(cells[board.ply]))
            found.setdefault(after, Counter())[winner] += 1
    return found


@lru_cache(maxsize=8)
def _latest(variant: Variant, period: int) -> list[Record]:
    games = Game.objects.with_people().filter(
        variant_code=str(variant), status=Game.Status.FINISHED
    )
    return [
        (tuple(cells), winner) for cells, winner in games.values_list("record", "winner")[:LATEST]
    ]

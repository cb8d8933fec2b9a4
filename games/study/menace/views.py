from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.ai.computer_players import MENACE
from games.engine import (
    CLASSIC,
    Board,
    IllegalMove,
    InvalidCellName,
    play_moves,
    read_moves,
    write_moves,
)
from games.models import Game
from games.play import errors, services
from games.study.menace import learning_curve, matchboxes
from games.study.menace import services as menace_services
from games.study.menace.learner import has_box
from games.web.common import always_revalidate, render_page


@require_safe
@always_revalidate
def menace(request: HttpRequest) -> HttpResponse:
    try:
        made, refusal = _moves(request), None
    except errors.NoSuchPosition as error:
        made, refusal = (), error
    curve = learning_curve.draw()
    context = {
        **_box_context(made),
        "curve": curve,
        "results": learning_curve.results(curve["last"]) if curve else [],
    }
    return render_page(request, "study/menace/menace.html", context, refusal)


@require_safe
def boxes(request: HttpRequest, game_id: str) -> HttpResponse:
    game = services.find_game(game_id)
    moves = _moves_to_last_box(game) if game.status == Game.Status.FINISHED else game.record
    return redirect(f"{reverse('games:menace')}?moves={write_moves(moves, game.variant)}#boxes")


def _moves_to_last_box(game: Game) -> list[int]:
    record: list[int] = game.record
    for ply in reversed(range(game.start_ply, len(record))):
        board = play_moves(Board(game.variant), record[:ply])
        player = game.seat(board.turn)
        if has_box(board) and player and player.level == MENACE.id:
            return record[:ply]
    return record


def _moves(request: HttpRequest) -> tuple[int, ...]:
    try:
        made = read_moves(request.GET.get("moves", ""), CLASSIC)
        play_moves(Board(CLASSIC), made)
    except (InvalidCellName, IllegalMove):
        raise errors.NoSuchPosition from None
    return made


def _box_context(made: tuple[int, ...]) -> dict[str, Any]:
    board = play_moves(Board(CLASSIC), made)
    outcome = board.outcome()
    return {
        "box": matchboxes.open_box(board, made, menace_services.menace_at(board).beads(board)),
        "turn": board.turn,
        "is_over": outcome is not None,
        "winner": outcome.winner if outcome else None,
        "moves": write_moves(made, CLASSIC),
        "back": write_moves(made[:-1], CLASSIC),
    }

"""The lobby's parts of the page of a game: for a seeker who waits, and after a game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.urls import reverse

from games.engine import Variant, clock, presets
from games.engine.clock import CONTROLS
from games.models import Game, Player
from games.people.lobby import queue, services
from games.people.lobby.meanwhile import LEVEL
from games.people.lobby.outlook import outlook
from games.people.lobby.queue import OPEN
from games.presentation import snapshots, wording
from games.web.game_parts import GamePart, Shown, of_kind

ALONE_AFTER = timedelta(seconds=10)


def context(shown: Shown) -> dict[str, Any]:
    game = shown.game
    board = presets.named(game.variant)
    is_waiting = game.status == Game.Status.WAITING
    missed = Game.objects.filter(goes_on_in=game, absent__isnull=False)
    seek = getattr(game, "seek", None) if game.kind else None
    return {
        "board_id": board.id if board else "",
        "control_name": wording.control(game.control),
        "meanwhile": LEVEL,
        "takes_any_board": bool(seek and seek.any_board and game.guest not in shown.state["you"]),
        "is_long_alone": is_waiting and clock.now() - game.created_at > ALONE_AFTER,
        "missed_opponent": is_waiting and missed.exists(),
        "other_clock_name": _other_clock_name(shown),
        "control_names": {code: wording.control(code) for code in CONTROLS},
    }


def _other_clock_name(shown: Shown) -> str:
    other = (shown.state["part"] or {}).get("other_clock")
    return wording.control(other["control"]) if other else ""


def looking_context(shown: Shown) -> dict[str, Any]:
    visitor = shown.visitor
    if visitor is None or not shown.state["you"]:
        return {}
    games = Game.objects.of(visitor).filter(seek__isnull=False).with_players()
    if called := games.filter(status=Game.Status.CALLED).first():
        words = snapshots.state_for(called, visitor.pk)["words"]
        return {"looking": {"game": called, "called": words}}
    waiting = games.filter(status=Game.Status.WAITING).first()
    return {"looking": _looking(waiting, visitor)} if waiting else {}


def _looking(waiting: Game, visitor: Player) -> dict[str, Any]:
    other_clock, other_board = services.other_clock(waiting), services.other_board(waiting)
    offered = other_board if other_board and not other_clock else queue.terms_of(waiting)
    board = presets.named(Variant.parse(offered.board))
    control = other_clock["control"] if other_clock else offered.control
    return {
        "game": waiting,
        "terms": _terms(waiting),
        "words": outlook(visitor, queue.terms_of(waiting)).words,
        "other_clock": other_clock,
        "other_board": board if offered is other_board else None,
        "board_id": board.id if board else "",
        "control": control,
        "control_name": wording.control(control),
        "seek_address": "" if waiting.kind == OPEN else reverse("games:duels"),
    }


def _terms(game: Game) -> dict[str, str]:
    terms, board = queue.terms_of(game), presets.named(game.variant)
    any_board = {"any_board": "on"} if terms.any_board else {}
    return {"board": board.id if board else "", "control": terms.control, **any_board}


CALLED = GamePart(
    applies=lambda game: game.kind is not None and hasattr(game, "seek"),
    templates={"terms": "people/lobby/_called.html"},
)
WAITING = GamePart(
    applies=of_kind(OPEN),
    templates={"invite": "people/lobby/_waiting.html", "again": "people/lobby/_again.html"},
    context=context,
    scripts=("js/people/lobby.js",),
)
AFTERWARDS = GamePart(
    applies=lambda game: not game.kind,
    templates={"again": "people/lobby/_again.html"},
    context=context,
)
LOOKING = GamePart(
    applies=lambda game: not game.kind and game.level is not None,
    templates={"terms": "people/lobby/_looking.html"},
    context=looking_context,
)

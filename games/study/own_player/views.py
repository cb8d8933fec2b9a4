from __future__ import annotations

from dataclasses import asdict
from functools import partial
from random import SystemRandom
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.ai.computer_players import COMPUTER_PLAYERS, LEVELS
from games.ai.own_player import (
    MARKS,
    MIN_WIN_SCORE,
    TENS,
    Evaluation,
    OwnPlayer,
    best_of,
    count_after,
    deepest,
)
from games.ai.selfplay import MatchScore, play_levels
from games.engine import BOARDS, Mark, Variant, write_moves
from games.ops.client_address import client_address
from games.play import errors
from games.presentation.hint_wording import verdict_in_words
from games.presentation.sides import side
from games.protocol import VerdictInWords
from games.study.positions import Position
from games.study.search_cache import SearchCache
from games.study.session_progress import OWN_PLAYER, note_answered
from games.web.common import always_revalidate, refused
from games.web.fair_play import gives_help

MAX_WEIGHT, MAX_BONUS = 10_000, 10


class OwnPlayerForm(forms.Form):
    one = forms.IntegerField(label=_("One mark"), min_value=0, max_value=MAX_WEIGHT)
    two = forms.IntegerField(label=_("Two marks"), min_value=0, max_value=MAX_WEIGHT)
    three = forms.IntegerField(label=_("Three marks"), min_value=0, max_value=MAX_WEIGHT)
    bonus = forms.IntegerField(label=_("Side to move, times"), min_value=0, max_value=MAX_BONUS)
    depth = forms.IntegerField(label=_("Moves ahead"), min_value=1)

    def __init__(self, asked: dict[str, str], variant: Variant) -> None:
        given = {name: getattr(TENS, name) for name in self.base_fields}
        super().__init__({**given, **asked})
        field = self.fields["depth"]
        field.widget.attrs["max"] = deepest(variant)

    def player(self) -> OwnPlayer:
        return OwnPlayer(**self.cleaned_data) if self.is_valid() else TENS


SETTINGS = ("one", "two", "three", "bonus", "depth", "you")
# The boards on which a match against the levels takes seconds.
PLAYED = ("classic", "misere", "4x4", "5x5", "connect-four")
NAMED = {"tens": TENS, "marks": MARKS}

values: SearchCache[dict[int, int]] = SearchCache(2_000)
counts: SearchCache[Evaluation] = SearchCache(2_000)
matches: SearchCache[dict[str, MatchScore]] = SearchCache(500)


@always_revalidate
@require_safe
@gives_help
async def own_player(request: HttpRequest) -> HttpResponse:
    try:
        return await _respond(request, client_address(request))
    except errors.Refused as refusal:
        return await sync_to_async(refused)(request, refusal)


async def _respond(request: HttpRequest, address: str) -> HttpResponse:
    position = Position.read(request, request.GET.get("board", "classic"), PLAYED)
    board, form = position.board, OwnPlayerForm(request.GET.dict(), position.preset.variant)
    player, scores, worth, why = form.player(), None, {}, {}
    if not board.outcome():
        search = partial(OwnPlayer.values, player, board)
        worth = await values.find(search, (player, board), address)
        if request.GET.get("you") == board.turn.opponent:
            cell = SystemRandom().choice(best_of(worth))
            return HttpResponseRedirect(f"?{_query(request, position, cell)}")
        names = {board.variant.cell_name(cell): cell for cell in worth}
        asked = names.get(request.GET.get("why", ""), best_of(worth)[0])
        count = partial(count_after, player, board, asked)
        found = await counts.find(count, (player, board, asked), address)
        why = _why(request, position, worth[asked], found)
    if "match" in request.GET:
        match = partial(play_levels, player, board.variant)
        scores = await matches.find(match, (player, board.variant), address)
        await sync_to_async(note_answered)(request, OWN_PLAYER)
    context = _position_context(request, position, worth) | _player_context(form, player, scores)
    context["why"] = why
    return await sync_to_async(render)(request, "study/own_player/own_player.html", context)


def _query(request: HttpRequest, position: Position, *cells: int, **changes: str) -> str:
    asked = {name: request.GET[name] for name in SETTINGS if name in request.GET}
    moves = write_moves((*position.moves, *cells), position.preset.variant)
    return urlencode({"board": position.preset.id, **asked, "moves": moves, **changes})


def _position_context(
    request: HttpRequest, position: Position, worth: dict[int, int]
) -> dict[str, Any]:
    board, outcome = position.board, position.board.outcome()
    best, you = best_of(worth) if worth else [], request.GET.get("you", "")
    cells = {
        cell: {"address": _query(request, position, cell)}
        if you
        else {
            "address": _query(request, position, why=board.variant.cell_name(cell)),
            "verdict": value_in_words(value),
            "is_best": cell in best,
        }
        for cell, value in worth.items()
    }
    return {
        "position": position,
        "outcome": outcome,
        "winner": side(outcome.winner, board.variant) if outcome and outcome.winner else "",
        "mover": side(board.turn, board.variant),
        "you": you,
        "drawing": position.drawing(cells),
        "best": [position.preset.variant.cell_name(cell) for cell in best],
        "empty": _query(request, position, moves=""),
        "as_x": _query(request, position, you=Mark.X, moves=""),
        "as_o": _query(request, position, you=Mark.O, moves=""),
        "look": _query(request, position, you=""),
        "link": request.build_absolute_uri(f"?{_query(request, position)}"),
        "match": _query(request, position, match="20"),
        "boards": [BOARDS[id] for id in PLAYED],
    }


def _why(request: HttpRequest, position: Position, value: int, found: Evaluation) -> dict[str, Any]:
    variant, cell = position.preset.variant, found.expected[0]
    return {
        "cell": variant.cell_name(cell),
        "verdict": value_in_words(value),
        "expected": [variant.cell_name(cell) for cell in found.expected],
        "is_over": abs(value) > MIN_WIN_SCORE,
        "turn": side(Mark.of_ply(position.board.ply + len(found.expected)), variant),
        "lines": [
            (side(mark, variant), marks, count, value_in_words(worth))
            for mark, marks, count, worth in found.lines
        ],
        "play": _query(request, position, cell),
    }


def _player_context(
    form: OwnPlayerForm, player: OwnPlayer, scores: dict[str, MatchScore] | None
) -> dict[str, Any]:
    named = next((COMPUTER_PLAYERS[id] for id, of in NAMED.items() if of == player), None)
    return {
        "form": form,
        "named": named,
        "presets": [(COMPUTER_PLAYERS[id], urlencode(asdict(of))) for id, of in NAMED.items()],
        "scores": [(LEVELS[id].name, score) for id, score in (scores or {}).items()],
    }


MINUS = "\N{MINUS SIGN}"


def value_in_words(value: float) -> VerdictInWords:
    if abs(value) > MIN_WIN_SCORE:
        return verdict_in_words({"value": "win" if value > 0 else "loss", "plies": None})
    count = f"{value:+.0f}".replace("-", MINUS)
    words = gettext("counts %(number)s") % {"number": count}
    return {"value": "draw", "plies": None, "brief": count, "words": words}

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods, require_safe

from games.ai.computer_players import (
    COMPUTER_PLAYERS,
    LEVELS,
    MENACE,
    RANDOM,
    ComputerPlayer,
    Level,
)
from games.ai.evaluation import Lookahead, look_ahead
from games.ai.search import MIN_WIN_SCORE, WIN_SCORE
from games.ai.solver import Solution
from games.ai.threats import board_effect
from games.engine import Board, Mark, canonical_moves, play_moves
from games.engine.presets import BOARDS
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors
from games.presentation import examples, move_wording, player_wording
from games.presentation.description import describe_game
from games.presentation.hint_wording import verdict_in_words
from games.presentation.sides import side
from games.sockets import live_games
from games.study.exhibitions import services
from games.study.exhibitions.models import Exhibition
from games.study.explorer import job as solutions
from games.study.menace.learner import has_box
from games.study.menace.services import menace_at
from games.study.search_cache import SearchCache
from games.study.session_progress import EXHIBITION, note_answered
from games.web import players, previews
from games.web.common import (
    always_revalidate,
    explain_sign_out,
    prefers_json,
    respond_to,
)
from games.web.fair_play import gives_help, require_help_allowed
from games.web.forms import requested_ply

LISTED = 8
DEFAULTS = {"x": "hard", "o": "champion", "board": "classic"}
TITLE = _("Computer against computer")
DESCRIPTION = _("Choose two computer players, and watch them play each other.")
INCOMPLETE = _("Choose a player for X, one for O, and a board.")


class ExhibitionForm(forms.Form):
    x = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    o = forms.ChoiceField(choices=[(id, id) for id in COMPUTER_PLAYERS])
    board = forms.ChoiceField(choices=[(id, id) for id in BOARDS])

    def terms(self) -> dict[str, Any]:
        data, computers = self.cleaned_data, COMPUTER_PLAYERS
        return {
            "x": computers[data["x"]],
            "o": computers[data["o"]],
            "variant": BOARDS[data["board"]].variant,
        }


@require_http_methods(["GET", "HEAD", "POST"])
@always_revalidate
def index(request: HttpRequest) -> HttpResponse:
    explain_sign_out(request, players.current(request))
    if request.method != "POST":
        return _page(request, DEFAULTS)
    form = ExhibitionForm(request.POST)
    if not form.is_valid():
        return _page(request, {**DEFAULTS, **form.cleaned_data}, gettext(INCOMPLETE), status=400)
    try:
        require_help_allowed(request)
        player, address = players.current(request), client_address(request)
        id = player.pk if player else None
        game = services.start_exhibition(player_id=id, address=address, **form.terms())
    except errors.Refused as refusal:
        return _page(request, form.cleaned_data, respond_to(refusal), status=refusal.http_status)
    note_answered(request, EXHIBITION)
    return redirect(game)


def _page(
    request: HttpRequest, choices: dict[str, Any], alert: str = "", *, status: int = 200
) -> HttpResponse:
    context = {
        **previews.of_site(request, TITLE, DESCRIPTION),
        "visitor": players.current(request),
        "alert": alert,
        "sides": [("X", "x", choices["x"]), ("O", "o", choices["o"])],
        "groups": _groups(),
        "boards": [(board, examples.sample(board.variant)) for board in BOARDS.values()],
        "board": BOARDS[choices["board"]],
        "latest": _latest(),
    }
    return render(request, "study/exhibitions/exhibitions.html", context, status=status)


def _groups() -> list[tuple[str, list[ComputerPlayer]]]:
    others = [player for id, player in COMPUTER_PLAYERS.items() if id not in LEVELS]
    return [("", list(LEVELS.values())), (gettext("Other players"), others)]


def _latest() -> list[dict[str, Any]]:
    exhibitions = Exhibition.objects.select_related("game__x", "game__o")[:LISTED]
    games = [live_games.summarize(exhibition.game) for exhibition in exhibitions]
    return [
        {"game": game, "rivals": player_wording.rivals(game), "drawing": describe_game(game)}
        for game in games
    ]


@require_safe
@gives_help
async def why(request: HttpRequest, game_id: str) -> HttpResponse:
    game = await sync_to_async(services.find_exhibition)(game_id)
    ply = requested_ply(request, game.ply) or game.ply
    words = await explain(game, ply, client_address(request)) if ply else ""
    if prefers_json(request):
        return JsonResponse({"words": words})
    back = f"{game.get_absolute_url()}?ply={ply}"
    context = {"title": gettext("Why this move?"), "words": words, "back": back}
    context["back_words"] = gettext("Back to the game")
    return await sync_to_async(render)(request, "web/message_page.html", context)


# With at most so many free cells a level without a depth looks to the end; others look this deep.
FEW_FREE, DEPTH = 9, 3

outlooks: SearchCache[Lookahead] = SearchCache(2_000)


async def explain(game: Game, ply: int, address: str) -> str:
    board, cell = play_moves(Board(game.variant), game.record[: ply - 1]), game.record[ply - 1]
    seat = game.seat(board.turn)
    player = COMPUTER_PLAYERS[seat.level] if seat and seat.level else RANDOM
    if player == MENACE:
        return await sync_to_async(_beads)(board, cell)
    if player == RANDOM:
        moves = len(board.legal_moves())
        return ngettext("The only move.", "Drawn from %(moves)s moves.", moves) % {"moves": moves}
    after = board.play(cell)
    if after.outcome():
        return gettext("The last move: nothing is left to search.")
    is_divided = board.variant.is_divided
    is_far = is_divided or board.open_count > FEW_FREE
    is_proving = isinstance(player, Level) and player.depth is None and is_far
    if is_proving and (solution := await solutions.find(after, address)).is_known:
        return _proven(after, solution)
    if is_divided:
        return _on_boards(board, cell)
    depth = _depth(player, board)
    search = partial(look_ahead, board, cell, depth)
    found = await outlooks.find(search, (board, cell, depth), address)
    return _from_search(board, depth, found)


def _proven(board: Board, solution: Solution) -> str:
    verdict = verdict_in_words({"value": solution.value, "plies": solution.plies})
    words = {"mark": side(board.turn, board.variant), "verdict": verdict["words"]}
    return gettext("Proven: %(mark)s to move, %(verdict)s") % words


def _on_boards(board: Board, cell: int) -> str:
    # To which it leads stands above the board already.
    effect, variant = replace(board_effect(board, cell), sends=None, frees=False), board.variant
    words = [*move_wording.on_boards(board.turn, effect, variant)] or [
        gettext("It closes no board.")
    ]
    values = {"mark": side(board.turn, variant), "cell": variant.cell_name(cell)}
    return " ".join([gettext("%(mark)s plays %(cell)s.") % values, *words])


def _depth(player: ComputerPlayer, board: Board) -> int:
    is_far = board.open_count > FEW_FREE
    if isinstance(player, Level) and (player.depth or not is_far):
        return min(player.depth or board.open_count, board.open_count)
    return min(DEPTH, board.open_count)


def _from_search(board: Board, depth: int, found: Lookahead) -> str:
    parts = [
        _score(board, depth, found.value),
        ngettext("%(depth)s move deep", "%(depth)s moves deep", depth) % {"depth": depth},
    ]
    if line := ", ".join(map(board.variant.cell_name, found.expected)):
        parts.append(gettext("expects %(line)s") % {"line": line})
    return " · ".join(parts)


def _score(board: Board, depth: int, value: int) -> str:
    if abs(value) > MIN_WIN_SCORE:
        winner = board.turn if value > 0 else board.turn.opponent
        plies = WIN_SCORE - abs(value) - board.ply - 1
        return gettext("%(mark)s wins in %(plies)s") % {
            "mark": side(winner, board.variant),
            "plies": plies,
        }
    x_value = value if board.turn is Mark.X else -value
    sign = "+" if x_value > 0 else "\N{MINUS SIGN}" if x_value else ""
    score = gettext("Score %(number)s") % {"number": f"{sign}{abs(x_value)}"}
    return f"{score}, {gettext('draw')}" if depth == board.open_count else score


def _beads(board: Board, cell: int) -> str:
    if not has_box(board):
        return gettext("The only move: there is no box for it.")
    beads = menace_at(board).beads(board)
    own, total = beads[canonical_moves(board)[cell]], sum(beads.values())
    words = ngettext(
        "Its box has %(beads)s of %(total)s bead for this move.",
        "Its box has %(beads)s of %(total)s beads for this move.",
        total,
    )
    return words % {"beads": own, "total": total}

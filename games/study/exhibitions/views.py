from __future__ import annotations

from collections.abc import Sequence
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

from games.ai import computer_players
from games.ai.computer_players import COMPUTER_PLAYERS, ComputerPlayer, Level
from games.ai.evaluation import Lookahead, look_ahead
from games.ai.search import MIN_WIN_SCORE, WIN_SCORE
from games.ai.solver import Value, own_moves
from games.ai.threats import RUN, board_effect, threats
from games.engine import Board, Mark, canonical_moves, play_moves
from games.engine.presets import BOARDS
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors
from games.play.services import find_game
from games.presentation import examples, geometry, move_wording
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
from games.web.common import always_revalidate, explain_sign_out, prefers_json, respond_to
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
        x, o, board = (self.cleaned_data[name] for name in ("x", "o", "board"))
        variant = BOARDS[board].variant
        return {"x": COMPUTER_PLAYERS[x], "o": COMPUTER_PLAYERS[o], "variant": variant}


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
    others = [
        player for id, player in COMPUTER_PLAYERS.items() if id not in computer_players.LEVELS
    ]
    return [("", list(computer_players.LEVELS.values())), (gettext("Other players"), others)]


def _latest() -> list[dict[str, Any]]:
    exhibitions = Exhibition.objects.select_related("game__x", "game__o")[:LISTED]
    return services.listed([live_games.summarize(exhibition.game) for exhibition in exhibitions])


@require_safe
@gives_help
async def why(request: HttpRequest, game_id: str) -> HttpResponse:
    game, is_own = await sync_to_async(_found)(request, game_id)
    ply = requested_ply(request, game.ply)
    ply = game.ply if ply is None else ply
    told = await _told(request, game, ply, is_own=is_own)
    if prefers_json(request):
        return JsonResponse(told)
    back = f"{game.get_absolute_url()}?ply={ply}"
    context = {"title": gettext("Why this move?"), "words": told["words"], "back": back}
    context["back_words"] = gettext("Back to the game")
    return await sync_to_async(render)(request, "web/message_page.html", context)


def _found(request: HttpRequest, game_id: str) -> tuple[Game, bool]:
    game = find_game(game_id)
    return game, not game.is_over and bool(game.marks_of(players.id_in(request.session)))


async def _told(request: HttpRequest, game: Game, ply: int, *, is_own: bool) -> dict[str, Any]:
    board = play_moves(Board(game.variant), game.record[: max(0, ply - 1)])
    values = {"mark": side(board.turn, game.variant)}
    if not ply:
        return _telling(board, gettext("%(mark)s begins.") % values)
    cell = game.record[ply - 1]
    values |= {"cell": game.variant.cell_name(cell), "name": _name(game, board.turn)}
    if board.play(cell).outcome():  # which the status line tells
        return _telling(board, "")
    if game.kind != services.NAME:
        words, answers = ("", []) if is_own else follows(board, cell)
        told = _telling(board, gettext("%(mark)s %(cell)s.") % values, words, answers)
        return told | {"bands": _bands(board.play(cell), answers)}
    words, expected, figures = await explain(game, ply, client_address(request))
    told = _telling(board, gettext("%(name)s plays %(cell)s.") % values, words, expected)
    return told | {"figures": figures}


def _telling(
    board: Board, move: str, words: str = "", expected: Sequence[int] = ()
) -> dict[str, Any]:
    marks = (board.turn.opponent, board.turn)
    shown = [(cell, marks[i % 2].value) for i, cell in enumerate(expected)]
    return {"move": move, "mark": board.turn.value, "words": words, "expected": shown}


def _bands(board: Board, answers: Sequence[int]) -> list[str]:
    rules, marks = board.variant.rules, (board.x, board.o)
    lines = [line for cell in answers for own in marks for line in rules.lines_in(own | 1 << cell)]
    return [geometry.band(board.variant, line) for line in lines]


def _name(game: Game, mark: Mark) -> str:
    seat = game.seat(mark)
    return str(COMPUTER_PLAYERS[seat.level].name) if seat and seat.level else ""


def follows(board: Board, cell: int) -> tuple[str, list[int]]:
    """Say what the other side has to do after a move, as far as one look ahead proves it."""
    child, variant = board.play(cell), board.variant
    values = {"mark": side(child.turn, variant)}
    if variant.is_divided:
        return " ".join(move_wording.on_boards(board.turn, board_effect(board, cell), variant)), []
    if variant.misere:
        return "", []
    wins, made = (
        [cell for cell in threats(child, mark) if cell in child.legal_moves()]
        for mark in (child.turn, board.turn)
    )
    values["cell"] = variant.cell_name((wins or made or [cell])[0])
    if wins:
        return gettext("%(mark)s can win with %(cell)s.") % values, wins[:1]
    if len(made) > 1:
        return gettext("Two threats at once: %(mark)s can stop only one.") % values, []
    return (gettext("%(mark)s has to answer %(cell)s.") % values if made else ""), made


# With at most so many free cells a level without a depth looks to the end; others look this deep.
FEW_FREE, DEPTH = 9, 3

outlooks: SearchCache[Lookahead] = SearchCache(2_000)


async def explain(game: Game, ply: int, address: str) -> tuple[str, Sequence[int], str]:
    board, cell = play_moves(Board(game.variant), game.record[: ply - 1]), game.record[ply - 1]
    seat = game.seat(board.turn)
    player = COMPUTER_PLAYERS[seat.level] if seat and seat.level else computer_players.RANDOM
    if player == computer_players.MENACE:
        return await sync_to_async(_beads)(board, cell), (), ""
    if player == computer_players.RANDOM:
        moves = len(board.legal_moves())
        words = ngettext("The only move.", "Drawn from %(moves)s moves.", moves)
        return words % {"moves": moves}, (), ""
    after = board.play(cell)
    is_divided = board.variant.is_divided
    is_far = is_divided or board.open_count > FEW_FREE
    is_proving = isinstance(player, Level) and player.depth is None and is_far
    if is_proving and (solution := await solutions.find(after, address)).is_known:
        winner = {Value.WIN: after.turn, Value.LOSS: after.turn.opponent}.get(solution.value)
        return _sees(board, winner, solution.plies or 0), (), ""
    if is_divided:
        return _on_boards(board, cell), (), ""
    depth = _depth(player, board)
    search = partial(look_ahead, board, cell, depth)
    found = await outlooks.find(search, (board, cell, depth), address)
    expects = _expects(_name(game, board.turn), board, found.expected)
    words = " ".join(filter(None, (expects, _thinks(board, depth, found.value))))
    return words, found.expected[:2], _figures(board, depth, found.value)


def _figures(board: Board, depth: int, value: int) -> str:
    words = ngettext("Looks %(depth)s move ahead", "Looks %(depth)s moves ahead", depth)
    ahead = words % {"depth": depth}
    if abs(value) > MIN_WIN_SCORE or depth == board.open_count:
        return ahead
    sign = f"{value:+}".replace("-", "\N{MINUS SIGN}")
    values = {"ahead": ahead, "value": sign, "mark": side(board.turn, board.variant)}
    return gettext("%(ahead)s: %(value)s for %(mark)s") % values


def _sees(board: Board, winner: Mark | None, plies: int) -> str:
    if winner is None:
        return gettext("It sees a draw.")
    moves = own_moves(plies)
    words = ngettext(
        "It sees that %(mark)s wins with the next move.",
        "It sees that %(mark)s wins in %(moves)s of its moves.",
        moves,
    )
    return words % {"mark": side(winner, board.variant), "moves": moves}


def _on_boards(board: Board, cell: int) -> str:
    # To which it leads stands above the board already.
    effect = replace(board_effect(board, cell), sends=None, frees=False)
    words = " ".join(move_wording.on_boards(board.turn, effect, board.variant))
    return words or gettext("It closes no board.")


def _depth(player: ComputerPlayer, board: Board) -> int:
    is_far = board.open_count > FEW_FREE
    if isinstance(player, Level) and (player.depth or not is_far):
        return min(player.depth or board.open_count, board.open_count)
    return min(DEPTH, board.open_count)


def _expects(name: str, board: Board, expected: Sequence[int]) -> str:
    first, then = [*map(board.variant.cell_name, expected), "", ""][:2]
    values = {"name": name, "first": first, "then": then}
    if then:
        return gettext("%(name)s expects %(first)s, then %(then)s.") % values
    return gettext("%(name)s expects %(first)s.") % values if first else ""


def _thinks(board: Board, depth: int, value: int) -> str:
    better = board.turn if value > 0 else board.turn.opponent
    if abs(value) > MIN_WIN_SCORE:
        return _sees(board, better, WIN_SCORE - abs(value) - board.ply - 1)
    if depth == board.open_count:
        return _sees(board, None, 0)
    # What a line with two marks is worth in the search of this board
    unit = 4 if board.variant.drop else 200 if board.variant.run == RUN else 24
    if abs(value) <= unit / 2:
        return gettext("It thinks that both are even.")
    values = {"mark": side(better, board.variant)}
    if abs(value) <= 3 * unit:
        return gettext("It thinks %(mark)s is a little better.") % values
    return gettext("It thinks %(mark)s is much better.") % values


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

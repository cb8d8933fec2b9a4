"""What was won against Easy without a connection, told by the browser when it has one again."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop as _

from games.ai.computer_players import OPPONENTS
from games.engine import Board, Mark, play_moves
from games.engine.game_file import GameFile
from games.engine.presets import BOARDS, Preset
from games.models import Player
from games.ops.client_address import client_address
from games.play import limits, services
from games.play.errors import refusal
from games.web import achievements, players
from games.web.common import action

MOST = 5000  # characters
BRINGING = limits.register(_("games won offline"), person=["10/hour"], address=["120/hour"])
NotWon = refusal("not_won", _("These moves win no game against Easy."), 400)


@action
def bring(request: HttpRequest) -> HttpResponse:
    player = players.acting(request)
    limits.count_visitor(BRINGING, player.pk, client_address(request))
    won, codes = _read(request.POST.get("games", "")), achievements.codes_of(player)
    easy = Player.objects.of_level(OPPONENTS["easy"])
    for board, moves in won:
        # The moves prove no more than a first win does, so no more is ever kept.
        if f"{board.id}-easy" not in codes:
            services.keep_game(player, GameFile(board.variant, tuple(moves)), None, easy)
    return HttpResponse(status=204)


def _read(text: str) -> list[tuple[Preset, list[int]]]:
    try:
        games = json.loads(text[:MOST])
        won = [(BOARDS[id], [int(cell) for cell in moves]) for id, moves in games.items()]
        ends = [play_moves(Board(board.variant), moves).outcome() for board, moves in won]
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, RecursionError):
        raise NotWon from None
    if any(end is None or end.winner != Mark.X for end in ends):
        raise NotWon
    return won

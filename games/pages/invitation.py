"""The page for whoever is invited to a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games.engine import Mark
from games.models import Game
from games.play import errors
from games.presentation import board_wording, examples, sides, snapshots, wording
from games.presentation.description import Drawing, describe_game
from games.web import game_parts, previews
from games.web.common import render_page
from games.web.game_parts import Shown


def invitation_page(
    request: HttpRequest, shown: Shown, refusal: errors.Refused | None
) -> HttpResponse:
    """Show a game that waits to whoever may take its free seat."""
    game, player = shown.game, shown.visitor
    free = Mark.O if game.x else Mark.X
    host, inviter = game.seat_name(free.opponent), game.seat(free.opponent)
    context = {
        **previews.of_invitation(request, game, host),
        "game": game,
        "host": host,
        "inviter": inviter,
        "name": request.POST.get("name", player.name if player else ""),
        "mark": sides.side(free, game.variant),
        "terms": wording.terms(game),
        "rule": board_wording.rule(game.variant),
        "board": board_wording.board(game.variant),
        "sample": _first_position(game),
        "begins": game.turn is free,
        **game_parts.context(shown),
    }
    return render_page(request, "pages/game/invitation.html", context, refusal)


def _first_position(game: Game) -> Drawing:
    if game.start_ply:
        return describe_game(snapshots.take(game))
    return examples.sample(game.variant)

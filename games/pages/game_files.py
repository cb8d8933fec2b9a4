from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine import Mark
from games.engine.game_file import DRAWN, UNDECIDED, WON, GameFile
from games.models import Game
from games.play import services
from games.web.common import always_revalidate

# How a file is written, and its content type, by the end of its name.
FORMATS = {
    "txt": (GameFile.to_text, "text/plain; charset=utf-8"),
    "json": (GameFile.to_json, "application/json"),
}


@require_safe
@always_revalidate
def download(request: HttpRequest, game_id: str, suffix: str) -> HttpResponse:
    game = services.find_game(game_id)
    write, content_type = FORMATS[suffix]
    disposition = f'attachment; filename="tic-tac-toe-{game_id}.{suffix}"'
    headers = {"Content-Disposition": disposition}
    return HttpResponse(write(_file(game)), content_type=content_type, headers=headers)


def _file(game: Game) -> GameFile:
    tags = {
        **{mark.value: game.seat_name(mark) for mark in Mark if game.seat(mark)},
        "Date": timezone.localdate(game.created_at).isoformat(),
        "Result": _result(game),
        "Ending": game.reason,
        "SetUp": str(game.start_ply) if game.start_ply else "",
    }
    known = {name: value for name, value in tags.items() if value}
    return GameFile(game.variant, tuple(game.record), known)


def _result(game: Game) -> str:
    if game.status != Game.Status.FINISHED:
        return UNDECIDED
    return WON[Mark(game.winner)] if game.winner else DRAWN

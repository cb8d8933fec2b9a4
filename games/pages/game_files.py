"""Games to download, as text and as JSON."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.engine import GameFile
from games.play import errors, services
from games.presentation.game_files import game_file
from games.web import players
from games.web.common import always_revalidate, no_such_game


@require_safe
@always_revalidate
def text(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        written = _file(request, game_id).to_text()
    except errors.NoSuchGame:
        return no_such_game(request)
    return _download(written, f"{game_id}.txt", "text/plain; charset=utf-8")


@require_safe
@always_revalidate
def as_json(request: HttpRequest, game_id: str) -> HttpResponse:
    try:
        written = _file(request, game_id).to_json()
    except errors.NoSuchGame:
        return no_such_game(request)
    return _download(written, f"{game_id}.json", "application/json")


def _file(request: HttpRequest, game_id: str) -> GameFile:
    """Return the file of a game.

    :raises NoSuchGame: if there is none, or it is private and the visitor does not play in it.
    """
    game = services.find_game(game_id)
    if not game.is_public and not game.marks_of(players.id_in(request.session)):
        raise errors.NoSuchGame
    return game_file(game)


def _download(content: str, name: str, content_type: str) -> HttpResponse:
    disposition = f'attachment; filename="tic-tac-toe-{name}"'
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=content_type, headers=headers)

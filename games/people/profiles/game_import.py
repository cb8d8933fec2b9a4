from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from games.engine import Mark
from games.engine.game_file import DRAWN, RESULT, WON, GameFile, InvalidGameFile, read_game
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors, limits, services
from games.web import players
from games.web.common import prefers_json, render_page

TEMPLATE = "people/profiles/import.html"
NotAGameFile = errors.refusal(
    "not_a_game_file", gettext_noop("This text is no game that this site has exported."), 400
)
WINNERS = {result: mark for mark, result in WON.items()}


@require_http_methods(["GET", "HEAD", "POST"])
def import_game(request: HttpRequest) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        if request.method == "POST":
            return redirect("games:review", _keep(request, _read(text)).pk)
    except errors.Refused as refusal:
        if prefers_json(request):
            raise
        return render_page(request, TEMPLATE, {"text": text}, refusal)
    return render_page(request, TEMPLATE, {"text": text})


def _read(text: str) -> GameFile:
    try:
        return read_game(text)
    except InvalidGameFile as error:
        raise NotAGameFile(f"{NotAGameFile().message} {error}") from None


def _keep(request: HttpRequest, file: GameFile) -> Game:
    if file.start_ply >= len(file.moves):
        raise errors.NoMoves
    player, address = players.acting(request), client_address(request)
    limits.count_visitor(limits.GAMES, player.pk, address)
    return services.keep_game(player, file, _ending_by_result(file), player)


def _ending_by_result(file: GameFile) -> tuple[Mark | None, Game.Reason] | None:
    result = file.tags.get(RESULT, "")
    if result == DRAWN:
        return None, Game.Reason.AGREED
    is_late = file.tags.get("Ending") == Game.Reason.TIME
    reason = Game.Reason.TIME if is_late else Game.Reason.RESIGNED
    return (WINNERS[result], reason) if result in WINNERS else None

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from csp.decorators import csp_exempt
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import Mark
from games.engine.game_file import DRAWN, UNDECIDED, WON, GameFile
from games.models import Game
from games.ops.client_address import client_address
from games.play import errors, limits, services
from games.presentation import snapshots
from games.presentation.pictures import rendering
from games.web.common import always_revalidate, respond_to

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


MAX_AGE = 5 * 60  # seconds for which a client need not ask whether a picture has changed
RETRY_AFTER = 30  # seconds, if too many requests wait for pictures


# Browsers put their own style on a picture that they show alone, which our policy would forbid.
@require_safe
@csp_exempt()  # type: ignore[arg-type]
def card(request: HttpRequest, game_id: str) -> HttpResponse:
    game = services.find_game(game_id)
    key = rendering.key(game)
    response = get_conditional_response(request, etag=quote_etag(key))
    if response is None:
        count = partial(limits.count, limits.PICTURES, address=client_address(request))
        response = _drawn(
            partial(rendering.get, key, count, lambda: rendering.game_card(snapshots.take(game)))
        )
    if response.status_code in (200, 304):
        response["ETag"] = quote_etag(key)
        # Sites on which a link is pasted may show the picture.
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
        patch_cache_control(response, public=True, max_age=MAX_AGE)
    return response


def _drawn(draw: Callable[[], bytes]) -> HttpResponse:
    try:
        return HttpResponse(draw(), content_type="image/png")
    except errors.RateLimited as refusal:
        return _later(respond_to(refusal), refusal.http_status, refusal.retry_after.seconds + 1)
    except rendering.TooManyWaiting:
        return _later(errors.TooBusy().message, 503, RETRY_AFTER)
    except rendering.RenderingFailed:
        return _later(_("This picture could not be drawn. Try again later."), 503, RETRY_AFTER)


def _later(message: str, status: int, seconds: int) -> HttpResponse:
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return HttpResponse(message, status=status, content_type="text/plain", headers=headers)

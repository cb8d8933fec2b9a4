"""The pictures of public games, for link previews and for sharing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from csp.decorators import csp_exempt
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Game
from games.ops.client_address import client_address
from games.play import errors, limits, services
from games.presentation import snapshots
from games.presentation.pictures import rendering, store, svg
from games.protocol import Snapshot
from games.web.common import View, explain

MAX_AGE = 5 * 60  # seconds for which a client need not ask whether a picture has changed
RETRY_AFTER = 30  # seconds, if too many requests wait for pictures


# Browsers put their own style on a picture that they show alone, which our policy would forbid.
bare_picture: Callable[[View], View] = csp_exempt()  # type: ignore[assignment]


@require_safe
@bare_picture
def card(request: HttpRequest, game_id: str) -> HttpResponse:
    """The picture of a link preview, which shows a public game."""
    return _picture(request, _public_game(game_id), svg.game_card, "image/png")


@require_safe
@bare_picture
def animation(request: HttpRequest, game_id: str) -> HttpResponse:
    game = _public_game(game_id)
    if game.status != Game.Status.FINISHED:
        raise Http404
    return _picture(request, game, svg.animation, "image/gif")


def _public_game(game_id: str) -> Game:
    try:
        game = services.find_game(game_id)
    except errors.NoSuchGame:
        raise Http404 from None
    if not game.is_public:
        raise Http404
    return game


def _picture(
    request: HttpRequest,
    game: Game,
    describe: Callable[[Snapshot], svg.PictureJob],
    content_type: str,
) -> HttpResponse:
    """Return a picture, or 304 if the client has it already, before anything is described."""
    key = store.key(game, content_type)
    response = get_conditional_response(request, etag=quote_etag(key))
    if response is None:
        count = partial(limits.count, limits.PICTURES, address=client_address(request))
        draw = partial(store.get, key, count, lambda: describe(snapshots.take(game)))
        response = _drawn(draw, content_type)
    if response.status_code in (200, 304):
        response["ETag"] = quote_etag(key)
        # Sites on which a link is pasted may show the picture.
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
        patch_cache_control(response, public=True, max_age=MAX_AGE)
    return response


def _drawn(draw: Callable[[], bytes], content_type: str) -> HttpResponse:
    try:
        return HttpResponse(draw(), content_type=content_type)
    except errors.TooMany as refusal:
        return _later(explain(refusal), refusal.http_status, refusal.wait.seconds + 1)
    except rendering.TooManyWaiting:
        return _later(errors.TooBusy().message, 503, RETRY_AFTER)
    except rendering.RenderingFailed:
        return _later(_("This picture could not be drawn. Try again later."), 503, RETRY_AFTER)


def _later(message: str, status: int, seconds: int) -> HttpResponse:
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return HttpResponse(message, status=status, content_type="text/plain", headers=headers)

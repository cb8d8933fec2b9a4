from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import cache_control

from games.models import Player
from games.ops import metrics
from games.play import errors
from games.play.signals import seat_lost
from games.web import sessions

View = Callable[..., HttpResponse]

LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]"}

WENT_ON = _("You went on at another device. Here you are a visitor now.")
FORGOTTEN = _("Your name and your seats were removed. Here you are a visitor now.")

# Browsers ask again before they show a page from their cache, but keep it for the back button.
always_revalidate = cache_control(private=True, no_cache=True)


def action(view: View) -> View:

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return redirect("games:detail", **kwargs) if kwargs else redirect("games:home")
        return view(request, *args, **kwargs)

    return wrapper


class RefusalMiddleware(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refused(request, error) if isinstance(error, errors.Refused) else None


def respond_to(refusal: errors.Refused | None) -> str:
    if refusal is None:
        return ""
    metrics.REFUSALS.labels(refusal.code).inc()
    if refusal.link is None:
        return refusal.message
    return format_html('{} <a href="{}">{}</a>', refusal.message, *refusal.link)


def render_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    refusal: errors.Refused | None = None,
) -> HttpResponse:
    status = refusal.http_status if refusal else 200
    return render(request, template, {**context, "alert": respond_to(refusal)}, status=status)


def refused(request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    respond_to(refusal)
    is_json = prefers_json(request)
    response = refused_as_json(refusal) if is_json else _refused_page(request, refusal)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Accept"])
    return response


def _refused_page(request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    link = refusal.link
    context = {"back": link.address, "back_words": link.words} if link else {}
    context["alert"] = refusal.message
    is_game = isinstance(refusal, errors.NoSuchGame)
    template = "web/no_such_game.html" if is_game else "web/refused.html"
    return render(request, template, context, status=refusal.http_status)


def refused_as_json(refusal: errors.Refused) -> HttpResponse:
    said = {"code": refusal.code, "message": refusal.message}
    link = {"link": refusal.link._asdict()} if refusal.link else {}
    return JsonResponse(said | link, status=refusal.http_status)


def prefers_json(request: HttpRequest) -> bool:
    preferred = request.get_preferred_type(["text/html", "application/json"])
    return preferred == "application/json"


def explain_sign_out(request: HttpRequest, player: Player | None) -> None:
    """Tell a visitor, once, why the session has no valid credential any more.

    Do nothing if there is a ``player``, or never was one.
    """
    credential = sessions.credential(request.session)
    if player or credential is None:
        return
    sessions.drop_stored(request.session, credential)
    if left := Player.objects.filter(pk=credential.player_id).first():
        reasons = [said for _, said in seat_lost.send(Player, player_id=left.pk) if said]
        why = FORGOTTEN if left.forgotten_at else WENT_ON
        messages.info(request, reasons[0] if reasons else gettext(why))


def clear_cache(request: HttpRequest, response: HttpResponse) -> None:
    if request.is_secure():
        response["Clear-Site-Data"] = '"cache"'  # not "cookies", which other ports have as well


def safe_next(request: HttpRequest) -> str:
    url = request.POST.get("next", request.GET.get("next", ""))
    is_here = url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)
    return url if is_here else "/"


def absolute_url(request: HttpRequest, path: str) -> str:
    if _is_local(request) and settings.LAN_ADDRESS:
        return f"{settings.LAN_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def link_context(request: HttpRequest) -> dict[str, bool]:
    return {"is_local": _is_local(request) and not settings.LAN_ADDRESS}


def qr_code(link: str, border: int = 4) -> SafeString:
    # The link is drawn as a picture, so nothing in it can become markup.
    picture = segno.make(link, micro=False).svg_inline(scale=4, border=border, omitsize=True)
    return mark_safe(picture)  # noqa: S308


def _is_local(request: HttpRequest) -> bool:
    return split_domain_port(request.get_host())[0] in LOCAL_HOSTS

"""What the pages share: forms that act, addresses that other devices can open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import cache_control

from games.sessions import LEFT

View = Callable[..., HttpResponse]

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}

# Always asked for again, yet kept for the back button.
fresh = cache_control(private=True, no_cache=True)


def action(view: View) -> View:
    """Let only forms act; an address that is merely opened leads to the page it belongs to."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        return redirect("games:detail", **kwargs) if kwargs else redirect("games:home")

    return wrapper


def say_who_left(request: HttpRequest) -> None:
    """Tell a browser, once, that its player went on at another device."""
    if request.session.pop(LEFT, False):
        messages.info(request, "You went on at another device. Here you are a visitor now.")


def safe_next(request: HttpRequest) -> str:
    url = request.POST.get("next", request.GET.get("next", ""))
    is_here = url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)
    return url if is_here else "/"


def absolute(request: HttpRequest, path: str) -> str:
    """Return an address for another device."""
    if _is_local(request) and settings.LAN_ADDRESS:
        return f"{settings.LAN_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def reach(request: HttpRequest) -> dict[str, bool]:
    """Say if links lead to this device only."""
    return {"is_local": _is_local(request) and not settings.LAN_ADDRESS}


def qr_code(link: str) -> SafeString:
    # The link is drawn, not written, so nothing in it can become markup.
    picture = segno.make(link, micro=False).svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(picture)  # noqa: S308


def _is_local(request: HttpRequest) -> bool:
    return split_domain_port(request.get_host())[0] in LOOPBACK

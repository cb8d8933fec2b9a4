"""Views of the whole site: its theme, its icon and its robots.txt."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from games.web import themes
from games.web.common import action, safe_next

NOT_FOR_ROBOTS = ("/device/", "/admin/", "/ws/", "/tree/", "/explore/", "/own-player/")
THEME_AGE = 400 * 24 * 60 * 60  # seconds, the most that browsers keep a cookie


@action
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme")
    response = HttpResponseRedirect(safe_next(request))
    if chosen == "system":
        response.delete_cookie(themes.COOKIE)
    elif chosen in themes.NAMES:
        is_secure = request.is_secure()
        response.set_cookie(themes.COOKIE, chosen, THEME_AGE, secure=is_secure, samesite="Lax")
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    return redirect(static("img/icon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell robots to stay away from links to devices, the admin, sockets and search trees.

    There are endlessly many trees, and each costs a search.

    Pages of games stay open to the robots that make link previews. Their ``X-Robots-Tag`` tells
    search engines not to list them, which an engine kept away would not see.
    """
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")

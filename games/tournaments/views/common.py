"""What all pages of a tournament share: the code in their address, and who its host is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from games.play.errors import Refused
from games.tournaments import errors
from games.tournaments.models import Tournament, read_code
from games.web import players
from games.web.common import View, absolute_url, qr_code, render_page


def on_tournament(view: View) -> View:
    """Find the tournament of the code, or ask for another code."""

    @never_cache
    @wraps(view)
    def found(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        tournament = Tournament.objects.select_related("host", "question").filter(pk=code).first()
        return view(request, tournament, **kwargs) if tournament else no_such_code(request, code)

    return found


def hosted(view: View) -> View:
    @on_tournament
    @wraps(view)
    def checked(request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponse:
        if not tournament.is_hosted_by(players.current(request)):
            raise errors.NotHost
        return view(request, tournament, **kwargs)

    return checked


def posted(view: View) -> View:
    @wraps(view)
    def checked(request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponse:
        is_post = request.method == "POST"
        return view(request, tournament, **kwargs) if is_post else redirect(tournament)

    return checked


@never_cache
def find(request: HttpRequest) -> HttpResponse:
    code = read_code(request.GET.get("code", ""))
    if Tournament.objects.filter(pk=code).exists():
        return redirect("games:tournament", code)
    return no_such_code(request, code)


def no_such_code(request: HttpRequest, code: str) -> HttpResponse:
    refusal = errors.NoSuchTournament() if code else None
    context = {"typed": f"{code[:3]} {code[3:]}".strip(), "refusal": refusal}
    return render_page(request, "tournaments/find.html", context, refusal)


def show(
    request: HttpRequest,
    tournament: Tournament,
    page: str,
    context: dict[str, Any],
    refusal: Refused | None = None,
) -> HttpResponse:
    shared: dict[str, Any] = {
        "tournament": tournament,
        "is_host": tournament.is_hosted_by(context.get("visitor") or players.current(request)),
        "waits": {},  # no badge calls anybody away from here
    }
    return render_page(request, f"tournaments/{page}.html", {**shared, **context}, refusal)


def invitation(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    address = absolute_url(request, tournament.get_absolute_url())
    # In capitals a QR code has fewer squares, which are read from further away.
    short = absolute_url(request, "/t").partition("://")[2]
    return {"address": address, "short_address": short, "qr_code": qr_code(address.upper())}


@on_tournament
def state(
    request: HttpRequest, tournament: Tournament, key: Callable[[Tournament], object]
) -> HttpResponse:
    return JsonResponse({"key": f"{key(tournament)}"})

from __future__ import annotations

import logging
import sys
from typing import Any

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_noop as _

from games.ops import database_outages, request_context
from games.play import errors
from games.presentation.colours import PAPERS
from games.web import players
from games.web.common import prefers_json, refused_as_json, respond_to
from games.web.context_processors import MARK_SYMBOLS, theme_of

logger = logging.getLogger(__name__)

RETRY_AFTER = 5  # seconds
MAX_HOSTS = 10  # unknown ones that are told in the log
MAX_HOST = 255  # characters
_unknown_hosts: set[str] = set()
NotFromHere = errors.refusal(
    "not_from_here", _("Nothing was changed. Reload the page and try again."), 403
)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    refusal = NotFromHere()
    respond_to(refusal)
    if prefers_json(request):
        return refused_as_json(refusal)
    before = request.headers.get("Referer", "")
    is_here = url_has_allowed_host_and_scheme(before, {request.get_host()})
    context = {"back": before if is_here else "", "visitor": _visitor(request)}
    return render(request, "403_csrf.html", context, status=refusal.http_status)


def _visitor(request: HttpRequest) -> Any:
    return SimpleLazyObject(lambda: players.known(request))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    is_unknown_host = isinstance(exception, DisallowedHost)
    if is_unknown_host:
        _warn_of_host(request.META.get("HTTP_HOST", "")[:MAX_HOST])
    context = {"is_unknown_host": is_unknown_host}
    return HttpResponse(_bare_page(request, "400.html", context), status=400)


def _warn_of_host(host: str) -> None:
    # Of the names that somebody makes up, the log has the first few.
    if host in _unknown_hosts or len(_unknown_hosts) == MAX_HOSTS:
        return
    _unknown_hosts.add(host)
    logger.warning(
        "The site was asked for as %r, which is none of its names. If it is, add it to "
        "ALLOWED_HOSTS.",
        host,
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    # Django's own view reads the form for its CSRF token, and fails with status 500 if it cannot.
    # The token of this page only needs the cookie.
    return render(request, "404.html", {"visitor": _visitor(request)}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    # A transient error of the database is no fault of the program: the page offers to try again.
    error = sys.exc_info()[1]
    if error and database_outages.is_transient(error):
        database_outages.outage.note_failure(error, is_away=False)
        return _unavailable(request, is_damaged=database_outages.is_damaged(error))
    return _broken(request)


def _unavailable(request: HttpRequest, *, is_damaged: bool) -> HttpResponse:
    not_saved = errors.NotSaved()
    respond_to(not_saved)
    if prefers_json(request):
        response = refused_as_json(not_saved)
    elif is_damaged:
        response = render(request, "503_damaged.html", status=not_saved.http_status)
    else:
        context = {"alert": not_saved.message, "fields": _fields_to_repeat(request)}
        response = render(request, "503.html", context, status=not_saved.http_status)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


def _fields_to_repeat(request: HttpRequest) -> list[tuple[str, str]]:
    match = request.resolver_match
    if match and (match.app_name == "admin" or match.route.startswith("account/")):
        return []
    return [(name, value) for name, values in request.POST.lists() for value in values]


def _broken(request: HttpRequest) -> HttpResponse:
    # The page uses neither the database nor the session, because either may have failed.
    reference = request_context.new_reference()
    # Django logs the error with the request, from which the log takes the reference.
    request.error_reference = reference  # type: ignore[attr-defined]
    page = _bare_page(request, "500.html", {"reference": reference})
    return HttpResponse(page, status=500)


def _bare_page(request: HttpRequest, template: str, context: dict[str, Any]) -> str:
    look = {"theme": theme_of(request), "papers": PAPERS, "mark_symbols": MARK_SYMBOLS}
    return render_to_string(template, look | context)

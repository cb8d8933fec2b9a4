"""The error pages: for an unknown address, a refused form, a failed request."""

from __future__ import annotations

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import protocol
from games.ops import database_outages, error_references, metrics
from games.play import errors
from games.presentation.colours import PAPERS
from games.web import themes
from games.web.common import prefers_json
from games.web.context_processors import MARK_SYMBOLS

RETRY_AFTER = 5  # seconds
NOT_FROM_HERE = _("Nothing was changed. Reload the page and try again.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a post without a valid CSRF token, as a page or, for scripts, as a message."""
    metrics.REFUSALS.labels("not_from_here").inc()
    if request.content_type == "application/json":
        refusal = protocol.no(None, "not_from_here", gettext(NOT_FROM_HERE), None)
        return JsonResponse(refusal, status=403)
    return render(request, "403_csrf.html", status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that a request is not understood, without asking more of it than the theme."""
    return HttpResponse(_bare_page(request, "400.html", {}), status=400)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that an address leads nowhere, without reading a posted form.

    Django's own view reads the form for its CSRF token, and fails with status 500 if it cannot. The
    token of this page only needs the cookie.
    """
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed with the exception being handled.

    A transient error of the database is no fault of the program: the page offers to try again.
    """
    error = sys.exc_info()[1]
    if error and database_outages.is_transient(error):
        database_outages.outage.note_failure(error, is_away=False)
        return _unavailable(request, is_damaged=database_outages.is_damaged(error))
    return _broken(request)


def _unavailable(request: HttpRequest, *, is_damaged: bool) -> HttpResponse:
    not_saved = errors.NotSaved()
    metrics.REFUSALS.labels(not_saved.code).inc()
    if request.content_type == "application/json" or prefers_json(request):
        message = protocol.no(None, not_saved.code, not_saved.message, None)
        response: HttpResponse = JsonResponse(message, status=not_saved.http_status)
    elif is_damaged:
        response = render(request, "503_damaged.html", status=not_saved.http_status)
    else:
        context = {"alert": not_saved.message, "fields": _fields_to_repeat(request)}
        response = render(request, "503.html", context, status=not_saved.http_status)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


def _fields_to_repeat(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the posted form, except of accounts and in the admin: it may hold a password."""
    match = request.resolver_match
    if match and (match.app_name == "admin" or match.route.startswith("account/")):
        return []
    return [(name, value) for name, values in request.POST.lists() for value in values]


def _broken(request: HttpRequest) -> HttpResponse:
    """Say that something broke, with a reference that is also in the log beside the traceback.

    The page uses neither the database nor the session, because either may have failed.
    """
    reference = error_references.new()
    # Django logs the error with the request, from which the log takes the reference.
    request.error_reference = reference  # type: ignore[attr-defined]
    page = _bare_page(request, "500.html", {"reference": reference})
    return HttpResponse(page, status=500)


def _bare_page(request: HttpRequest, template: str, context: dict[str, Any]) -> str:
    """Render a page without the context processors, which may fail as the request did."""
    look = {"theme": themes.chosen(request), "papers": PAPERS, "mark_symbols": MARK_SYMBOLS}
    return render_to_string(template, look | context)

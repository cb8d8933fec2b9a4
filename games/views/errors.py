"""The page for a request that Django refused before any view saw it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import protocol

NOT_FROM_HERE = _("Nothing was changed. Reload the page and try again.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token, scripts with a message of the wire format."""
    if request.content_type == "application/json":
        refusal = protocol.no(None, "not_from_here", gettext(NOT_FROM_HERE), None)
        return JsonResponse(refusal, status=403)
    return render(request, "403_csrf.html", status=403)

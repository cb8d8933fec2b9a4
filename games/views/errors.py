"""The page for a request that Django refused before any view saw it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games import protocol

NOT_FROM_HERE = "Nothing was changed. Reload the page and try again."


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token, scripts with a message of the wire format."""
    if request.content_type == "application/json":
        return JsonResponse(protocol.no(None, "not_from_here", NOT_FROM_HERE, None), status=403)
    return render(request, "403_csrf.html", status=403)

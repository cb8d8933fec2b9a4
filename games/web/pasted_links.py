"""Links as people copy them out of a text: with a full stop or bracket at the end, in capitals."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve

OVER = 410  # what led somewhere, as written
NO_SUCH_PAGE = (400, 404, OVER)
QUOTES_AND_THE_LIKE = "<>`|~^"


def mend_pasted_links(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Redirect from an address that leads nowhere to the one that was meant, if there is one."""

    def mended(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method not in ("GET", "HEAD") or response.status_code not in NO_SUCH_PAGE:
            return response
        meant = next(_meant_by(request, is_known=response.status_code == OVER), None)
        return HttpResponseRedirect(meant) if meant else response

    return mended


def _meant_by(request: HttpRequest, *, is_known: bool) -> Iterator[str]:
    """Yield addresses that differ from the request's and lead somewhere, the likeliest first."""
    path, query = request.path_info, request.META.get("QUERY_STRING", "")
    if "\0" in path or "%00" in query:
        return  # Nobody has copied that out of a text.
    if (bare_query := _without_end(query)) != query:
        yield f"{quote(path)}?{bare_query}"
    bare = path if query else _without_end(path)
    addresses = [f"{bare}/", bare]
    if not is_known:
        addresses += [f"{bare}/".lower(), bare.lower()]
    for meant in addresses:
        if meant != path and _leads_somewhere(meant):
            yield quote(meant) + (f"?{query}" if query else "")


def _without_end(text: str) -> str:
    """Return a text without the punctuation at its end."""
    end = len(text)
    while end and _is_punctuation(text[end - 1]):
        end -= 1
    return text[:end]


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PZC" or character in QUOTES_AND_THE_LIKE


def _leads_somewhere(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True

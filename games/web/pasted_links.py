"""Links as people copy them out of a text: with a full stop or bracket at the end, in capitals."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve

NO_SUCH_PAGE = (400, 404, 410)  # the last of what is over by now
# Parts of routes that are names and secrets, whose letters are meant as they are.
ANY_TEXT = ("<str:", "(?P<")
QUOTES_AND_THE_LIKE = "<>`|~^"


def mend_pasted_links(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def mended(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method not in ("GET", "HEAD") or response.status_code not in NO_SUCH_PAGE:
            return response
        meant = next(_meant_by(request), None)
        return HttpResponseRedirect(meant) if meant else response

    return mended


def _meant_by(request: HttpRequest) -> Iterator[str]:
    path, query = request.path_info, request.META.get("QUERY_STRING", "")
    if "\0" in path or "%00" in query:
        return  # Nobody has copied that out of a text.
    if (bare_query := _without_end(query, but="/")) != query:
        yield f"{quote(path)}?{bare_query}"
    bare = path if query else _without_end(path)
    addresses = [f"{bare}/", bare]
    if not any(part in (_route(path) or "") for part in ANY_TEXT):
        addresses += [f"{bare}/".lower(), bare.lower()]
    for meant in addresses:
        # Django itself adds the slash that is missing.
        if meant.rstrip("/") != path.rstrip("/") and _route(meant) is not None:
            yield quote(meant) + (f"?{query}" if query else "")


def _without_end(text: str, but: str = "") -> str:
    end = len(text)
    while end and text[end - 1] != but and _is_punctuation(text[end - 1]):
        end -= 1
    return text[:end]


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PZC" or character in QUOTES_AND_THE_LIKE


def _route(path: str) -> str | None:
    try:
        return resolve(path).route
    except Resolver404:
        return None

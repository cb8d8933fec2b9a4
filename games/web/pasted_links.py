"""Links as people copy them out of a text: with a full stop or bracket at the end, in capitals."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, ResolverMatch, resolve

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
    if not _takes_any_text(path):
        addresses += [f"{bare}/".lower(), bare.lower()]
    for meant in addresses:
        # Django itself adds the slash that is missing.
        if meant.rstrip("/") != path.rstrip("/") and _match(meant):
            yield quote(meant) + (f"?{query}" if query else "")


def _without_end(text: str, but: str = "") -> str:
    end = len(text)
    while end and text[end - 1] != but and _is_punctuation(text[end - 1]):
        end -= 1
    return text[:end]


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PZC" or character in QUOTES_AND_THE_LIKE


def _takes_any_text(path: str) -> bool:
    match = _match(path)
    return match is not None and any(part in match.route for part in ANY_TEXT)


def _match(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None

"""Forms and messages are UTF-8: what claims to be anything else is refused before it is read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

UTF_8 = ("utf-8", "utf8")


def only_utf_8(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", UTF_8[0])
        if charset.lower() in UTF_8:
            return get_response(request)
        return HttpResponse("Send this as UTF-8.", content_type="text/plain", status=415)

    return middleware

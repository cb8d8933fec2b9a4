"""Forms and messages are UTF-8: what claims to be anything else is refused before it is read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

UTF_8 = ("utf-8", "utf8")


class OnlyUtf8(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        charset = (request.content_params or {}).get("charset", UTF_8[0])
        if charset.lower() in UTF_8:
            return None
        return HttpResponse("Send this as UTF-8.", content_type="text/plain", status=415)

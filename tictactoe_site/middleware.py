"""What every HTTP request and response passes besides Django's own middleware."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

UTF_8 = ("utf-8", "utf8")
# Games, and links that move a player to another device.
PRIVATE_PATHS = ("/g/", "/device/")


class OnlyUtf8Middleware(MiddlewareMixin):
    """Refuses bodies that declare another encoding, so that no view has to handle one."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        charset = (request.content_params or {}).get("charset", UTF_8[0])
        if charset.lower() in UTF_8:
            return None
        return HttpResponse("Send this as UTF-8.", content_type="text/plain", status=415)


class NoIndexMiddleware(MiddlewareMixin):
    """Keeps pages out of search engines whose address is meant for the players alone."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path_info.startswith(PRIVATE_PATHS):
            response["X-Robots-Tag"] = "noindex"
        return response

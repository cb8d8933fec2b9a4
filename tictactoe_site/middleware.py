"""What every HTTP request and response passes besides Django's own middleware."""

from __future__ import annotations

import asyncio
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from servestatic.middleware import ServeStaticMiddleware

from tictactoe_site.static import HASHED

UTF_8 = ("utf-8", "utf8")
# Games, and links that move a player to another device.
PRIVATE_PATHS = ("/g/", "/device/")


class StaticFilesMiddleware(ServeStaticMiddleware):  # type: ignore[misc]
    """Serves static files, also those of the version before this one and of the one after.

    While an upgrade replaces the server processes one by one, a page of one version may ask a
    process of the other for its files. Which these are is in their names.
    """

    async def __call__(self, request: HttpRequest) -> Any:
        path = request.path_info
        if path not in self.files and self._is_hashed(path):
            found = await asyncio.to_thread(self.find_file, path)
            self.files.update({path: found} if found else {})
        return await super().__call__(request)

    def _is_hashed(self, path: str) -> bool:
        return path.startswith(self.static_prefix) and bool(HASHED.search(path))


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

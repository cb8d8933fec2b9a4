from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from itertools import chain
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import async_only_middleware
from django.utils.deprecation import MiddlewareMixin
from servestatic.middleware import ServeStaticMiddleware

from games.ops import metrics, request_context
from games.play import heartbeat
from games.web import health
from games.web.early_answers import EARLY_ANSWERS, AsyncView

NUL = "\0"
HASHED = re.compile(r"\.[0-9a-f]{12}\.")
MONITORS = "monitoring"
UTF_8 = ("utf-8", "utf8")
# Games, tournaments, links that move a player to another device, people, and their accounts.
PRIVATE_PATHS = ("/g/", "/t/", "/device/", "/players/", "/account/")
# They are answered whatever name the server is asked by, over http as well, without a session and
# in English: a load balancer asks by address.
MONITORING: dict[str, AsyncView] = {
    "/health/live": health.live,
    "/health/ready": health.ready,
    "/metrics": health.show_metrics,
}


@async_only_middleware
def observe(get_response: AsyncView) -> AsyncView:
    async def observed(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        request_id = request_context.begin(request)
        response = await get_response(request)
        response[request_context.HEADER] = request_id
        view = _view_of(request)
        if view != MONITORS:
            heartbeat.note_visit()
        metrics.REQUEST_SECONDS.labels(view).observe(time.perf_counter() - began)
        return response

    return observed


@async_only_middleware
def answer_early(get_response: AsyncView) -> AsyncView:
    async def answered(request: HttpRequest) -> HttpResponse:
        early = MONITORING.get(request.path_info) or EARLY_ANSWERS.get(request.path_info)
        if early is None:
            return await get_response(request)
        response = await early(request)
        response["Content-Length"] = str(len(response.content))
        return response

    return answered


class StaticFilesMiddleware(ServeStaticMiddleware):  # type: ignore[misc]
    # Those of the previous and of the next version too, found by their hashed names: while an
    # upgrade replaces the processes one by one, a page of one version may ask a process of the
    # other. This comes early, because Django's security middleware would start a thread for each
    # file.
    async def __call__(self, request: HttpRequest) -> Any:
        path = request.path_info
        is_hashed = path.startswith(self.static_prefix) and HASHED.search(path)
        if is_hashed and path not in self.files:
            found = await asyncio.to_thread(self.find_file, path)
            self.files.update({path: found} if found else {})
        response = await super().__call__(request)
        if is_hashed:
            del response["Last-Modified"]  # Its ETag says as much, and a page has many files.
        return response


class OnlyTextMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        charset = (request.content_params or {}).get("charset", UTF_8[0])
        if charset.lower() in UTF_8:
            return None
        return HttpResponse("Send this as UTF-8.", content_type="text/plain", status=415)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """:raises BadRequest: if the address has a NUL, or a header or a form."""
        head = (text for text in request.META.values() if isinstance(text, str))
        forms = (*request.GET.lists(), *request.POST.lists())
        fields = (text for name, texts in forms for text in (name, *texts))
        if any(NUL in text for text in chain(head, fields)):
            raise BadRequest


def forbid_indexing(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    # This is the last middleware, and synchronous. So Django calls the synchronous middleware
    # before it and the view together in one thread: the home page takes 23 ms of CPU time this way,
    # and 39 ms otherwise.
    def marked(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path_info.startswith(PRIVATE_PATHS):
            response["X-Robots-Tag"] = "noindex"
        return response

    return marked


def _view_of(request: HttpRequest) -> str:
    if request.path_info in MONITORING:
        return MONITORS
    if request.path_info in EARLY_ANSWERS:
        return "poll"
    if request.path_info.startswith(settings.STATIC_URL):
        return "static"
    match = request.resolver_match
    return match.view_name or "unnamed" if match else "none"

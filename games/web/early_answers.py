"""Addresses that open pages ask each second: answered without a session, a language, or a queue."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from django.http import HttpRequest, HttpResponse

AsyncView = Callable[[HttpRequest], Awaitable[HttpResponse]]

EARLY_ANSWERS: dict[str, AsyncView] = {}

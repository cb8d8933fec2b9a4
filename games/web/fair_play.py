from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar, cast

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from games.play import fair_play
from games.web import known_browsers, sessions

View = TypeVar("View", bound=Callable[..., Any])


def require_help_allowed(request: HttpRequest) -> None:
    # This asks the database nothing of a newcomer.
    session = request.session
    credential, is_signed_in = sessions.credential(session), sessions.has_login(session)
    accounts = [int(session[SESSION_KEY])] if is_signed_in else known_browsers.accounts(request)
    fair_play.require_help_allowed([credential.player_id] if credential else [], accounts)


def gives_help(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        require_help_allowed(request)
        response: HttpResponse = view(request, *args, **kwargs)
        return response

    @wraps(view)
    async def async_wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        await sync_to_async(require_help_allowed)(request)
        response: HttpResponse = await view(request, *args, **kwargs)
        return response

    return cast(View, async_wrapper if iscoroutinefunction(view) else wrapper)

"""What pages are told that ask each second: each process reads it once for all of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from games.tournaments import entrants, errors, matches, questions
from games.tournaments.models import Entrant, Tournament
from games.web.common import refused_as_json

PATH = "/t/state/"
KEPT_FOR = 0.5  # seconds
SALT = "entrant"
SHOWN = ("pk", "state", "game_id", "played", "name")  # of an entrant, on the own page


class Polled(NamedTuple):
    read_at: float
    left: int  # seconds
    entrants: dict[str, Any]  # rows of Entrant, by key
    key_of: Callable[[Any], str]


_kept: dict[str, Polled] = {}
_read_now: dict[str, asyncio.Task[Polled]] = {}


@never_cache
async def state(request: HttpRequest) -> HttpResponse:
    # The page names its entrant, so that neither the session nor the player is read.
    try:
        code, id = Signer(salt=SALT).unsign(request.GET.get("page", "")).split("-")
        polled = await _polled(code)
    except (BadSignature, Tournament.DoesNotExist):
        return refused_as_json(errors.NoSuchTournament())
    entrant = polled.entrants.get(id)
    if entrant:
        entrants.note_seen(entrant.pk)
    return JsonResponse({"key": polled.key_of(entrant), "left": polled.left})


async def _polled(code: str) -> Polled:
    kept = _kept.get(code)
    if kept and time.monotonic() - kept.read_at < KEPT_FOR:
        return kept
    if code not in _read_now:
        _read_now[code] = asyncio.create_task(sync_to_async(_read)(code))
        _read_now[code].add_done_callback(lambda _: _read_now.pop(code, None))
    return await asyncio.shield(_read_now[code])


def _read(code: str) -> Polled:
    read_at = time.monotonic()
    for old, each in list(_kept.items()):  # other threads change it meanwhile
        if read_at - each.read_at > KEPT_FOR:
            _kept.pop(old, None)
    tournament = Tournament.objects.select_related("question").get(pk=code)
    left = round(tournament.time_left().total_seconds())
    people = {str(each.pk): each for each in tournament.entrants.values_list(*SHOWN, named=True)}
    _kept[code] = Polled(read_at, left, people, keys(tournament))
    return _kept[code]


def keys(tournament: Tournament) -> Callable[[Any], str]:
    """Return what gives a text that is another one when somebody's page shows something else."""
    asked = questions.keys(tournament)
    is_ending = matches.is_ending(tournament)
    shared = (tournament.status, tournament.paused_at is not None, is_ending)

    def key_of(entrant: Entrant | None) -> str:
        own = (*(getattr(entrant, field) for field in SHOWN), asked(entrant)) if entrant else ()
        return "/".join(map(str, (*shared, *own)))

    return key_of


def address(tournament: Tournament, entrant: Entrant | None) -> str:
    id = entrant.pk if entrant else ""
    return f"{PATH}?page={Signer(salt=SALT).sign(f'{tournament.pk}-{id}')}"

"""What pages are told that ask each second: each process reads it once for all of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from asgiref.sync import sync_to_async
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from games.tournaments import entrants, errors, matches
from games.tournaments.models import Tournament
from games.web.common import refused_as_json

PATH = "/t/state/"
KEPT_FOR = 0.5  # seconds
SALT = "entrant"
NOBODY = ""
SHOWN = ("pk", "player_id", "state", "game_id", "played", "name", "answer")  # on the own page


@never_cache
async def state(request: HttpRequest) -> HttpResponse:
    # The page names its entrant, so that neither the session nor the player is read.
    try:
        code, id = Signer(salt=SALT).unsign(request.GET.get("page", "")).split("-")
        found = await asyncio.shield(_reading(code, time.monotonic() // KEPT_FOR))
    except (BadSignature, Tournament.DoesNotExist):
        return refused_as_json(errors.NoSuchTournament())
    if id:
        entrants.note_seen(int(id))
    return JsonResponse({"key": found.get(id, found[NOBODY])})


@lru_cache(maxsize=64)
def _reading(code: str, _period: float) -> asyncio.Task[dict[str, str]]:
    return asyncio.create_task(sync_to_async(_read)(code))


def _read(code: str) -> dict[str, str]:
    tournament = Tournament.objects.select_related("question").get(pk=code)
    return keys(tournament, tournament.entrants.values_list(*SHOWN, named=True))


def keys(tournament: Tournament, people: Iterable[Any]) -> dict[str, str]:
    """Return by entrant, and for nobody, a text that is another one when the page looks different.

    ``people`` are entrants, or rows with what is ``SHOWN`` of them.
    """
    question = tournament.asked
    asked = f"{question.pk}-{question.step}" if question else ""
    is_paused, is_ending = tournament.paused_at is not None, matches.is_ending(tournament)
    shared = f"{tournament.status}/{is_paused}/{is_ending}/{asked}"
    # Their turning points may come yet.
    games = matches.games_of(tournament).exclude(review__is_complete=True)
    waiting = Counter(id for ids in games.values_list("x", "o") for id in ids)
    made = {NOBODY: shared}
    for each in people:
        own = (getattr(each, field) for field in SHOWN)
        made[str(each.pk)] = "/".join(map(str, (shared, waiting[each.player_id], *own)))
    return made


def address(tournament: Tournament, id: str) -> str:
    return f"{PATH}?page={Signer(salt=SALT).sign(f'{tournament.pk}-{id}')}"

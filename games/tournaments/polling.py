"""What pages are told that ask each second: each process reads it once for all of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import lru_cache
from typing import Any

from asgiref.sync import sync_to_async
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from games.tournaments import entrants, errors, matches
from games.tournaments.models import Entrant, Tournament
from games.web.common import refused_as_json

PATH = "/t/state/"
KEPT_FOR = 0.5  # seconds
SALT = "entrant"
# Of an entrant, on the own page
SHOWN = ("pk", "player_id", "state", "game_id", "played", "name", "answer")

# With the shown fields of its entrants, by key
Polled = tuple[Tournament, dict[str, Any], Counter[int]]


@never_cache
async def state(request: HttpRequest) -> HttpResponse:
    # The page names its entrant, so that neither the session nor the player is read.
    try:
        code, id = Signer(salt=SALT).unsign(request.GET.get("page", "")).split("-")
        reading = _reading(code, time.monotonic() // KEPT_FOR)
        tournament, people, waiting = await asyncio.shield(reading)
    except (BadSignature, Tournament.DoesNotExist):
        return refused_as_json(errors.NoSuchTournament())
    if id in people:
        entrants.note_seen(people[id].pk)
    return JsonResponse({"key": key(tournament, people.get(id), waiting)})


@lru_cache(maxsize=64)
def _reading(code: str, _period: float) -> asyncio.Task[Polled]:
    return asyncio.create_task(sync_to_async(_read)(code))


def _read(code: str) -> Polled:
    tournament = Tournament.objects.select_related("question").get(pk=code)
    people = tournament.entrants.values_list(*SHOWN, named=True)
    return tournament, {str(each.pk): each for each in people}, not_reviewed(tournament)


def not_reviewed(tournament: Tournament) -> Counter[int]:
    """Count each player's games whose turning point may come yet."""
    games = matches.games_of(tournament).exclude(review__is_complete=True)
    return Counter(id for people in games.values_list("x", "o") for id in people)


def key(tournament: Tournament, entrant: Any, waiting: Counter[int]) -> str:
    """Return a text that is another one when the page of ``entrant`` shows something else."""
    asked = tournament.asked and (tournament.asked.pk, tournament.asked.step)
    is_paused, is_ending = tournament.paused_at is not None, matches.is_ending(tournament)
    shared = (tournament.status, is_paused, is_ending, asked)
    if not entrant:
        return "/".join(map(str, shared))
    own = (*(getattr(entrant, field) for field in SHOWN), waiting[entrant.player_id])
    return "/".join(map(str, (*shared, *own)))


def address(tournament: Tournament, entrant: Entrant | None) -> str:
    id = entrant.pk if entrant else ""
    return f"{PATH}?page={Signer(salt=SALT).sign(f'{tournament.pk}-{id}')}"

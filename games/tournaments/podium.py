"""The picture of the podium, to share: three steps with who stands on them."""

from __future__ import annotations

from html import unescape
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import gettext

from games.models.avatars import AVATARS
from games.presentation.colours import LIGHT
from games.presentation.pictures import text
from games.tournaments import standings
from games.tournaments.models import Entrant
from games.tournaments.scoring import Place

STEPS = {1: (600, 350), 2: (230, 420), 3: (970, 470)}  # middle and top, by the place
ON_A_STEP = 3  # faces of those who share it
STEP, WIDTH = 340, 1080
HEADLINE, NAMES = [88, 72, 60, 48], [44, 36, 30]


def svg(table: standings.Table) -> str:
    people = [(place, [row.entrant for row in rows]) for place, rows in standings.podium(table)]
    named = [{"entrant": {"name": _drawable(each)}} for each in people[0][1]]
    winners = strip_tags(render_to_string("tournaments/_winners.html", {"first": named}))
    [headline], size = text.fit(" ".join(unescape(winners).split()), HEADLINE, WIDTH, 1)
    context = {
        "headline": headline,
        "size": size,
        "steps": [_step(place, entrants) for place, entrants in people],
        "colours": LIGHT,
    }
    return render_to_string("tournaments/podium.svg", context)


def _step(place: Place, entrants: list[Entrant]) -> dict[str, Any]:
    middle, top = STEPS[place.number]
    [names], size = text.fit(", ".join(map(_drawable, entrants)), NAMES, STEP, 1)
    faces = [each.player.avatar or "somebody" for each in entrants[:ON_A_STEP]]
    return {
        "place": place,
        "middle": middle,
        "top": top,
        "names": names,
        "size": size,
        "points": entrants[0].points,
        "faces": [f"avatars/{face}.svg" for face in faces],
        "left": -50 * len(faces),
    }


def _drawable(entrant: Entrant) -> str:
    # Whose name has no letter that the picture can draw is called by the animal.
    return text.drawable(entrant.name) or gettext(AVATARS.get(entrant.player.avatar or "", ""))

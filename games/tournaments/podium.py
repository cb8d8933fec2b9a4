"""The picture of the podium, to share: three steps with who stands on them."""

from __future__ import annotations

from html import unescape

from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import gettext

from games.models.avatars import AVATARS
from games.presentation.colours import LIGHT
from games.presentation.pictures import text
from games.tournaments import standings
from games.tournaments.models import Entrant

STEP, WIDTH = 340, 1080
HEADLINE, NAMES = [88, 72, 60, 48], [44, 36, 30]


def svg(table: standings.Table) -> str:
    steps = [
        (place, [row.entrant for row in rows], *_fitted(rows))
        for place, rows in standings.podium(table)
    ]
    first = [{"entrant": {"name": _drawable(each)}} for each in steps[0][1]]
    winners = strip_tags(render_to_string("tournaments/_winners.html", {"first": first}))
    [headline], size = text.fit(" ".join(unescape(winners).split()), HEADLINE, WIDTH, 1)
    context = {"headline": headline, "size": size, "steps": steps, "colours": LIGHT}
    return render_to_string("tournaments/podium.svg", context)


def _fitted(rows: list[standings.Row]) -> tuple[str, int]:
    [names], size = text.fit(", ".join(_drawable(row.entrant) for row in rows), NAMES, STEP, 1)
    return names, size


def _drawable(entrant: Entrant) -> str:
    # Whose name has no letter that the picture can draw is called by the animal.
    return text.drawable(entrant.name) or gettext(AVATARS.get(entrant.player.avatar or "", ""))

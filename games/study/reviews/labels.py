"""What is said of a label: in a sentence, beside a move, and as a sign."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as lazy

from games.study.reviews.analysis import Label

SET_UP, WAITING = "set_up", "waiting"  # instead of a label


class Said(NamedTuple):
    sign: str  # as chess players annotate moves
    words: Any
    brief: Any  # one word beside the move in the list, unless its effect on the board says more


SAID = {
    Label.KEPT_WIN: Said("✓", lazy("kept the win"), lazy("keeps")),
    Label.KEPT_DRAW: Said("✓", lazy("kept the draw"), lazy("draw")),
    Label.SLIPPED: Said("?", lazy("let it slip"), lazy("slips")),
    Label.LOST: Said("??", lazy("lost"), lazy("loses")),
    Label.LOSING: Said("", lazy("was lost already"), lazy("lost")),
    Label.ALLOWED: Said("", lazy("lost by now"), lazy("lost")),
    Label.UNKNOWN: Said("", lazy("nothing proven"), ""),
    SET_UP: Said("", lazy("set up"), lazy("given")),
    WAITING: Said("…", lazy("not looked at yet"), ""),
}

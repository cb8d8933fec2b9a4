from __future__ import annotations

from django.utils.translation import gettext as _

from games.ai.own_player import MIN_WIN_SCORE
from games.presentation.hint_wording import verdict_in_words
from games.protocol import VerdictInWords

MINUS = "\N{MINUS SIGN}"


def value_in_words(value: float) -> VerdictInWords:
    if abs(value) > MIN_WIN_SCORE:
        return verdict_in_words({"value": "win" if value > 0 else "loss", "plies": None})
    count = f"{value:+.0f}".replace("-", MINUS)
    words = _("counts %(number)s") % {"number": count}
    return {"value": "draw", "plies": None, "brief": count, "words": words}

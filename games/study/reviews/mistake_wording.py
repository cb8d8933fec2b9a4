"""The wording of mistakes that a player tries to mend."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ai.solver import Value
from games.engine import Variant
from games.presentation import hint_wording
from games.protocol import VerdictJSON
from games.study.reviews.analysis import Label
from games.study.reviews.wording import Reviewed


def task(mark: str, number: int, label: str) -> str:
    values = {"mark": mark, "number": number}
    if label == Label.SLIPPED:
        return _("Move %(number)s let the win slip. What was better for %(mark)s?") % values
    return _("Move %(number)s lost. What was better for %(mark)s?") % values


def right(before: VerdictJSON) -> str:
    if before["value"] == Value.WIN:
        return _("Right! That keeps the win.")
    return _("Right! That keeps the draw.")


def wrong(*, is_same: bool) -> str:
    return (
        _("That is what was played. Try another.") if is_same else _("Not that one. Try another.")
    )


def refuted(opponent: str, cell: str, *, is_at_once: bool) -> str:
    values = {"mark": opponent, "cell": cell}
    if is_at_once:
        return _("%(mark)s wins at once on %(cell)s. Try another.") % values
    return _("%(mark)s then wins with %(cell)s. Try another.") % values


def unproven() -> str:
    return _("That may be right too. I had no time to prove it. Try another.")


def shown(variant: Variant, cells: Sequence[int], before: VerdictJSON) -> str:
    values = {"cells": hint_wording.one_of(variant, cells)}
    if before["value"] == Value.WIN:
        return _("Better: %(cells)s. That keeps the win.") % values
    return _("Better: %(cells)s. That keeps the draw.") % values


def hint(variant: Variant, cells: Sequence[int]) -> str:
    column = variant.cell_name(cells[0])[0]
    words = ngettext(
        "%(count)s move is better. It is in column %(column)s.",
        "%(count)s moves are better. One is in column %(column)s.",
        len(cells),
    )
    return words % {"count": len(cells), "column": column}


def way_back(mistake: Reviewed, *, is_last: bool) -> str:
    if mistake.review["before"]["value"] == Value.WIN:
        words = _("On move %(number)s another place would have kept the win.")
    elif is_last:
        words = _("One square earlier you could have held it.")
    else:
        words = _("On move %(number)s another place would have held it.")
    return words % {"number": mistake.number}


def end(mistakes: int) -> str:
    if not mistakes:
        return _("There is no mistake to try again.")
    words = ngettext(
        "That was your only mistake.", "Those were all your %(count)s mistakes.", mistakes
    )
    return words % {"count": mistakes}

from __future__ import annotations

from django.db.models import Sum
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.people.duels.rules import NAME
from games.web.achievements import Achievement, AchievementSet, drawn

CODE = "first-duel"
SWORDS = drawn("M6 6l24 26M34 6L10 32M6 28l8 7M34 28l-8 7")


def _counts(player: Player) -> dict[str, int]:
    return {CODE: player.ratings.aggregate(duels=Sum("duels", default=0))["duels"]}


COLLECTED = AchievementSet(
    (Achievement(CODE, _("First duel"), SWORDS, "pine", reverse_lazy("games:duels")),),
    _counts,
    lambda game, result: {CODE} if game.kind == NAME and game.rating_changes.exists() else (),
)

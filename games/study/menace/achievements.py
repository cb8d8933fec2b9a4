from __future__ import annotations

from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from games.ai.computer_players import MENACE
from games.models import Game, Player
from games.web.achievements import Achievement, AchievementSet, drawn

MATCHBOX = drawn("M5 14l15-8 15 8v16H5zM5 14h30M16 14v7h8v-7")


def _counts(player: Player) -> dict[str, int]:
    menace = Player.objects.filter(level=MENACE.id)
    games = Game.objects.filter(status=Game.Status.FINISHED)
    as_x = games.filter(x=player, o__in=menace, winner="X")
    as_o = games.filter(o=player, x__in=menace, winner="O")
    return {MENACE.id: as_x.count() + as_o.count()}


COLLECTED = AchievementSet(
    (Achievement(MENACE.id, _("Beat Menace"), MATCHBOX, "red", reverse_lazy("games:menace")),),
    _counts,
    lambda game, result: {MENACE.id} if game.level == MENACE.id and result == "won" else (),
)

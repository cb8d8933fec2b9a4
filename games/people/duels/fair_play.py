"""Whoever plays a duel gets no help from the site until it is over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.models import Game, Player
from games.people.duels.rules import BEGUN, NAME
from games.play.errors import Link, Refused


class InDuel(Refused):
    code = "in_duel"
    message = _("You are playing a duel. There is no help until it is over.")

    def __init__(self, duel: Game) -> None:
        super().__init__()
        self.link = Link(duel.get_absolute_url(), gettext("Back to the duel"))


def refuse_help(players: Collection[int], accounts: Collection[int], **_: Any) -> None:
    """Let nobody be helped who plays a duel; receives ``help_asked``.

    :raises InDuel: if one of these people does.
    """
    people = Player.objects.filter(Q(pk__in=players) | Q(user__in=accounts))
    played = Game.objects.filter(kind=NAME, status__in=BEGUN).of_any(people)
    if duel := played.only("pk").order_by().first():
        raise InDuel(duel)

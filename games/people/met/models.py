"""Invitations to people whom one has met: no link has to be sent."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from games.engine import Variant
from games.models.games import Game
from games.models.people import Player
from games.people.moderation.models import Block
from games.presentation import board_wording
from games.protocol import Status


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
        """Filter for those that can be accepted, the earliest first; a block ends them."""
        apart = Block.objects.filter(
            Q(blocker=OuterRef("player"), blocked=OuterRef("host_id"))
            | Q(blocked=OuterRef("player"), blocker=OuterRef("host_id"))
        )
        # Of a game that waits only the host has a seat.
        hosted = self.alias(host_id=Coalesce("game__x", "game__o"))
        still_open = hosted.filter(~Exists(apart), game__status=Status.WAITING, declined_at=None)
        return still_open.select_related("game__x", "game__o", "player").order_by(
            "game__created_at"
        )


class Invitation(models.Model):
    """The invitation of a ``player`` to a game whose host waits; it ends with the waiting."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="invitation")
    player = models.ForeignKey(Player, models.CASCADE, related_name="invitations")
    declined_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.host} asks {self.player}"

    @classmethod
    def before_merge(cls, guest: Player, player: Player) -> None:
        own = Q(game__x=player) | Q(game__o=player)
        cls.objects.filter(own, player__in=(guest, player)).delete()

    @property
    def host(self) -> Player | None:
        return self.game.x or self.game.o

    @property
    def board(self) -> str:
        return board_wording.board(Variant.parse(self.game.variant_code))

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop as _

from games.engine import Variant, clock
from games.models.games import Game
from games.models.people import Player
from games.people.moderation.models import Block
from games.presentation import board_wording
from games.protocol import Status

ONCE_IN = timedelta(hours=1)  # a browser is notified of a game


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
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


class NotificationKind(models.TextChoices):
    """What a person is notified of; the words finish "Call me when …"."""

    JOINED = "joined", _("my friend joins")
    TURN = "turn", _("it is my turn, and I am away")
    FOUND = "found", _("somebody to play is found")
    REMATCH = "rematch", _("somebody asks for a rematch")


class NotificationPreference(models.Model):
    player = models.OneToOneField(Player, models.CASCADE, related_name="notification_preference")
    joined = models.BooleanField(default=True)
    turn = models.BooleanField(default=True)
    found = models.BooleanField(default=True)
    rematch = models.BooleanField(default=True)

    class Meta:
        app_label = "games"
        db_table = "games_callsettings"  # as servers of the version before name it

    def __str__(self) -> str:
        return ", ".join(kind.label for kind in self.kinds)

    @property
    def kinds(self) -> list[NotificationKind]:
        return [kind for kind in NotificationKind if getattr(self, kind)]


class PushSubscription(models.Model):
    # ``endpoint`` is the address at which its push service takes messages, and the keys seal them.
    # Without one, as the browser reaches no push service, its open pages ask.
    player = models.ForeignKey(Player, models.CASCADE, related_name="push_subscriptions")
    session_key = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=1000, unique=True, null=True, blank=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=32)
    language = models.CharField(max_length=16)
    created_at = models.DateTimeField(auto_now_add=True)

    # Whoever has the address and the keys can notify the browser.
    not_exported = ("session_key", "endpoint", "p256dh", "auth")

    class Meta:
        app_label = "games"
        db_table = "games_subscription"

    def __str__(self) -> str:
        return f"a browser of {self.player}"


class Notification(models.Model):
    # It was handed over ``at`` that time, or else is not tried again before.
    game = models.ForeignKey(Game, models.CASCADE, related_name="notifications", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="notifications")
    browser = models.ForeignKey(
        PushSubscription, models.CASCADE, related_name="notifications", null=True
    )
    kind = models.CharField(max_length=16)
    is_handed_over = models.BooleanField(default=False, db_default=False)
    at: models.DateTimeField[datetime, datetime] = models.DateTimeField(default=clock.now)

    class Meta:
        app_label = "games"
        db_table = "games_call"
        constraints = (
            models.UniqueConstraint(fields=["game", "browser"], name="one_call_a_game_and_browser"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"


def is_settled() -> Q:
    now = clock.now()
    was_made = Q(is_handed_over=True, at__gt=now - ONCE_IN)
    return was_made | Q(is_handed_over=False, at__gt=now)

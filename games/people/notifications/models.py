"""Whom to call and when, which browsers to call, and who was called for which game."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models.games import Game
from games.models.people import Player

ONCE_IN = timedelta(hours=1)  # a person is called for a game


class Kind(models.TextChoices):
    """What a person is called for; the words finish "Call me when …"."""

    JOINED = "joined", _("my friend joins")
    TURN = "turn", _("it is my turn, and I am away")
    FOUND = "found", _("somebody to play is found")
    REMATCH = "rematch", _("somebody asks for a rematch")


class CallSettings(models.Model):
    """The wish of a player to be called, by ``Kind``; nobody else is ever called."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="call_settings")
    joined = models.BooleanField(default=True)
    turn = models.BooleanField(default=True)
    found = models.BooleanField(default=True)
    rematch = models.BooleanField(default=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return ", ".join(kind.label for kind in self.kinds)

    @property
    def kinds(self) -> list[Kind]:
        return [kind for kind in Kind if getattr(self, kind)]


class Subscription(models.Model):
    """The address at which a browser's push service takes messages, and the keys to seal them.

    It is the player's while the browser's session is.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="subscriptions")
    session_key = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=32)
    language = models.CharField(max_length=16)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"a browser of {self.player}"


class Call(models.Model):
    """The last call of a player for a game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="calls", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="calls")
    kind = models.CharField(max_length=16)
    at: models.DateTimeField[datetime, datetime] = models.DateTimeField(default=clock.now)

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=["game", "player"], name="one_call_a_game_and_player"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"

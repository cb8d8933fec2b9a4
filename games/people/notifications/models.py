"""Whom to call and when, which browsers to call, and who was called for which game."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models.games import Game
from games.models.people import Player

ONCE_IN = timedelta(hours=1)  # a browser is called for a game


class Kind(models.TextChoices):
    """What a person is called for; the words finish "Call me when …"."""

    JOINED = "joined", _("my friend joins")
    TURN = "turn", _("it is my turn, and I am away")
    FOUND = "found", _("somebody to play is found")
    REMATCH = "rematch", _("somebody asks for a rematch")


class CallSettings(models.Model):
    """The wish of a player to be called, by ``Kind``, wherever a browser of theirs can.

    Nobody else is ever called.
    """

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
    """A browser that calls its person, for as long as its session is theirs.

    ``endpoint`` is the address at which its push service takes messages, and the keys seal them.
    Without one, as the browser reaches no push service, its open pages ask for the calls.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="subscriptions")
    session_key = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=1000, unique=True, null=True, blank=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=32)
    language = models.CharField(max_length=16)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"a browser of {self.player}"


class CallQuerySet(models.QuerySet["Call"]):
    def settled(self) -> Self:
        return self.filter(_is_settled())

    def free(self) -> Self:
        return self.exclude(_is_settled())


class Call(models.Model):
    """The last call for a game at a browser.

    It was handed over ``at`` that time, or else is not tried again before.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="calls", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="calls")
    # A server of the version before adds calls without it.
    browser = models.ForeignKey(Subscription, models.CASCADE, related_name="calls", null=True)
    kind = models.CharField(max_length=16)
    is_handed_over = models.BooleanField(default=False, db_default=False)
    at: models.DateTimeField[datetime, datetime] = models.DateTimeField(default=clock.now)

    objects = CallQuerySet.as_manager()

    class Meta:
        app_label = "games"
        constraints = (
            models.UniqueConstraint(fields=["game", "browser"], name="one_call_a_game_and_browser"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"


def _is_settled() -> Q:
    now = clock.now()
    was_made = Q(is_handed_over=True, at__gt=now - ONCE_IN)
    return was_made | Q(is_handed_over=False, at__gt=now)

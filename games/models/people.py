"""Who plays, and the link by which a player goes on at another device."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any, NamedTuple, Self

from django.db import models
from django.db.models import CharField, Func, Q, Value

from games.ai.computer_players import COMPUTER_PLAYERS
from games.ai.levels import ComputerPlayer
from games.models import names

MAX_LOOK = 500  # characters; one sign may stand for up to 18 letters
TRANSFER_LIFETIME = timedelta(minutes=15)
LAST_CHARACTER = chr(0x10FFFF)


def new_name() -> str:
    return names.random_name(SystemRandom())


class Credential(NamedTuple):
    """What a session stores to prove that its browser is a player's.

    It is valid until the player's own ``generation`` is higher, which rises when the player goes on
    at another device or is forgotten.
    """

    player_id: int
    generation: int


class NameKey(Func):
    """A name as it is searched for: in small letters, and in the order of their code points.

    PostgreSQL would else order names by the rules of a language, in which those that begin alike
    need not follow one another. SQLite knows small letters for A to Z alone.
    """

    function = "LOWER"
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        template = '%(function)s(%(expressions)s) COLLATE "C"'
        return self.as_sql(compiler, connection, template=template, **context)


class PlayerQuerySet(models.QuerySet["Player"]):
    def people(self) -> Self:
        return self.filter(level=None)

    def computers(self) -> Self:
        return self.exclude(level=None)

    def named(self, beginning: str) -> Self:
        """Filter for players whose name begins so, in small letters or capital ones."""
        first, last = NameKey(Value(beginning)), NameKey(Value(beginning + LAST_CHARACTER))
        # A range, which both databases look up in the index.
        return self.alias(key=NameKey("name")).filter(key__gte=first, key__lt=last)

    def with_credential(self, credential: Credential | None) -> Self:
        """Filter for the player of a credential: nobody if there is none or it is invalid."""
        if credential is None:
            return self.none()
        return self.people().filter(pk=credential.player_id, generation__lte=credential.generation)

    def of_level(self, level: ComputerPlayer) -> Player:
        """Return the computer playing at a level, creating it at the first call."""
        player, _ = self.get_or_create(
            level=level.id, defaults={"name": f"Computer ({level.name})"}
        )
        return player


class Player(models.Model):
    """A visitor, or the computer at one of its levels or as another of its opponents.

    ``level`` is the id of a computer player, also of one that people only watch.

    A session stores the ``generation`` that the player had when it began. Raising the player's own
    signs out all browsers that were this player's so far.
    """

    name = models.CharField(max_length=names.MAX_LENGTH, default=new_name)
    level = models.CharField(
        max_length=16,
        null=True,
        blank=True,
        unique=True,
        editable=False,
        choices=[(level.id, level.name) for level in COMPUTER_PLAYERS.values()],
    )
    # A digest of the token of the form that made the player.
    token = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    generation = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    forgotten_at = models.DateTimeField(null=True, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(NameKey("name"), name="player_by_name"),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_computer(self) -> bool:
        return self.level is not None

    @property
    def credential(self) -> Credential:
        """What a session of this player has to store."""
        return Credential(self.pk, self.generation)


class TransferQuerySet(models.QuerySet["Transfer"]):
    def usable(self, now: datetime) -> Self:
        """The links that can still be used."""
        return self.filter(used_at=None, created_at__gt=now - TRANSFER_LIFETIME)

    def unusable(self, now: datetime) -> Self:
        """The links that cannot be used any more."""
        return self.filter(~Q(used_at=None) | Q(created_at__lte=now - TRANSFER_LIFETIME))


class Transfer(models.Model):
    """A link by which a player goes on at another device, once.

    Only the ``digest`` of the link's secret is kept.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="transfers")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    objects = TransferQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.player} to another device"


class HiddenNameManager(models.Manager["HiddenName"]):
    def hide(self, name: str) -> None:
        """Keep everybody from taking a name; one that is hidden already stays so."""
        self.get_or_create(look=_look(name), defaults={"name": name})

    def has(self, name: str) -> bool:
        """Say whether a name is hidden, or looks like one that is."""
        return self.filter(look=_look(name)).exists()


class HiddenName(models.Model):
    """A name that staff have hidden, and that nobody can take any more.

    It has no link to whoever had it, and so stays when that person is forgotten. ``look`` is what
    it has in common with the names that look like it.
    """

    name = models.CharField(max_length=names.MAX_LENGTH)
    look = models.CharField(max_length=MAX_LOOK, unique=True, editable=False)
    hidden_at = models.DateTimeField(auto_now_add=True)

    objects = HiddenNameManager()

    class Meta:
        ordering = ("-hidden_at",)

    def __str__(self) -> str:
        return self.name


def _look(name: str) -> str:
    # One of signs alone has no skeleton.
    return names.skeleton(name) or name

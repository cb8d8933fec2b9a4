from __future__ import annotations

import unicodedata
from datetime import timedelta
from random import SystemRandom
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, models
from django.db.models import CharField, Func, Value
from django.db.models.expressions import RawSQL
from django.urls import reverse
from django.utils.http import urlencode

from games.ai.computer_players import COMPUTER_PLAYERS, ComputerPlayer
from games.models import names, texts
from games.models.masked_words import MaskedLooks

MAX_LOOK = 500  # characters
MAX_USERNAME = User._meta.get_field("username").max_length
TRANSFER_LIFETIME = timedelta(minutes=15)
TRIGRAM = 3  # characters
BY_TRIGRAMS = "SELECT rowid FROM games_player_trigrams WHERE games_player_trigrams MATCH %s"


def new_name(avatar: str = "") -> str:
    return names.random_name(SystemRandom(), avatar)


def username(name: str) -> str:
    # The same for names that look alike, and unique, so no two accounts look alike.
    return names.look(name)[:MAX_USERNAME]


def taken_usernames(name: str) -> set[str]:
    return {username_of(name), *(look[:MAX_USERNAME] for look in names.looks(name))}


class Credential(NamedTuple):
    # Valid until the player's own ``generation`` is higher.
    player_id: int
    generation: int


class NameKey(Func):
    # PostgreSQL would otherwise sort by the rules of a language, in which names with the same
    # beginning need not follow one another. SQLite lowers only the letters A to Z.
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

    def named(self, part: str) -> Self:
        # Both databases have an index of the trigrams of all names; shorter texts are in none.
        if connection.vendor == "sqlite" and len(part) >= TRIGRAM:
            phrase = part.replace('"', '""')
            return self.filter(pk__in=RawSQL(BY_TRIGRAMS, [f'"{phrase}"']))  # noqa: S611
        return self.filter(name__icontains=part)

    def with_credential(self, credential: Credential | None) -> Self:
        if credential is None:
            return self.none()
        return self.people().filter(pk=credential.player_id, generation__lte=credential.generation)

    def with_account(self, name: str) -> Player | None:
        # Some accounts are older than the rule by which their names look alike. Of these the very
        # name goes first, then the one that differs in capital letters alone.
        alike = self.select_related("user").filter(user__username=username(name)).first()
        if alike and alike.name == name:
            return alike
        typed = unicodedata.normalize("NFC", name)
        same_letters = self.alias(key=NameKey("name")).filter(key=NameKey(Value(typed)))
        same = list(same_letters.select_related("user").filter(user__is_staff=False))
        same.sort(key=lambda player: (player.name != typed, player != alike))
        return same[0] if same else alike

    def of_level(self, level: ComputerPlayer) -> Player:
        player, _ = self.get_or_create(
            level=level.id, defaults={"name": f"Computer ({level.name})"}
        )
        return player


class Player(models.Model):
    # ``level`` is the id of a computer player, None for a person. A session stores the
    # ``generation`` that the player had; raising the player's own signs out all browsers. ``user``
    # is the account; guests have none. Others do not see a profile that is ``private_since`` some
    # time. ``avatar`` is the animal of the made-up name. ``online_at`` is when a visible page last
    # said so; not all do.
    name = models.CharField(max_length=texts.room(names.MAX_LENGTH), default=new_name)
    level = models.CharField(
        max_length=16,
        null=True,
        blank=True,
        unique=True,
        editable=False,
        choices=[(level.id, level.name) for level in COMPUTER_PLAYERS.values()],
    )
    avatar = models.CharField(
        max_length=16, blank=True, default="", db_default="", editable=False, db_column="face"
    )
    ink = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    # A digest of the token of the form that made the player.
    token = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    generation = models.PositiveIntegerField(default=0, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="player",
    )
    private_since = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    forgotten_at = models.DateTimeField(null=True, editable=False)
    online_at = models.DateTimeField(null=True, editable=False, db_column="here_at")

    # Of the file with everything that is kept of a person, here and in other models; ``player`` is
    # the way back from the account.
    not_exported = ("token", "generation", "player")

    objects = PlayerQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(NameKey("name"), name="player_by_name"),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_computer(self) -> bool:
        return self.level is not None

    @property
    def has_account(self) -> bool:
        return self.user_id is not None

    @property
    def has_public_profile(self) -> bool:
        return self.has_account and self.private_since is None

    def get_profile_url(self) -> str:
        # Browsers go up a level for dots in a path, and two slashes are one to some proxies.
        if "/" in self.name or self.name in (".", ".."):
            return f"{reverse('games:profiles')}?{urlencode({'name': self.name})}"
        return reverse("games:profile", args=[self.name])

    @property
    def credential(self) -> Credential:
        return Credential(self.pk, self.generation)


def username_of(name: str) -> str:
    player = Player.objects.with_account(name)
    return player.user.username if player and player.user else username(name)


class Transfer(models.Model):
    player = models.ForeignKey(Player, models.CASCADE, related_name="transfers")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    not_exported = ("digest",)

    def __str__(self) -> str:
        return f"{self.player} to another device"

    @classmethod
    def before_merge(cls, guest: Player, player: Player) -> None:
        cls.objects.filter(player=guest).delete()


class HiddenNameManager(models.Manager["HiddenName"]):
    def hide(self, name: str) -> None:
        self.get_or_create(look=names.look(name)[:MAX_LOOK], defaults={"name": name})

    def has(self, name: str) -> bool:
        looks = [look[:MAX_LOOK] for look in names.looks(name)]
        return self.filter(look__in=looks).exists() or MaskedLooks.read().are_in(name)


class HiddenName(models.Model):
    # Without a reference to the person, so that it stays when that person is forgotten.
    name = models.CharField(max_length=texts.room(names.MAX_LENGTH))
    look = models.CharField(max_length=MAX_LOOK, unique=True, editable=False)
    hidden_at = models.DateTimeField(auto_now_add=True)

    objects = HiddenNameManager()

    class Meta:
        ordering = ("-hidden_at",)

    def __str__(self) -> str:
        return self.name

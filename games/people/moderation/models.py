from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models import names, texts
from games.models.game_events import GameEvent
from games.models.games import Game
from games.models.people import Player
from games.models.player_rows import forget_in_log

MAX_WORDS = 200  # characters as people count them


class BlockQuerySet(models.QuerySet["Block"]):
    def of(self, player_id: int) -> Self:
        return self.filter(Q(blocker=player_id) | Q(blocked=player_id))

    def kept_from(self, player_id: int) -> set[int]:
        pairs = self.of(player_id).values_list("blocker_id", "blocked_id")
        return {id for pair in pairs for id in pair} - {player_id}


class Block(models.Model):
    blocker = models.ForeignKey(Player, models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, models.CASCADE, related_name="blocked_by")
    by_staff = models.BooleanField(default=False, db_default=False)  # who alone undo it then
    created_at = models.DateTimeField(auto_now_add=True)

    not_exported = ("by_staff", "blocked_by")  # whom others keep away is theirs

    objects = BlockQuerySet.as_manager()

    class Meta:
        app_label = "games"
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(
                name="nobody_blocks_oneself", condition=~Q(blocker=F("blocked"))
            ),
        )

    def __str__(self) -> str:
        return f"{self.blocker} keeps {self.blocked} away"

    @classmethod
    def before_merge(cls, guest: Player, player: Player) -> None:
        for own, other in (("blocker", "blocked"), ("blocked", "blocker")):
            by_staff = cls.objects.filter(by_staff=True, **{own: guest})
            cls.objects.filter(**{own: player, f"{other}__in": by_staff.values(other)}).delete()


def keep_without_words(_collector: Any, field: models.Field[Any, Any], rows: Any, _: str) -> None:
    rows.update(words=None)
    if field.name == "reported":
        for name in set(rows.values_list("name", flat=True)):
            forget_in_log(name)
        rows.update(name=names.FORMER)


class Report(models.Model):
    # ``words`` are the player's own, and ``line`` is what the other has said.
    class Kind(models.TextChoices):
        SAID = "said", _("What they said")
        NAME = "name", _("The name is rude")
        STALLING = "stalling", _("Keeps others waiting")
        OTHER = "other", _("Something else")

    reporter = models.ForeignKey(Player, keep_without_words, related_name="reports")
    reported = models.ForeignKey(Player, keep_without_words, related_name="reported_by")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="reports")
    kind = models.CharField(max_length=16, choices=Kind)
    # The name at that time: a person may take another one before staff look.
    name = models.CharField(max_length=Player._meta.get_field("name").max_length or 0)
    words = models.CharField(max_length=texts.room(MAX_WORDS), null=True)  # noqa: DJ001 - as old servers add rows
    line = models.ForeignKey(GameEvent, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    # What others report is theirs, and so is the name that somebody has taken since.
    not_exported = ("reported", "closed_at", "reported_by")

    class Meta:
        app_label = "games"
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(
                fields=["reporter", "game", "kind"], name="one_report_of_a_kind_a_game"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.name}"

    @property
    def age(self) -> str:
        said = timesince(self.created_at, depth=1)
        return "a moment" if said.startswith("0") else said

    @classmethod
    def before_merge(cls, guest: Player, player: Player) -> None:
        cls.objects.filter(reporter__in=(guest, player), reported__in=(guest, player)).delete()


class RestrictionQuerySet(models.QuerySet["Restriction"]):
    def active(self) -> Self:
        return self.filter(Q(until=None) | Q(until__gt=clock.now()))


class Restriction(models.Model):
    class Kind(models.TextChoices):
        SILENCE = "silence", "silenced"
        LOCK = "lock", "locked"

    # Who is forgotten stays silenced, or locked out, in the browser.
    player = models.ForeignKey(Player, models.PROTECT, related_name="restrictions")
    kind = models.CharField(max_length=8, choices=Kind)
    until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RestrictionQuerySet.as_manager()

    class Meta:
        app_label = "games"
        ordering = ("-created_at",)
        verbose_name = "silence or lock"
        verbose_name_plural = "silences and locks"
        constraints = (
            models.UniqueConstraint(fields=["player", "kind"], name="one_restriction_of_a_kind"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()} until {self.end or 'staff end it'}"

    @classmethod
    def before_merge(cls, guest: Player, player: Player) -> None:
        last_first = F("until").desc(nulls_first=True)
        for kind in cls.Kind:
            both = cls.objects.filter(player__in=(guest, player), kind=kind).order_by(last_first)
            for shorter in both[1:]:
                shorter.delete()

    @property
    def end(self) -> str:
        return date_format(localtime(self.until), "DATETIME_FORMAT") if self.until else ""

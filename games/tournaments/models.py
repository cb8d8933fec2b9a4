from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import Case, F, Q, When
from django.urls import reverse

from games.engine import Board, Variant, clock, play_moves
from games.engine.presets import BOARDS, Preset
from games.models import texts
from games.models.games import Game
from games.models.names import MAX_LENGTH
from games.models.people import MAX_LOOK, Player

# Said in two groups of three: a consonant and a vowel in turns, without I, L and O.
CONSONANTS, VOWELS = "BDFGHJKMNPRSTVZ", "AEU"
SEEN_FOR = timedelta(seconds=10)  # after a sign of life in which somebody is paired
SEEN_EVERY = timedelta(seconds=3)  # a sign of life is stored


def new_code() -> str:
    return "".join(secrets.choice(letters) for letters in (CONSONANTS, VOWELS) * 3)


def read_code(text: str) -> str:
    """Return the code that somebody means: in two groups or one, in large letters or small."""
    return "".join(filter(str.isalpha, text.upper()))[:6]


class Tournament(models.Model):
    """``ends_at`` moves on while it is paused, and by time in which no server ran.

    ``ticked_at`` is when a server last looked at it. ``version`` rises with all that others
    see, but where games end: see ``revision``.
    """

    class Kind(models.TextChoices):
        ARENA = "arena", "Everybody against anybody"
        ROUNDS = "rounds", "Everybody against everybody"

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        RUNNING = "running", "Running"
        OVER = "over", "Over"

    id = models.CharField(primary_key=True, max_length=6, default=new_code, editable=False)
    host = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="hosted_tournaments")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.ARENA)
    boards = models.JSONField(default=list)  # ids of presets, which take turns
    control = models.CharField(max_length=8, default="10s")
    level = models.CharField(max_length=16, blank=True)  # of the computer that all play, if any
    minutes = models.PositiveSmallIntegerField(default=15)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(default=clock.now)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    ticked_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    round = models.PositiveSmallIntegerField(default=0)
    is_locked = models.BooleanField(default=False)
    made_up_names = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        app_label = "games"
        constraints = (
            models.CheckConstraint(
                name="tournament_has_an_end_once_it_started",
                condition=Q(status="open") | Q(starts_at__isnull=False, ends_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("games:tournament", args=[self.id])

    @property
    def code(self) -> str:
        return f"{self.id[:3]} {self.id[3:]}"

    @property
    def presets(self) -> list[Preset]:
        return [BOARDS[board] for board in self.boards]

    @property
    def asked(self) -> TournamentQuestion | None:
        return getattr(self, "question", None)

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER

    def is_hosted_by(self, player: Player | None) -> bool:
        return player is not None and player.pk == self.host_id

    def time_left(self) -> timedelta:
        if not self.ends_at or self.is_over:
            return timedelta()
        return max(timedelta(), self.ends_at - (self.paused_at or clock.now()))

    def clock(self) -> str:
        return "{}:{:02}".format(*divmod(round(self.time_left().total_seconds()), 60))

    def lock(self) -> None:
        """Hold the row until the transaction ends, and read it anew."""
        Tournament.objects.select_for_update().get(pk=self.pk)
        self.refresh_from_db()

    def revision(self) -> tuple[int, ...]:
        """Return people, games of each, and what rises with all else that others see."""
        sums = self.entrants.aggregate(people=models.Count("pk"), played=models.Sum("played"))
        return sums["people"], sums["played"] or 0, self.version

    def note_change(self, *fields: str) -> None:
        self.version = F("version") + 1
        self.save(update_fields=[*fields, "version"])
        self.refresh_from_db(fields=["version"])


def _seen_within(time: timedelta) -> Q:
    # A sign of life to come is from before the clock was set back.
    return Q(seen_at__range=(clock.now() - time, clock.now() + time))


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def of(self, player: Player | None) -> Entrant | None:
        return self.filter(player=player).select_related("player", "game__x", "game__o").first()

    def still_in(self) -> Self:
        return self.exclude(state=Entrant.State.OUT).select_related("player")

    def free(self) -> Self:
        return self.filter(_seen_within(SEEN_FOR), state=Entrant.State.HERE, game=None)

    def note_seen(self) -> None:
        waits = When(_seen_within(SEEN_FOR), then=F("waiting_since"))
        rows = self.exclude(_seen_within(SEEN_EVERY))
        rows.update(seen_at=clock.now(), waiting_since=Case(waits, default=clock.now()))


class Entrant(models.Model):
    """``balance`` is how many games more they had X than O, ``look`` that of the name."""

    class State(models.TextChoices):
        HERE = "here", "Here"
        RESTING = "resting", "Resting"
        OUT = "out", "Out"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.CASCADE, related_name="entries")
    name = models.CharField(max_length=texts.room(MAX_LENGTH))
    look = models.CharField(max_length=MAX_LOOK, editable=False)
    points = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    played = models.PositiveIntegerField(default=0)
    balance = models.SmallIntegerField(default=0)
    last_opponent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    # The one that runs: nobody is in two.
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")
    answer = models.PositiveSmallIntegerField(null=True)  # a cell, to what is asked now
    state = models.CharField(max_length=8, choices=State, default=State.HERE)
    joined_at = models.DateTimeField(default=clock.now)
    seen_at = models.DateTimeField(default=clock.now)
    waiting_since = models.DateTimeField(default=clock.now)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        app_label = "games"
        ordering = ("joined_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["tournament", "look"], name="entrant_of_one_look"),
        )

    def __str__(self) -> str:
        return self.name

    @classmethod
    def before_merge(cls, guest: Player, player: Player) -> None:
        # Who comes in once as a guest and once with an account keeps the place with more games.
        for entrant in cls.objects.filter(player=guest):
            twin = cls.objects.filter(player=player, tournament=entrant.tournament).first()
            if twin:
                min(twin, entrant, key=lambda each: each.played).delete()


class TournamentGame(models.Model):
    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="tournament_game"
    )
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games")
    round = models.PositiveSmallIntegerField(default=0)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.tournament}: {self.game}"


class TournamentQuestion(models.Model):
    """The position that all are asked about, until the host goes on."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="question")
    variant_code = models.CharField(max_length=24)
    moves = models.JSONField(default=list)  # cells, in their order
    # None while all are asked, 0 for the answers, from 1 on a move of what happens.
    step = models.PositiveSmallIntegerField(null=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.tournament}: {self.moves}"

    @property
    def board(self) -> Board:
        return play_moves(Board(Variant.parse(self.variant_code)), self.moves)

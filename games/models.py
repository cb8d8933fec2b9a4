"""Players, their games, and every move of them."""

from __future__ import annotations

import math
import secrets
from datetime import datetime, timedelta
from functools import cached_property
from random import SystemRandom
from typing import Self

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games import clock, names, series, words
from games.ai.levels import LEVELS, Level
from games.clock import Control
from games.engine import CLASSIC, Board, Mark, Reason, Variant
from games.engine.variant import MAX_SIDE
from games.protocol import (
    MAX_ID,
    Clock,
    Facts,
    Result,
    Seat,
    Series,
    Snapshot,
    State,
    Undo,
)
from games.statements import Lookup

ID_LENGTH = 10
# No characters that are easily taken for one another when read aloud or copied by hand.
ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
TRANSFER_KEPT = timedelta(minutes=15)
INVITATION_KEPT = timedelta(days=7)
PATIENCE = timedelta(seconds=60)
GAME_KEPT = timedelta(days=21)
MAX_CELL = MAX_SIDE * MAX_SIDE - 1


def new_id() -> str:
    """Return a game's id: 49 random bits, for a link to a game is also the way into it."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


def new_name() -> str:
    return names.made_up(SystemRandom())


class PlayerQuerySet(models.QuerySet["Player"]):
    def people(self) -> Self:
        return self.filter(level=None)

    def of_level(self, level: Level) -> Player:
        """Return the computer playing at a level."""
        player, _ = self.get_or_create(
            level=level.id, defaults={"name": f"Computer ({level.name})"}
        )
        return player


class Player(models.Model):
    """A visitor, or the computer at one of its levels."""

    name = models.CharField(max_length=names.MAX_LENGTH, default=new_name)
    level = models.CharField(
        max_length=16,
        null=True,
        blank=True,
        unique=True,
        editable=False,
        choices=[(level.id, level.name) for level in LEVELS.values()],
    )
    # Of the form by which a newcomer first acted, hashed.
    token = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PlayerQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def is_computer(self) -> bool:
        return self.level is not None


class GameQuerySet(models.QuerySet["Game"]):
    def with_players(self) -> Self:
        return self.select_related("x", "o")

    def of(self, player: Player) -> Self:
        """The games in which a player has a seat."""
        return self.filter(Q(x=player) | Q(o=player))

    def overdue(self, now: datetime) -> Self:
        """Games in which somebody's time has run out."""
        return self.filter(status=Game.Status.PLAYING, deadline_at__lte=now)

    def stale(self, now: datetime) -> Self:
        """Invitations and games that nobody has touched for as long as they are kept open.

        A game in which time runs is not among them: it ends by that, however late anybody looks.
        """
        waiting = Q(status=Game.Status.WAITING, touched_at__lt=now - INVITATION_KEPT)
        playing = Q(status=Game.Status.PLAYING, touched_at__lt=now - GAME_KEPT, deadline_at=None)
        return self.filter(waiting | playing)

    def against_level(self, level: str) -> Self:
        return self.filter(Q(x__level=level) | Q(o__level=level))

    def against_people(self) -> Self:
        return self.filter(Q(x=None) | Q(x__level=None), Q(o=None) | Q(o__level=None))


class Game(models.Model):
    """One game: who sits where, the board as it stands, and how it ended.

    ``x_score``, ``o_score`` and ``draws`` are what the two had before this game, in the
    series of rematches it belongs to.
    """

    class Status(models.TextChoices):
        WAITING = words.WAITING, "Waiting for a player"
        PLAYING = "playing", "Being played"
        FINISHED = words.FINISHED, "Finished"
        CLOSED = words.CLOSED, "Closed"

    class Reason(models.TextChoices):
        LINE = Reason.LINE.value, "In a row"
        FULL = Reason.FULL.value, "Board full"
        RESIGNED = "resigned", "Resigned"
        LEFT = "left", "Opponent left"
        TIME = words.TIME, "Out of time"
        WITHDRAWN = "withdrawn", "Withdrawn"
        EXPIRED = "expired", "Nobody joined"
        ABANDONED = "abandoned", "Abandoned"

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    variant = models.CharField(max_length=16, default=str(CLASSIC))
    x = models.ForeignKey(Player, models.PROTECT, null=True, related_name="games_as_x")
    o = models.ForeignKey(Player, models.PROTECT, null=True, related_name="games_as_o")
    status = models.CharField(max_length=16, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=1)
    position = models.CharField(max_length=MAX_SIDE * (MAX_SIDE + 1))
    ply = models.PositiveSmallIntegerField("moves", default=0)
    winner = models.CharField(max_length=1, blank=True, choices=[(m.value, m.value) for m in Mark])
    reason = models.CharField("ending", max_length=16, blank=True, choices=Reason)
    is_public = models.BooleanField("others may watch", default=True)
    # The mark of whoever came by invitation.
    guest = models.CharField(max_length=1, blank=True, editable=False)
    control = models.CharField("clock", max_length=8, blank=True)
    x_left = models.DurationField(null=True, editable=False)
    o_left = models.DurationField(null=True, editable=False)
    deadline_at = models.DateTimeField(null=True, editable=False)
    allows_undo = models.BooleanField("moves may be taken back", default=False)
    undo_by = models.CharField(max_length=1, blank=True, editable=False)
    undo_declined_at = models.PositiveSmallIntegerField(null=True, editable=False)  # a ply
    x_reactions = models.PositiveSmallIntegerField(default=0, editable=False)  # since the last move
    o_reactions = models.PositiveSmallIntegerField(default=0, editable=False)
    best_of = models.PositiveSmallIntegerField(default=series.ENDLESS)
    x_score = models.PositiveIntegerField(default=0)
    o_score = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, editable=False, related_name="next"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField("last change", default=timezone.now)
    x_seen_at = models.DateTimeField(null=True, editable=False)
    o_seen_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            models.Index(fields=["-created_at"], name="game_newest_first"),
            models.Index(fields=["status", "touched_at"], name="game_stale_first"),
            models.Index(
                fields=["deadline_at"],
                name="game_overdue_first",
                condition=Q(deadline_at__isnull=False),
            ),
        )
        constraints = (
            models.CheckConstraint(
                name="game_both_seats_taken_once_it_starts",
                condition=Q(status__in=["waiting", "closed"]) | Q(x__isnull=False, o__isnull=False),
            ),
            models.CheckConstraint(
                name="game_finished_with_a_reason_and_a_time",
                condition=Q(status__in=["finished", "closed"], finished_at__isnull=False)
                & ~Q(reason="")
                | Q(status__in=["waiting", "playing"], reason="", winner="", finished_at=None),
            ),
            models.CheckConstraint(
                name="game_winner_unless_the_board_is_full",
                condition=Q(reason__in=["line", "resigned", "time"], winner__in=["X", "O"])
                | Q(reason="left", winner__in=["", "X", "O"])
                | ~Q(reason__in=["line", "resigned", "time", "left"]) & Q(winner=""),
            ),
            models.CheckConstraint(
                name="game_deadline_only_while_it_is_played",
                condition=Q(deadline_at=None) | Q(status="playing") & ~Q(control=""),
            ),
            models.CheckConstraint(
                name="game_undo_only_where_it_is_allowed",
                condition=Q(undo_by="") | Q(status="playing", allows_undo=True),
            ),
            models.CheckConstraint(
                name="game_not_its_own_rematch",
                condition=Q(previous=None) | ~Q(previous=F("id")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat_name(Mark.X)} v {self.seat_name(Mark.O)}"

    def get_absolute_url(self) -> str:
        return reverse("games:detail", args=[self.id])

    @cached_property
    def shape(self) -> Variant:
        return Variant.parse(self.variant)

    @property
    def board(self) -> Board:
        return Board.parse(self.position, self.shape) if self.position else Board(self.shape)

    @board.setter
    def board(self, board: Board) -> None:
        self.position, self.ply = str(board), board.ply

    @property
    def turn(self) -> Mark:
        return Mark.O if self.ply % 2 else Mark.X

    @property
    def is_hot_seat(self) -> bool:
        """Whether two people share one screen."""
        return self.x_id is not None and self.x_id == self.o_id

    @property
    def is_computers_turn(self) -> bool:
        player = self.seat(self.turn)
        return self.status == self.Status.PLAYING and player is not None and player.is_computer

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CLOSED)

    @property
    def level(self) -> str | None:
        """The computer's level, None among people."""
        return next((p.level for p in (self.x, self.o) if p and p.level), None)

    def seen_at(self, mark: str) -> datetime | None:
        """When the player of a mark last showed a sign of life in this game."""
        return self.x_seen_at if mark == Mark.X else self.o_seen_at

    def claimable_at(self) -> datetime | None:
        """When whoever waits may end the game, if the player to move stays away until then.

        None where nobody waits for anybody.
        """
        player = self.seat(self.turn)
        is_alone = self.status != self.Status.PLAYING or self.is_hot_seat
        if is_alone or player is None or player.is_computer:
            return None
        return max(self.touched_at, self.seen_at(self.turn) or self.touched_at) + PATIENCE

    # The clock

    @property
    def is_overdue(self) -> bool:
        return self.deadline_at is not None and self.deadline_at <= timezone.now()

    def left(self, mark: str) -> timedelta | None:
        """What a side had when its time last stopped, None without a clock."""
        return self.x_left if mark == Mark.X else self.o_left

    def set_left(self, mark: str, left: timedelta) -> None:
        if mark == Mark.X:
            self.x_left = left
        else:
            self.o_left = left

    def set_clock(self, control: str) -> None:
        self.control = control
        if control:
            self.x_left = self.o_left = Control.parse(control).base

    def stop_clock(self) -> None:
        """Take off what the player to move has used."""
        if self.deadline_at:
            left = self.deadline_at - timezone.now()
            self.set_left(self.turn, max(timedelta(), left))
        self.deadline_at = None

    def start_clock(self) -> None:
        """Let the time of the player to move run, if there is a clock that has begun.

        The computer's never does: what it owes is never lost, however long it takes.
        """
        left = self.left(self.turn)
        if left is not None and self.ply >= clock.FREE_PLIES and not self.is_computers_turn:
            self.deadline_at = timezone.now() + left

    def press_clock(self) -> None:
        """Stop the time of the player who has now moved, and add what a move adds."""
        self.stop_clock()
        left = self.left(self.turn)
        if left is not None:
            self.set_left(self.turn, Control.parse(self.control).after_move(left))

    def rewind_clock(self) -> None:
        """Stop the clock because moves are taken back: for each move there is all of its time."""
        self.stop_clock()
        if self.control and Control.parse(self.control).increment is None:
            self.set_clock(self.control)

    # The seats

    def seat(self, mark: str) -> Player | None:
        return self.x if mark == Mark.X else self.o

    def sit(self, mark: Mark, player: Player | None) -> None:
        if mark is Mark.X:
            self.x = player
        else:
            self.o = player

    def marks_of(self, player_id: int | None) -> list[Mark]:
        """The marks a player plays: one, both on a shared screen, none for a spectator."""
        if player_id is None:
            return []
        return [m for m, id in ((Mark.X, self.x_id), (Mark.O, self.o_id)) if id == player_id]

    def unmet_guest(self, player_id: int | None) -> str:
        """Return who came by a host's invitation, if the host has not been here since."""
        if self.status != self.Status.PLAYING or not self.guest:
            return ""
        host = Mark(self.guest).opponent
        is_news = self.marks_of(player_id) == [host] and self.seen_at(host) is None
        return self.seat_name(self.guest) if is_news else ""

    def seat_name(self, mark: str) -> str:
        if self.is_hot_seat:
            # Who began the first game stays Player 1 when the sides swap.
            swapped = (self.x_score + self.o_score + self.draws) % 2 == 1
            return "Player 1" if (mark == Mark.X) != swapped else "Player 2"
        player = self.seat(mark)
        return player.name if player else "Nobody yet"

    def score(self) -> dict[str, int]:
        """Games won by each seat and drawn in this series, this game included."""
        score = {"X": self.x_score, "O": self.o_score, "draws": self.draws}
        if self.status == self.Status.FINISHED:
            score[self.winner or "draws"] += 1
        return score

    def facts(self) -> Facts:
        """How the game stands; asks the database for nothing but the players."""
        return {
            "id": self.id,
            "variant": self.variant,
            "version": self.version,
            "ply": self.ply,
            "cells": self.board.cells,
            "turn": self.turn.value,
            "status": self.status,
            "outcome": self._result() if self.is_over else None,
            "seats": {mark.value: self._seat(mark) for mark in Mark},
            "score": self.score(),
            "series": self._series(),
            "clock": self._clock(),
            "undo": self._undo(),
            "is_public": self.is_public,
        }

    def snapshot(self) -> Snapshot:
        """Everything a browser draws from."""
        moves = [cell for (cell,) in CELLS.rows(self.pk)]
        return {**self.facts(), "moves": moves, "next": self._next_id() if self.is_over else None}

    def _next_id(self) -> str | None:
        return next((id for (id,) in FOLLOWING.rows(self.pk)), None)

    def claim_in(self) -> int | None:
        """Whole seconds until ``claimable_at``."""
        claimable_at = self.claimable_at()
        if claimable_at is None:
            return None
        return max(0, math.ceil((claimable_at - timezone.now()).total_seconds()))

    def state_for(self, player_id: int | None) -> State:
        return state_for(self.snapshot(), self.marks_of(player_id), self.claim_in())

    def _seat(self, mark: Mark) -> Seat | None:
        player = self.seat(mark)
        return {"name": self.seat_name(mark), "level": player.level} if player else None

    def _series(self) -> Series:
        return {"best_of": self.best_of, "is_over": series.is_over(self.score(), self.best_of)}

    def _clock(self) -> Clock | None:
        if not self.control:
            return None
        left = {mark.value: _milliseconds(self.left(mark)) for mark in Mark}
        if self.deadline_at:
            left[self.turn.value] = max(0, _milliseconds(self.deadline_at - timezone.now()))
        running = self.turn.value if self.deadline_at else None
        return {"control": self.control, "left": left, "running": running}

    def _undo(self) -> Undo | None:
        if not self.allows_undo:
            return None
        return {"by": self.undo_by or None, "is_declined": self.undo_declined_at == self.ply}

    def undo_target(self, mark: Mark) -> int | None:
        """The ply to go back to, at which ``mark`` moves again; None if it has not moved yet."""
        target = self.ply - (2 if self.turn is mark else 1)
        return target if target >= 0 else None

    def _result(self) -> Result:
        # A game that was resigned has no outcome by the rules.
        outcome = self.board.outcome()
        line = list(outcome.line) if outcome else []
        return {"winner": self.winner or None, "reason": self.reason, "line": line}


def state_for(snapshot: Snapshot, you: list[Mark], claim_in: int | None) -> State:
    """Return the snapshot as someone who plays ``you`` sees it."""
    is_waiting = len(you) == 1 and snapshot["turn"] not in you
    return {
        **snapshot,
        "claim_in": claim_in if is_waiting else None,
        "you": [mark.value for mark in you],
        "words": words.status(snapshot, you) + words.sequel(snapshot),
        "may_undo": _may_undo(snapshot, you),
    }


def _may_undo(snapshot: Snapshot, you: list[Mark]) -> bool:
    undo, ply = snapshot["undo"], snapshot["ply"]
    if undo is None or snapshot["status"] != Game.Status.PLAYING:
        return False
    first_own = min((mark is Mark.O for mark in you), default=ply)
    return ply > first_own and undo["by"] is None and not undo["is_declined"]


def _milliseconds(left: timedelta | None) -> int:
    return int((left or timedelta()) / timedelta(milliseconds=1))


class MoveQuerySet(models.QuerySet["Move"]):
    def live(self) -> Self:
        """The moves that stand, without those that were taken back."""
        return self.filter(undone_at=None)


class Move(models.Model):
    """One mark; ``ply`` is the number of moves made before it.

    ``message`` is the id of the message that made it: if that comes again, however late, it is
    known.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    ply = models.PositiveSmallIntegerField()
    cell = models.PositiveSmallIntegerField(validators=[MaxValueValidator(MAX_CELL)])
    message = models.CharField(max_length=MAX_ID, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField("taken back", null=True)

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ("ply", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["game", "ply"], name="move_one_per_ply", condition=Q(undone_at=None)
            ),
            models.UniqueConstraint(
                fields=["game", "cell"], name="move_one_per_cell", condition=Q(undone_at=None)
            ),
            models.CheckConstraint(
                name="move_cell_on_a_board", condition=Q(cell__gte=0, cell__lte=MAX_CELL)
            ),
        )

    def __str__(self) -> str:
        return f"{self.mark} on {self.cell}"

    @property
    def mark(self) -> Mark:
        return Mark.O if self.ply % 2 else Mark.X


class Heard(models.Model):
    """A player's message that changed a game without a move: if it comes again, it is known."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="heard")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    message = models.CharField(max_length=MAX_ID)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "player", "message"], name="heard_once"),
        )

    def __str__(self) -> str:
        return self.message


class TransferQuerySet(models.QuerySet["Transfer"]):
    def good(self, now: datetime) -> Self:
        """The links that can still be used."""
        return self.filter(used_at=None, created_at__gt=now - TRANSFER_KEPT)


class Transfer(models.Model):
    """A link by which a player goes over to another device, once.

    Only the ``digest`` of its secret is kept; ``session_key`` is of the device they leave.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="transfers")
    digest = models.CharField(max_length=64, unique=True)
    session_key = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    objects = TransferQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.player} to another device"


# The game that follows a game, and the cells that are marked in it, in their order.
FOLLOWING = Lookup(lambda id: Game.objects.filter(previous_id=id).values_list("id"))
CELLS = Lookup(lambda id: Move.objects.live().filter(game_id=id).values_list("cell"))

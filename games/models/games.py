from __future__ import annotations

import secrets
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from games import protocol
from games.ai.computer_players import LEVELS
from games.engine import CLASSIC, Board, Mark, Variant, clock, series
from games.engine.presets import named
from games.engine.variant import MAX_SIDE
from games.models.clocks import Clocked
from games.models.game_queryset import GameQuerySet
from games.models.people import Player
from games.models.requests import Requests
from games.models.seats import Relation, Seats
from games.protocol import Ending, Status

ID_LENGTH = 10
# Without characters that are easily confused when read aloud or copied by hand.
ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"

RESULT_FIELDS = ("status", "is_public", "variant_code", "winner", "start_ply", "hints")


def new_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class Game(Seats, Requests, Clocked):
    # ``version`` rises with every change that is sent to browsers. ``position``, ``ply`` and
    # ``record`` always agree: the marks on the board, their number, and their cells in the order of
    # the moves. The first ``start_ply`` moves were set up and not played, so only the others have a
    # ``Move``. ``x_score``, ``o_score`` and ``draws`` are the score of the series before this game,
    # ``previous`` the game before it. ``no_show`` is the mark of who did not come, and
    # ``next_game`` where the other one goes on.
    class Status(models.TextChoices):
        WAITING = protocol.Status.WAITING.value, "Waiting for a player"
        CALLED = protocol.Status.CALLED.value, "Calling its players"
        PLAYING = protocol.Status.PLAYING.value, "Being played"
        FINISHED = protocol.Status.FINISHED.value, "Finished"
        CLOSED = protocol.Status.CLOSED.value, "Closed"

    class Reason(models.TextChoices):
        LINE = Ending.LINE.value, "In a row"
        FULL = Ending.FULL.value, "Board full"
        DEAD = Ending.DEAD.value, "No line left"
        RESIGNED = Ending.RESIGNED.value, "Resigned"
        LEFT = Ending.LEFT.value, "Opponent left"
        TIME = Ending.TIME.value, "Out of time"
        AGREED = Ending.AGREED.value, "Draw agreed"
        WITHDRAWN = Ending.WITHDRAWN.value, "Withdrawn"
        DECLINED = Ending.DECLINED.value, "Declined"
        EXPIRED = Ending.EXPIRED.value, "Nobody joined"
        ABANDONED = Ending.ABANDONED.value, "Abandoned"
        STOPPED = Ending.STOPPED.value, "Stopped"
        NO_SHOW = Ending.NO_SHOW.value, "Somebody did not come"

    # What is special about the game, see ``kinds``; None for an ordinary one, which is in no index.
    kind = models.CharField(max_length=16, null=True, editable=False)  # noqa: DJ001
    relation = models.CharField(  # noqa: DJ001 - as below
        max_length=16, null=True, choices=Relation, editable=False
    )
    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    variant_code = models.CharField("board", max_length=24, default=str(CLASSIC))
    # The indexes below that begin with the player replace those of these foreign keys.
    x = models.ForeignKey(
        Player, models.PROTECT, null=True, db_index=False, related_name="games_as_x"
    )
    o = models.ForeignKey(
        Player, models.PROTECT, null=True, db_index=False, related_name="games_as_o"
    )
    status = models.CharField(max_length=16, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=1)
    position = models.CharField(max_length=MAX_SIDE * (MAX_SIDE + 1))
    ply = models.PositiveSmallIntegerField("moves", default=0)
    start_ply = models.PositiveSmallIntegerField("moves set up", default=0)
    # The moves are also kept in this row, so that a snapshot is read at once and is consistent.
    record = models.JSONField(default=list, editable=False)
    winner = models.CharField(max_length=1, blank=True, choices=[(m.value, m.value) for m in Mark])
    reason = models.CharField("ending", max_length=16, blank=True, choices=Reason)
    is_public = models.BooleanField("others may watch", default=True)
    # The mark of the player who joined by the invitation link, empty if nobody did.
    guest = models.CharField(max_length=1, blank=True, editable=False)
    allows_undo = models.BooleanField("moves may be taken back", default=False)
    # Nullable fields need no default: a server of an older version may still add games, and SQLite
    # adds them without copying the table.
    undo_by = models.CharField(max_length=1, blank=True, editable=False)
    undo_declined_at = models.PositiveSmallIntegerField(null=True, editable=False)
    draw_by = models.CharField(max_length=1, null=True, editable=False)  # noqa: DJ001
    draw_declined_at = models.PositiveSmallIntegerField(null=True, editable=False)
    x_reactions = models.PositiveSmallIntegerField(default=0, editable=False)  # since the last move
    o_reactions = models.PositiveSmallIntegerField(default=0, editable=False)
    hints = models.PositiveSmallIntegerField("hints used", default=0)
    # The proven mistakes of both sides, None until all moves are reviewed.
    mistakes = models.PositiveSmallIntegerField(null=True, editable=False)
    best_of = models.PositiveSmallIntegerField(default=series.ENDLESS)
    x_score = models.PositiveIntegerField(default=0)
    o_score = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, editable=False, related_name="next"
    )
    # The mark of the player who asked for this rematch, empty for a first game.
    asked_by = models.CharField(max_length=1, blank=True, editable=False)
    no_show = models.CharField(  # noqa: DJ001
        max_length=1, null=True, editable=False, db_column="absent"
    )
    next_game = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        editable=False,
        db_index=False,
        related_name="+",
        db_column="goes_on_in_id",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField("last change", default=clock.now)
    x_seen_at = models.DateTimeField(null=True, editable=False)
    o_seen_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True)

    # When the other was here, and a game that may be others'.
    not_exported = ("x_seen_at", "o_seen_at", "next_game")

    objects = GameQuerySet.as_manager()

    change: Any = None  # the event that tells of the move made with this instance
    cached_until = 0.0  # on the monotonic clock, once it is in the cache of games

    _read_board: tuple[str, Board] | None = None  # the position that was read last, with its text

    class Meta:
        ordering = ("-created_at",)
        permissions = (("export_game", "Can export games"),)
        indexes = (
            # It has all fields that the admin's list is filtered by, so that this index alone
            # answers any combination of filters. None of them changes while a game is played.
            models.Index(
                fields=[
                    *("-created_at", "-id", "variant_code", "status", "winner", "reason"),
                    *("hints", "mistakes", "x", "o"),
                ],
                name="game_newest_first",
            ),
            models.Index(fields=["x", "-created_at", "-id"], name="game_newest_of_x"),
            # With both players, to leave out hot-seat games when games are counted.
            models.Index(fields=["o", "-created_at", "-id", "x"], name="game_newest_of_o"),
            # All that a player's results are counted from, without reading the games.
            models.Index(fields=["x", *RESULT_FIELDS, "o"], name="game_results_of_x"),
            models.Index(fields=["o", *RESULT_FIELDS, "x"], name="game_results_of_o"),
            models.Index(fields=["status", "touched_at"], name="game_stale_first"),
            models.Index(
                fields=["deadline_at"],
                name="game_overdue_first",
                condition=Q(deadline_at__isnull=False),
            ),
            models.Index(fields=["status", "finished_at"], name="game_finished_first"),
            models.Index(
                fields=["kind", "-created_at", "-id"],
                name="game_newest_of_kind_first",
                condition=Q(kind__isnull=False),
            ),
            models.Index(
                fields=["kind", "status", "variant_code", "ply"],
                name="game_unfinished_of_kind",
                condition=Q(kind__isnull=False, status__in=["waiting", "playing"]),
            ),
            models.Index(
                fields=["next_game"],
                name="game_going_on_elsewhere",
                condition=Q(next_game__isnull=False),
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
                | Q(
                    status__in=["waiting", "called", "playing"],
                    reason="",
                    winner="",
                    finished_at=None,
                ),
            ),
            models.CheckConstraint(
                name="game_winner_unless_the_board_is_full",
                condition=Q(reason__in=["line", "resigned", "time"], winner__in=["X", "O"])
                | Q(reason="left", winner__in=["", "X", "O"])
                | ~Q(reason__in=["line", "resigned", "time", "left"]) & Q(winner=""),
            ),
            models.CheckConstraint(
                name="game_deadline_only_while_it_is_called_or_played",
                condition=Q(deadline_at=None) | Q(status__in=["called", "playing"]),
            ),
            models.CheckConstraint(
                name="game_undo_only_where_it_is_allowed",
                condition=Q(undo_by="") | Q(status="playing", allows_undo=True),
            ),
            models.CheckConstraint(
                name="game_never_before_its_start", condition=Q(ply__gte=F("start_ply"))
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
    def variant(self) -> Variant:
        return Variant.parse(self.variant_code)

    @property
    def board(self) -> Board:
        # Setting it sets ``position`` and ``ply``, but not ``record``.
        if not self.position:
            return Board(self.variant)
        text, board = self._read_board or ("", None)
        if board is None or text != self.position:
            board = Board.from_stored(self.position, self.variant)
            self._read_board = self.position, board
        return board

    @board.setter
    def board(self, board: Board) -> None:
        self.position, self.ply = str(board), board.ply
        self._read_board = self.position, board

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CLOSED)

    @property
    def next_level(self) -> str | None:
        is_finished = self.status == Status.FINISHED and self.winner and not self.start_ply
        if self.level not in LEVELS or not is_finished or not named(self.variant):
            return None
        winner = self.seat(self.winner)
        ids = list(LEVELS)
        place = ids.index(self.level) + (-1 if winner and winner.is_computer else 1)
        return ids[place] if 0 <= place < len(ids) else None

    def score(self) -> dict[str, int]:
        score = {"X": self.x_score, "O": self.o_score, "draws": self.draws}
        if self.status == self.Status.FINISHED:
            score[self.winner or "draws"] += 1
        return score

    def undo_target(self, mark: Mark) -> int | None:
        """Return the ply to go back to for ``mark`` to move again, None if it has not moved."""
        return self.ply - (2 if self.turn is mark else 1) if self.has_moved(mark) else None

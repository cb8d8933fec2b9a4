from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import models

from games.engine import Mark, clock
from games.engine.clock import Control
from games.models import kinds
from games.protocol import Status


class Clocked(models.Model):
    # ``x_left`` and ``o_left`` are the time that each side had when its clock last stopped. While a
    # clock runs, ``deadline_at`` is when the player to move will be out of time. If that is more
    # than the time left, the clock is held: it begins to run only when no more than that is left.
    # Without a clock that runs, it is when the first move is due, or before that, when both have to
    # have come.
    control = models.CharField("clock", max_length=8, blank=True)
    x_left = models.DurationField(null=True, editable=False)
    o_left = models.DurationField(null=True, editable=False)
    deadline_at = models.DateTimeField(null=True, editable=False)

    if TYPE_CHECKING:
        kind: str | None
        status: str
        ply: int
        start_ply: int

        @property
        def turn(self) -> Mark: ...
        @property
        def is_computers_turn(self) -> bool: ...

    class Meta:
        abstract = True

    @property
    def is_overdue(self) -> bool:
        return self.deadline_at is not None and self.deadline_at <= clock.now()

    @property
    def awaits_first_move(self) -> bool:
        if not self.kind or self.status != Status.PLAYING:
            return False
        is_new = self.ply - self.start_ply < clock.FREE_PLIES
        return is_new and kinds.named(self.kind).first_move_within is not None

    @property
    def is_clock_held(self) -> bool:
        left = self.left(self.turn) if self.deadline_at and self.control else None
        if left is None or self.awaits_first_move or self.status != Status.PLAYING:
            return False
        return self.time_to_deadline() > left

    def time_to_deadline(self) -> timedelta:
        return max(timedelta(), (self.deadline_at or clock.now()) - clock.now())

    def running_time(self) -> timedelta:
        until = self.time_to_deadline()
        return (self.left(self.turn) or until) if self.is_clock_held else until

    def left(self, mark: str) -> timedelta | None:
        return self.x_left if mark == Mark.X else self.o_left

    def set_left(self, mark: str, left: timedelta) -> None:
        setattr(self, f"{mark.lower()}_left", left)

    def set_clock(self, control: str) -> None:
        self.control = control
        if control:
            self.x_left = self.o_left = Control.parse(control).base

    def stop_clock(self) -> None:
        # A first move takes nothing off the clock.
        if self.deadline_at and not self.awaits_first_move:
            self.set_left(self.turn, self.running_time())
        self.deadline_at = None

    def hold_clock(self, longest: timedelta) -> None:
        """Let a running clock stand still until ``release_clock``, or until ``longest`` is over."""
        left = self.running_time()
        if self.status == Status.PLAYING and not self.awaits_first_move:
            self.set_left(self.turn, left)
            self.deadline_at = clock.now() + left + longest
        elif self.deadline_at:
            self.deadline_at = max(self.deadline_at, clock.now() + longest)

    def release_clock(self) -> None:
        if self.is_clock_held:
            self.deadline_at = clock.now() + self.running_time()

    def start_clock(self) -> None:
        # The computer's clock never runs: its move may come late, but it cannot lose on time.
        if self.awaits_first_move:
            self.deadline_at = clock.now() + (
                kinds.named(self.kind).first_move_within or timedelta()
            )
        if not self.control:
            return
        left, played = self.left(self.turn), self.ply - self.start_ply
        if left is not None and played >= clock.FREE_PLIES and not self.is_computers_turn:
            self.deadline_at = clock.now() + left

    def press_clock(self) -> None:
        self.stop_clock()
        if not self.control:
            return
        left = self.left(self.turn)
        if left is not None:
            self.set_left(self.turn, Control.parse(self.control).after_move(left))

    def rewind_clock(self, target: int) -> None:
        """Take back the increments of moves from ply ``target``; used time stays used."""
        # Where each move has its own time, both sides get the whole time again.
        self.stop_clock()
        increment = Control.parse(self.control).increment if self.control else None
        if increment is None:
            self.set_clock(self.control)
            return
        for ply in range(target, self.ply):
            mark = Mark.of_ply(ply)
            self.set_left(mark, max(timedelta(), (self.left(mark) or timedelta()) - increment))


class Heartbeat(models.Model):
    # ``seconds`` is what a clock that all processes can read showed ``at`` that moment, the
    # database's or their machine's, by which one that starts knows how long ago it was.
    at = models.DateTimeField(default=clock.now)
    seconds = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"

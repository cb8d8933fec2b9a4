"""The time of both sides of a game: stored, so that no restart and no lost message moves it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import models

from games import clock
from games.clock import Control
from games.engine import Mark


class Clocked(models.Model):
    """A game's clock: ``x_left`` and ``o_left`` are what a side had when its time last stopped.

    Without one ``control`` is empty. While a side's time runs, ``deadline_at`` is its end.
    """

    control = models.CharField("clock", max_length=8, blank=True)
    x_left = models.DurationField(null=True, editable=False)
    o_left = models.DurationField(null=True, editable=False)
    deadline_at = models.DateTimeField(null=True, editable=False)

    if TYPE_CHECKING:
        ply: int

        @property
        def turn(self) -> Mark: ...
        @property
        def is_computers_turn(self) -> bool: ...

    class Meta:
        abstract = True

    @property
    def is_overdue(self) -> bool:
        return self.deadline_at is not None and self.deadline_at <= clock.now()

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
            left = self.deadline_at - clock.now()
            self.set_left(self.turn, max(timedelta(), left))
        self.deadline_at = None

    def start_clock(self) -> None:
        """Let the time of the player to move run, if there is a clock that has begun.

        The computer's never does: what it owes is never lost, however long it takes.
        """
        left = self.left(self.turn)
        if left is not None and self.ply >= clock.FREE_PLIES and not self.is_computers_turn:
            self.deadline_at = clock.now() + left

    def press_clock(self) -> None:
        """Stop the time of the player who has now moved, and add what a move adds."""
        self.stop_clock()
        left = self.left(self.turn)
        if left is not None:
            self.set_left(self.turn, Control.parse(self.control).after_move(left))

    def rewind_clock(self, target: int) -> None:
        """Stop the clock because the moves from ply ``target`` on are taken back.

        What they added goes with them; where each move has a time of its own, that begins anew.
        """
        self.stop_clock()
        increment = Control.parse(self.control).increment if self.control else None
        if increment is None:
            self.set_clock(self.control)
            return
        for ply in range(target, self.ply):
            mark = Mark.of_ply(ply)
            self.set_left(mark, max(timedelta(), (self.left(mark) or timedelta()) - increment))

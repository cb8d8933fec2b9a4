"""Time to think: so much for each move, or for the whole game with a little added per move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

# Each side's first move is free: the clock begins when both have sat down and played.
FREE_PLIES = 2
MAX_MINUTES = 60
MAX_SECONDS = 180


class InvalidControl(ValueError):
    """No clock can be set like this."""


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: ``base`` to begin with, ``increment`` added by each move.

    Without an increment, None, every move has the whole ``base``.
    """

    base: timedelta
    increment: timedelta | None = None

    @classmethod
    def parse(cls, text: str) -> Control:
        """Read ``10s``, seconds a move, or ``3+2``, minutes and the seconds a move adds.

        :raises InvalidControl: if the text is anything else.
        """
        if match := re.fullmatch(r"(\d{1,3})s", text, re.ASCII):
            seconds = int(match[1])
            if 0 < seconds <= MAX_SECONDS:
                return cls(timedelta(seconds=seconds))
        if match := re.fullmatch(r"(\d{1,2})\+(\d{1,3})", text, re.ASCII):
            minutes, added = int(match[1]), int(match[2])
            if 0 < minutes <= MAX_MINUTES and added <= MAX_SECONDS:
                return cls(timedelta(minutes=minutes), timedelta(seconds=added))
        raise InvalidControl("A clock is written as 10s (a move) or 3+2 (minutes + seconds).")

    def after_move(self, left: timedelta) -> timedelta:
        """Return what a side has for its next move, which had ``left`` when it moved."""
        return self.base if self.increment is None else left + self.increment


# What is offered, with the words for it.
CONTROLS = {
    "": "No clock",
    "5s": "5 seconds a move",
    "10s": "10 seconds a move",
    "30s": "30 seconds a move",
    "1+1": "1 minute + 1 second a move",
    "3+2": "3 minutes + 2 seconds a move",
    "10+5": "10 minutes + 5 seconds a move",
}


def face(milliseconds: int) -> str:
    """Return a time as a clock shows it, in minutes and seconds."""
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"

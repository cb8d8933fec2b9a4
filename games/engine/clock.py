from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from games.engine.translation import gettext_noop as _

# Each side's first move is untimed: the clock begins when both have moved once.
FREE_PLIES = 2
MAX_MINUTES = 60
MAX_SECONDS = 180


class ProcessClock:
    # A clock that follows the monotonic clock from a moment to which it is set: so setting the wall
    # clock while the process runs neither ends a game nor gives anybody time. A server process sets
    # it by that of the others, see ``games.play.heartbeat``. On Linux the monotonic clock stands
    # still while the machine sleeps, and so do games.
    def __init__(self) -> None:
        self.set(wall_clock())

    def set(self, moment: datetime) -> None:
        self._origin = moment, time.monotonic()

    def now(self) -> datetime:
        moment, monotonic = self._origin
        return moment + timedelta(seconds=time.monotonic() - monotonic)


def wall_clock() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC)


_clock = ProcessClock()


def now() -> datetime:
    return _clock.now()


def set_to(moment: datetime) -> None:
    _clock.set(moment)


class InvalidControl(ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Control:
    """Each move adds ``increment``; where that is None, each move has the whole ``base``."""

    base: timedelta
    increment: timedelta | None = None

    @classmethod
    @lru_cache  # equal texts share one object
    def parse(cls, text: str) -> Control:
        """Read ``10s``, seconds a move, or ``3+2``, minutes and the seconds a move adds."""
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
        """Return a side's time for its next move, given the time ``left`` when it moved."""
        return self.base if self.increment is None else left + self.increment


# The time controls on offer, with their names.
CONTROLS = {
    "": _("No clock"),
    "5s": _("5 seconds a move"),
    "10s": _("10 seconds a move"),
    "30s": _("30 seconds a move"),
    "1+1": _("1 minute + 1 second a move"),
    "3+2": _("3 minutes + 2 seconds a move"),
    "10+5": _("10 minutes + 5 seconds a move"),
}


def format_time(milliseconds: int) -> str:
    """Return a time as minutes and seconds, such as 1:05, rounded up to whole seconds."""
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"

"""Games that anybody may join: their host waits for whoever comes, and is called a seeker."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from games.engine import clock
from games.protocol import Status

FIRST_MOVE_WITHIN = timedelta(seconds=30)
# Nobody is paired with a host who has not shown a sign of life for 15 seconds. It may be stored
# ``SIGNS_STORED_EVERY`` seconds late.
SIGNS_STORED_EVERY = 3
SEEKER_SEEN_FOR = timedelta(seconds=15 - SIGNS_STORED_EVERY)


def is_seeker_seen() -> Q:
    """Return the condition that the host of a waiting game has shown a sign of life lately."""
    since = clock.now() - SEEKER_SEEN_FOR
    return Q(x_seen_at__gt=since) | Q(o_seen_at__gt=since)


class OpenGame(models.Model):
    """The fields of a game that anybody may join.

    ``open_since`` is the place in the queue of those who wait, None for every other game; somebody
    whose opponent did not come keeps the place. With ``takes_any_board`` the game is played on the
    board of whoever joins. ``absent`` is the mark of who did not come, and ``goes_on_in`` where the
    other one goes on, or a host for whom somebody was found elsewhere.
    """

    open_since = models.DateTimeField(null=True, editable=False)
    takes_any_board = models.BooleanField(null=True, editable=False)
    absent = models.CharField(max_length=1, null=True, editable=False)  # noqa: DJ001
    goes_on_in = models.ForeignKey(
        "self", models.SET_NULL, null=True, editable=False, db_index=False, related_name="+"
    )

    if TYPE_CHECKING:
        status: str
        ply: int
        start_ply: int

        @property
        def is_duel(self) -> bool: ...

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        """Whether anybody may join, or might before somebody did."""
        return self.open_since is not None

    @property
    def is_seeking(self) -> bool:
        """Whether its host waits for whoever comes."""
        return self.is_open and self.status == Status.WAITING

    @property
    def awaits_first_move(self) -> bool:
        """Whether one of two who met by chance, or in a duel, has yet to make the first move."""
        is_new = self.ply - self.start_ply < clock.FREE_PLIES
        is_timed = self.is_open or self.is_duel
        return is_timed and self.status == Status.PLAYING and is_new

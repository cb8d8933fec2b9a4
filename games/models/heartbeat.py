"""When a server process was last able to act, of which the database has one row."""

from __future__ import annotations

from django.db import models

from games.engine import clock


class Heartbeat(models.Model):
    """The last sign of life of the site: ``at`` is that of whichever process was last.

    ``seconds`` is what a clock that all processes can read showed at that moment, the database's or
    their machine's, by which one that starts knows how long ago it was.
    """

    at = models.DateTimeField(default=clock.now)
    seconds = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"

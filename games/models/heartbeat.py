"""When a server process was last able to act, of which the database has one row."""

from __future__ import annotations

from django.db import models

from games.engine import clock


class Heartbeat(models.Model):
    """The last sign of life of the site: ``at`` is that of whichever process was last."""

    at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"

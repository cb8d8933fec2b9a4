from __future__ import annotations

from django.db import models

from games.engine import clock


class Heartbeat(models.Model):
    # ``seconds`` is what a clock that all processes can read showed ``at`` that moment, the
    # database's or their machine's, by which one that starts knows how long ago it was.
    at = models.DateTimeField(default=clock.now)
    seconds = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"

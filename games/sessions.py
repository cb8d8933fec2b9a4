"""Sessions that keep the player, whatever happens to a staff login in the same browser."""

from __future__ import annotations

from django.contrib.sessions.backends import db

PLAYER = "player"


class SessionStore(db.SessionStore):
    def flush(self) -> None:
        """Forget all but the player: logging out of the admin must not cost a seat."""
        player = self.get(PLAYER)
        super().flush()
        if player is not None:
            self[PLAYER] = player

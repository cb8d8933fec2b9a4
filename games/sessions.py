"""Sessions that keep the player, whatever happens to a staff login in the same browser."""

from __future__ import annotations

from django.contrib.sessions.backends import db

PLAYER = "player"
# Set where the player went on at another device, until that is said.
LEFT = "left"


class SessionStore(db.SessionStore):
    def flush(self) -> None:
        """Forget all but the player: logging out of the admin must not cost a seat."""
        player = self.get(PLAYER)
        super().flush()
        if player is not None:
            self[PLAYER] = player


def forget_player(session_key: str) -> None:
    """Let the browser of a session be a newcomer's again, and be told why."""
    session = SessionStore(session_key)
    if session.pop(PLAYER, None) is not None:
        session[LEFT] = True
        session.save(must_create=False)

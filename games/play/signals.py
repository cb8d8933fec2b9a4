"""Sent within the services' transactions but for three; an error of a receiver rolls back."""

from __future__ import annotations

from django.dispatch import Signal

# Sent with a ``game`` and the ``player`` about to join it, or to ask for its rematch; may refuse.
player_joining = Signal()
# Sent when the site is to help somebody: one of the ``players``, or of those of the ``accounts``,
# both by their ids; may refuse.
help_asked = Signal()
game_finished = Signal()  # sent with the ``game``, which has a result and is about to be saved
# Sent with the ``player_id`` of a browser that is not that player's any more; a receiver returns
# why, in a sentence, or raises ``LockedOut``.
seat_lost = Signal()
player_gone = Signal()  # sent with the ``player`` whose open games have just ended for good

"""Signals of the services, all but the last sent within their transactions.

A receiver's writes belong to the transaction, and its error rolls the transaction back.
"""

from __future__ import annotations

from django.dispatch import Signal

player_joining = Signal()  # sent with a ``game`` and the ``player`` about to join it; may refuse
game_finished = Signal()  # sent with the ``game``, which has a result and is about to be saved
game_closed = Signal()  # sent with the ``game``, which has no result and is about to be saved
# Sent with the ``guest`` whose all becomes the ``player``'s; repeated, there may be nothing left.
player_merged = Signal()
player_forgotten = Signal()  # sent with the ``player``, who has just lost name and sessions
# Sent with the ``player`` who asks for everything that is kept. A receiver returns what its room
# keeps, by name: values for JSON, and iterators for lists that may be long.
player_exported = Signal()

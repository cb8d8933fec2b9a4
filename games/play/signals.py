"""What the use cases of a game tell others, who may add to the transaction in which it happens.

A receiver is called like any of Django's, and an error of its own undoes the transaction.
"""

from __future__ import annotations

from django.dispatch import Signal

game_finished = Signal()  # sent with the ``game``, which has a result and is about to be saved
player_forgotten = Signal()  # sent with the ``player``, who has just lost name and sessions

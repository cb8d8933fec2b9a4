"""The wire format: all messages between browser and server, as JSON objects.

A browser sends these, each with an ``id`` of its own choosing, which ``ok``, ``no``, ``hint`` and
``pong`` repeat. The same message with the same id changes nothing the second time:

    {"type": "move", "id": "k1", "ply": 3, "cell": 4}   ply: the number of moves before it
    {"type": "resign", "id": "k2"}
    {"type": "rematch", "id": "k3"}
    {"type": "claim", "id": "k6", "result": "win"}      or "draw": the opponent is away
    {"type": "undo", "id": "k7", "ply": 3}              asks to take back, or agrees to it
    {"type": "decline", "id": "k8", "ply": 3}           refuses that, or withdraws one's request
    {"type": "draw", "id": "k16", "ply": 3}             offers a draw, or agrees to it
    {"type": "decline_draw", "id": "k17", "ply": 3}     refuses that, or withdraws one's offer
    {"type": "hint", "id": "k10", "ply": 4}             only against the computer
    {"type": "react", "id": "k9", "reaction": "nice"}   one of ``REACTIONS``
    {"type": "say", "id": "k18", "words": "Well done"}  only to a friend
    {"type": "sync", "id": "k4"}                        answered by ``state``
    {"type": "ping", "id": "k5", "visible": true}       visible: whether the page is in sight

The server sends:

    {"type": "state", ...}                              see ``State``; its ``id`` is the game's,
                                                        and ``answers`` names the mover's message
    {"type": "ok", "id": "k1", "version": 7}
    {"type": "no", "id": "k1", "code": "cell_taken", "message": "...", "state": {...}}
    {"type": "hint", "id": "k10", "version": 8, "ply": 4, "best": [0],
     "words": "Play a3. You can win in 2 moves.",
     "verdicts": {"0": {"value": "win", "plies": 3, "brief": "W2", "words": "win in 2 moves"}}}
    {"type": "pong", "id": "k5", "version": 7}
    {"type": "presence", "seats": {"X": "here", "O": "away"}, "watchers": 2}
    {"type": "reaction", "mark": "X", "reaction": "nice"}
    {"type": "reaction", "mark": "X", "reaction": "", "words": "Well done"}    for players only

``state`` is sent on connecting, on ``sync`` and after every change; a frame leaves out what has the
value in ``DEFAULTS``. ``GET /g/<id>/`` serves the same object as JSON, with all fields. Pages that
open a socket with ``?states`` get no ``ok`` for a move, but the state that answers it.

The page of live games connects to ``/ws/watch/``. There a browser sends only ``sync`` and
``ping`` (the version in the ``pong`` is 0), and the server sends

    {"type": "games", "shown": ["abc2345678"], "changed": [...]}

``shown`` has the ids of all games to show. ``changed`` has those of them that are new or have
changed since the last such message, as ``LiveGame``; on connecting, on ``sync``, and from
``GET /watch/messages/``, it has all of them.

Where a network blocks sockets, the same messages are posted to ``/g/<id>/messages/``, and the
response is the answer. A ``GET`` there returns a list: ``state`` and ``presence``, as on
connecting, then each ``reaction`` of the last seconds, with a ``number`` by which to tell a new one
from one that was returned before.
"""

from __future__ import annotations

from games.protocol.client_messages import *
from games.protocol.server_messages import *

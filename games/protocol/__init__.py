"""The wire format, whole: what browser and server say to each other, as JSON objects.

Browser to server, each with an ``id`` of the browser's choosing, which ``ok``, ``no`` and ``pong``
repeat:

    {"type": "move", "id": "k1", "ply": 3, "cell": 4}   ply: moves made before this one
    {"type": "resign", "id": "k2"}
    {"type": "rematch", "id": "k3"}
    {"type": "claim", "id": "k6", "result": "win"}      or "draw", when the other is gone
    {"type": "undo", "id": "k7", "ply": 3}              asks to take back, or says yes to that
    {"type": "decline", "id": "k8", "ply": 3}           says no, or takes back the asking
    {"type": "hint", "id": "k10", "ply": 4}             against the computer: answered by a hint
    {"type": "react", "id": "k9", "reaction": "nice"}   one of ``REACTIONS``
    {"type": "sync", "id": "k4"}                        answered by the state
    {"type": "ping", "id": "k5", "visible": true}       visible: whether the page can be seen

Server to browser:

    {"type": "state", ...snapshot}                      on connecting, on ``sync``, on change;
                                                        here ``id`` is the game's
    {"type": "ok", "id": "k1", "version": 7}
    {"type": "no", "id": "k1", "code": "cell_taken", "message": "...", "state": snapshot}
    {"type": "hint", "id": "k10", "version": 8, "ply": 4, "words": "You can win in 2 moves.",
     "verdicts": {"0": {"value": "win", "plies": 3, "brief": "W2", "words": "win in 2 moves"}}}
    {"type": "pong", "id": "k5", "version": 7}
    {"type": "presence", "seats": {"X": "here", "O": "away"}, "watchers": 2}
    {"type": "reaction", "mark": "X", "reaction": "nice"}

A page that watches many games is connected to ``/ws/watch/``. There a browser sends ``sync`` and
``ping`` only (the version of whose ``pong`` says nothing), and hears

    {"type": "games", "shown": ["abc2345678"], "changed": [...]}

``shown`` are the ids of all games to show; ``changed`` has those of them that are new or changed
since the last such message, each as in ``state`` but for what only its own page needs, with the
words for a spectator. On connecting, on ``sync``, and from ``GET /watch/messages/`` these are all.

The same messages may be posted to ``/g/<id>/messages/``, where sockets do not get through; the
response is the answer. A ``GET`` there serves a list: what a socket is told on connecting,
``state`` and ``presence``, then each ``reaction`` of the last seconds, with a ``number`` by which
to know it again. ``state`` is also what ``GET /g/<id>/`` serves as JSON.

A ``state`` says under ``claim_in`` in how many seconds the one who waits may end the game, unless
the player to move shows a sign of life; null where nobody waits.
"""

from __future__ import annotations

from games.protocol.client_messages import (
    MAX_FRAME,
    MAX_ID,
    MAX_NUMBER,
    MESSAGES,
    REACTIONS,
    RESULTS,
    Claim,
    Decline,
    Malformed,
    Message,
    Ping,
    PlayMove,
    React,
    Rematch,
    RequestHint,
    Resign,
    Sync,
    UndoMove,
    parse,
)
from games.protocol.server_messages import (
    Clock,
    Close,
    Ending,
    GameSummary,
    LiveGame,
    Result,
    Seat,
    Series,
    Snapshot,
    State,
    Status,
    Undo,
    VerdictInWords,
    VerdictJSON,
    games,
    hint,
    no,
    ok,
    pong,
    presence,
    reaction,
    state,
)

# Former names, kept until no caller uses them any more.
Facts = GameSummary
Glance = LiveGame
Hint = RequestHint
SpokenVerdict = VerdictInWords
Verdict = VerdictJSON

__all__ = [
    "MAX_FRAME",
    "MAX_ID",
    "MAX_NUMBER",
    "MESSAGES",
    "REACTIONS",
    "RESULTS",
    "Claim",
    "Clock",
    "Close",
    "Decline",
    "Ending",
    "Facts",
    "GameSummary",
    "Glance",
    "Hint",
    "LiveGame",
    "Malformed",
    "Message",
    "Ping",
    "PlayMove",
    "React",
    "Rematch",
    "RequestHint",
    "Resign",
    "Result",
    "Seat",
    "Series",
    "Snapshot",
    "SpokenVerdict",
    "State",
    "Status",
    "Sync",
    "Undo",
    "UndoMove",
    "Verdict",
    "VerdictInWords",
    "VerdictJSON",
    "games",
    "hint",
    "no",
    "ok",
    "parse",
    "pong",
    "presence",
    "reaction",
    "state",
]

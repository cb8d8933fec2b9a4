from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.engine import Variant
from games.models import Game, Relation
from games.models.kinds import Kind
from games.people.lobby import services
from games.people.lobby.queue import OPEN
from games.presentation import board_wording
from games.presentation.player_wording import in_sentence
from games.protocol import Ending, Snapshot, Status


class LobbyKind(Kind):
    name = OPEN
    label = "Open to anyone"
    row = "seek"
    relation = Relation.STRANGERS
    first_move_within = timedelta(seconds=20)
    withdrawn_as = Ending.STOPPED

    def describe(self, game: Game) -> Mapping[str, Any] | None:
        if game.status != Status.WAITING:
            return None
        return {"any_board": game.seek.any_board}

    def on_closed(self, game: Game) -> None:
        services.requeue(game)

    def status(self, snapshot: Snapshot, you: Collection[str]) -> str | None:
        if snapshot["status"] == Status.WAITING:
            return self.waiting_for(snapshot)
        reason = snapshot["outcome"] and snapshot["outcome"]["reason"]
        gone = snapshot["absent"]
        if reason == Ending.STOPPED and you and gone and gone not in you:
            name = in_sentence(snapshot, gone)
            return _("%(name)s could not wait any longer.") % {"name": name}
        if reason == Ending.STOPPED:
            return (
                _("You stopped looking for somebody.") if you else _("Nobody waits here any more.")
            )
        if reason == Ending.WITHDRAWN and snapshot.get("next"):
            return _("Somebody waits to play with you.")
        return None

    def waiting_for(self, snapshot: Snapshot) -> str:
        board = board_wording.board(Variant.parse(snapshot["variant"]))
        if snapshot["part"] and snapshot["part"]["any_board"]:
            board = _("%(board)s or another board") % {"board": board}
        return _("Waiting for somebody to play %(board)s") % {"board": board}

    def note(self, snapshot: Snapshot, you: Collection[str]) -> str | None:
        if snapshot["status"] != Status.CLOSED or not snapshot["next"]:
            return None
        if snapshot["outcome"] and snapshot["outcome"]["reason"] == Ending.WITHDRAWN:
            return ""
        return _(" We keep looking.")

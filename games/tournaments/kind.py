from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.engine import clock
from games.models import Game, Relation
from games.models.kinds import Kind
from games.protocol import Ending, Status
from games.tournaments import matches
from games.tournaments.models import Entrant


class ArenaKind(Kind):
    name = matches.ARENA
    label = "Tournament"
    row = "tournament_game"
    relation = Relation.STRANGERS
    first_move_within = timedelta(seconds=20)
    allows_rematch = False
    allows_talk = False

    def loses_no_show(self, game: Game) -> bool:
        return True

    def on_finished(self, game: Game) -> None:
        matches.finish(game)

    def on_closed(self, game: Game) -> None:
        Entrant.objects.filter(game=game).update(game=None, waiting_since=clock.now())

    def note(self, snapshot: Any, you: Collection[str]) -> str | None:
        return "" if snapshot["status"] == Status.FINISHED else None

    def status(self, snapshot: Any, you: Collection[str]) -> str | None:
        outcome = snapshot["outcome"]
        is_stopped = outcome and outcome["reason"] == Ending.STOPPED
        return _("Look up: all are stopped.") if is_stopped else None


class RoundKind(ArenaKind):
    name = matches.ROUNDS
    first_move_within = timedelta(seconds=60)

"""The kind of the games of duels, whose players the lobby brings together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine import series
from games.engine.series import TWO_GAMES
from games.models import Game, Player
from games.people.duels import services, wording
from games.people.duels.models import number, ratings_in
from games.people.duels.rules import NAME
from games.people.lobby.kind import LobbyKind
from games.protocol import Snapshot, Status


class DuelKind(LobbyKind):
    name = NAME
    label = "Duel"
    row = "duel"
    allows_rematch = False
    best_of = TWO_GAMES

    def require_joinable(self, game: Game, player: Player) -> None:
        raise services.NotByLink

    def prepare(self, game: Game, guest: Player) -> None:
        services.prepare(game, guest)

    def loses_no_show(self, game: Game) -> bool:
        return number(game) == TWO_GAMES

    def on_finished(self, game: Game) -> None:
        services.go_on(game)

    def on_closed(self, game: Game) -> None:
        services.rate_no_show(game)
        super().on_closed(game)

    def facts(self, game: Game) -> Mapping[str, str]:
        return {"Duel": str(game.duel)} if hasattr(game, "duel") else super().facts(game)

    def describe(self, game: Game) -> Mapping[str, Any]:
        waiting = super().describe(game) or {}
        return {**waiting, "number": number(game), "ratings": ratings_in(game)}

    def waiting_for(self, snapshot: Snapshot) -> str:
        return _("Waiting for a duel on %(board)s") % {"board": wording.board(snapshot)}

    def note(self, snapshot: Snapshot, you: Collection[str]) -> str | None:
        if snapshot["status"] == Status.CLOSED:
            return super().note(snapshot, you)
        if snapshot["next"]:
            return _(" The duel goes on in its second game.")
        is_broken_off = snapshot["status"] == Status.FINISHED and not snapshot["series"]["is_over"]
        return _(" The duel ends here, and is not rated.") if is_broken_off else ""

    def series_result(self, snapshot: Snapshot, you: Collection[str]) -> str:
        return wording.result(snapshot, you, series.winner(snapshot["score"]))

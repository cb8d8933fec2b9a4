from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import NamedTuple

from django.db.models import F, Q
from django.db.models.lookups import GreaterThan

from games.engine import Mark, Variant
from games.models import Game, Player, kinds
from games.models.game_queryset import GameQuerySet
from games.models.games import ID_LENGTH
from games.presentation import board_wording, player_wording, snapshots, wording
from games.presentation.description import Drawing, describe_game
from games.presentation.sides import side as name_of_side
from games.protocol import GameSummary

EVERY_GAME = Q()
WON, DRAWN, LOST, UNFINISHED = "won", "drawn", "lost", "unfinished"
MISTAKEN = "mistaken"  # games with a proven mistake of the player
OPEN = (Game.Status.WAITING, Game.Status.CALLED, Game.Status.PLAYING)
OVER = ~Q(status__in=OPEN)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PLACE = rf"\A[0-9]{{1,16}}-[0-9a-z]{{1,{ID_LENGTH}}}\Z"  # the text of a cursor


class Cursor(NamedTuple):
    # Its text begins with microseconds.
    created_at: datetime
    id: str

    def __str__(self) -> str:
        return f"{(self.created_at - EPOCH) // timedelta(microseconds=1)}-{self.id}"

    @classmethod
    def parse(cls, text: str) -> Cursor:
        microseconds, game_id = text.split("-")
        return cls(EPOCH + timedelta(microseconds=int(microseconds)), game_id)


@dataclass(frozen=True, slots=True)
class GameFilter:
    variant: Variant | None = None
    result: str = ""


@dataclass(frozen=True, slots=True)
class ListedGame:
    game: Game
    you: list[Mark]
    summary: GameSummary

    @property
    def drawing(self) -> Drawing:
        return describe_game(self.summary)

    @property
    def reason(self) -> str:
        return wording.reason(self.summary, self.you)

    @property
    def mistakes(self) -> int | None:
        """How many of the player's moves were proven mistakes, None before that is known."""
        is_known = self.game.mistakes is not None and not self.game.is_hot_seat
        return getattr(self.game, "own_mistakes", None) if is_known else None

    @property
    def board(self) -> str:
        return board_wording.board(self.game.variant)

    @property
    def other(self) -> Player | None:
        return None if self.game.is_hot_seat else self.game.seat(self.you[0].opponent)

    @property
    def opponent(self) -> str:
        return player_wording.person(self.other.name, self.other.level) if self.other else ""

    @property
    def result(self) -> str:
        if self.game.status != Game.Status.FINISHED or (self.game.is_hot_seat and self.game.winner):
            return ""
        if not self.game.winner:
            return DRAWN
        return WON if self.game.winner in self.you else LOST

    @property
    def side(self) -> str:
        return name_of_side(self.game.winner or self.game.turn, self.game.variant)

    @property
    def is_your_turn(self) -> bool:
        return self.game.status == Game.Status.PLAYING and self.you == [self.game.turn]

    @property
    def is_for_anybody(self) -> bool:
        return bool(kinds.of(self.game).first_move_within)

    @property
    def urgency(self) -> int:
        """Return 0 for what waits for the player, the more the less it does."""
        if self.is_your_turn or self.game.status == Game.Status.CALLED:
            return 0
        return 1 if self.game.status == Game.Status.PLAYING else 2


def count_waiting(player: Player) -> int:
    """Count the games in which somebody waits for the player."""
    is_turn = Q(x=player, turn_of_o=0) | Q(o=player, turn_of_o=1) | Q(status=Game.Status.CALLED)
    games = Game.objects.of(player).annotate(turn_of_o=F("ply") % 2).exclude(x=F("o"))
    games = games.filter(status__in=(Game.Status.CALLED, Game.Status.PLAYING))
    return games.filter(is_turn, x__level=None, o__level=None).count()


def page(
    player: Player,
    game_filter: GameFilter,
    before: Cursor | None,
    limit: int,
    visible: Q = EVERY_GAME,
) -> list[ListedGame]:
    sides = [side(mark, player, game_filter, before).filter(visible)[:limit] for mark in Mark]
    games = sorted(chain(*sides), key=cursor_at, reverse=True)[:limit]
    return [ListedGame(game, game.marks_of(player.pk), snapshots.summary(game)) for game in games]


def count(player: Player, game_filter: GameFilter) -> int:
    return sum(side(mark, player, game_filter, None).count() for mark in Mark)


def cursor_at(game: Game) -> Cursor:
    return Cursor(game.created_at, game.pk)


def side(
    mark: Mark, player: Player, game_filter: GameFilter, before: Cursor | None
) -> GameQuerySet:
    games = Game.objects.with_kinds().order_by("-created_at", "-id")
    of_x = mark is Mark.X
    games = games.filter(x=player) if of_x else games.filter(o=player).exclude(x=player)
    if before:
        games = games.filter(created_at__lte=before.created_at)
        games = games.exclude(created_at=before.created_at, id__gte=before.id)
    if game_filter.variant:
        games = games.filter(variant_code=str(game_filter.variant))
    own = mark.lower()
    mistakes = F(f"review__{own}_slipped") + F(f"review__{own}_lost")
    games = games.annotate(own_mistakes=mistakes)
    if game_filter.result == MISTAKEN:
        return games.filter(GreaterThan(mistakes, 0), mistakes__gt=0).exclude(x=F("o"))
    return _with_result(games, mark, game_filter.result)


def _with_result(games: GameQuerySet, mark: Mark, result: str) -> GameQuerySet:
    if not result:
        return games
    if result == UNFINISHED:
        return games.filter(status__in=OPEN)
    winner = {WON: mark.value, DRAWN: "", LOST: mark.opponent.value}[result]
    games = games.filter(status=Game.Status.FINISHED, winner=winner)
    # Nobody wins or loses alone on a shared screen.
    return games.exclude(x=F("o")) if winner else games

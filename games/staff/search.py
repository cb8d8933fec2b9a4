from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Q
from django.utils.timezone import make_aware

from games.models import Game, GameEvent, GameQuerySet, Player
from games.models.games import ID_ALPHABET, ID_LENGTH
from games.presentation import board_wording
from games.presentation.description import describe_game
from games.presentation.snapshots import summary

ID = re.compile(rf"(?:^|/)([{ID_ALPHABET}]{{{ID_LENGTH}}})(?:/|$)")  # alone, or in a link
PART_OF_ID = re.compile(rf"[{ID_ALPHABET}]{{4,}}")
RIVALS = re.compile(r"(.+?)\s+v\s+(.+)")
SHOWN = 8
NEEDS = {"Players": "games.view_player", "Games": "games.view_game", "Said": "games.view_report"}
DAY = re.compile(r"\d{4}-\d\d-\d\d")


def game_of(term: str) -> Game | None:
    """Return the game that an id or a link to it names."""
    named = ID.search(term.lower())
    return Game.objects.filter(pk=named[1]).first() if named else None


def games(term: str) -> GameQuerySet:
    """Find games by id or link, else by day, both names, or a name or a part of an id."""
    if game := game_of(term):
        return Game.objects.filter(pk=game.pk)
    if (day := _day(term)) is not None:
        begin = make_aware(datetime.combine(day, time()))
        return Game.objects.filter(created_at__gte=begin, created_at__lt=begin + timedelta(1))
    if both := RIVALS.fullmatch(term):
        one, other = (_ids(name) for name in both.groups())
        return Game.objects.filter(Q(x__in=one, o__in=other) | Q(x__in=other, o__in=one))
    named = Game.objects.of_any(_ids(term))
    is_part = PART_OF_ID.fullmatch(term.lower())
    return named | Game.objects.filter(pk__contains=term.lower()) if is_part else named


def found(term: str, sees: Callable[[str], bool]) -> dict[str, list[tuple[Any, ...]]]:
    """Return the latest that one may see: whose page, words, what they are of, when, picture."""
    players = Player.objects.named(term).order_by("-pk")[:SHOWN]
    played = games(term).with_kinds().order_by("-created_at")[:SHOWN]
    # What people said, in games that were reported alone.
    lines = GameEvent.objects.filter(words__icontains=term, game__reports__isnull=False)
    said = lines.select_related("game__x", "game__o").distinct().order_by("-at", "-pk")[:SHOWN]
    groups: dict[str, Iterable[tuple[Any, ...]]] = {
        "Players": ((each, each, "", each.created_at, None) for each in players),
        "Games": map(_game, played),
        "Said": ((each.game, f"“{each.words}”", each.game, each.at, None) for each in said),
    }
    seen = {name: list(rows) for name, rows in groups.items() if sees(NEEDS[name])}
    return {name: rows for name, rows in seen.items() if rows}


def _game(game: Game) -> tuple[Any, ...]:
    about = f"{board_wording.board(game.variant)}, {game.pk}"
    return game, game, about, game.created_at, describe_game(summary(game))


def _ids(name: str) -> Any:
    return Player.objects.named(name).values("pk")


def _day(term: str) -> date | None:
    try:
        return date.fromisoformat(term) if DAY.fullmatch(term) else None
    except ValueError:
        return None

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, QuerySet
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


def said(term: str) -> QuerySet[GameEvent]:
    """Find words, of games that were reported alone."""
    lines = GameEvent.objects.filter(words__icontains=term, game__reports__isnull=False)
    return lines.select_related("game__x", "game__o").distinct().order_by("-at", "-pk")


def found(term: str, sees: Callable[[str], bool]) -> dict[str, Any]:
    """Return the latest of each kind that one may see, and one more of what has a list."""
    players, lines = Player.objects.named(term).select_related("user"), said(term)
    played = games(term).select_related("x", "o").order_by("-created_at")[: SHOWN + 1]
    boards = (
        (game, describe_game(summary(game)), board_wording.board(game.variant)) for game in played
    )
    return {
        "shown": SHOWN,
        "players": list(players.order_by("-pk")[: SHOWN + 1]) if sees("games.view_player") else [],
        "games": list(boards) if sees("games.view_game") else [],
        "said": lines[:SHOWN] if sees("games.view_report") else [],
    }


def _ids(name: str) -> Any:
    return Player.objects.named(name).values("pk")


def _day(term: str) -> date | None:
    try:
        return date.fromisoformat(term) if DAY.fullmatch(term) else None
    except ValueError:
        return None

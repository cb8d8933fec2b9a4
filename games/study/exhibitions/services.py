from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.ai.computer_players import ComputerPlayer
from games.engine import CLASSIC, Board, Variant, presets
from games.models import Game, Player
from games.models.kinds import Kind
from games.play import limits
from games.play.errors import NotOnThisBoard
from games.study.exhibitions.models import Exhibition
from games.web.game_parts import GamePart, Shown, of_kind

NAME = "exhibition"  # of the kind of these games
EXHIBITIONS = limits.register(
    _("games of the computer"), person=["6/minute", "100/day"], address=["30/minute"]
)


def start_exhibition(
    *,
    x: ComputerPlayer,
    o: ComputerPlayer,
    variant: Variant = CLASSIC,
    player_id: int | None = None,
    address: str | None = None,
) -> Game:
    """Start a game of computer player ``x`` against ``o``, which may be the same.

    ``address`` is the network address of a visitor, whose exhibitions are limited.

    :raises NotOnThisBoard: if one of the two does not play this variant.
    :raises RateLimited: if the player, or the address, starts too many.
    """
    if not (x.plays(variant) and o.plays(variant)):
        raise NotOnThisBoard
    if address is not None:
        limits.count(EXHIBITIONS, player_id=player_id, address=address)
    with transaction.atomic():
        seats = {"x": Player.objects.of_level(x), "o": Player.objects.of_level(o)}
        game = Game(variant_code=str(variant), kind=NAME, status=Game.Status.PLAYING, **seats)
        game.board = Board(variant)
        game.save(force_insert=True)
        Exhibition.objects.create(game=game)
    return game


class ExhibitionKind(Kind):
    name = NAME
    label = "Exhibition"
    has_people = False


def context(shown: Shown) -> dict[str, Any]:
    board, seats = presets.named(shown.game.variant), shown.state["seats"]
    levels = [seat["level"] if (seat := seats[mark]) else "" for mark in ("X", "O")]
    return {"exhibition": {"board": board.id if board else "", "x": levels[0], "o": levels[1]}}


PART = GamePart(
    applies=of_kind(NAME),
    templates={
        "watch": "study/exhibitions/_actions.html",
        "watch_afterwards": "study/exhibitions/_afterwards.html",
    },
    context=context,
    scripts=("js/study/exhibitions.js",),
)

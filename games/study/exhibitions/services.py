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
from games.presentation import player_wording
from games.presentation.description import describe_game
from games.protocol import LiveGame
from games.sockets import live_games
from games.study.exhibitions.models import Exhibition
from games.web.game_parts import GamePart, Shown, of_kind

NAME = "exhibition"  # of the kind of these games
OTHERS = 2  # games beside one that is watched
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
    """``address`` is a visitor's, whose exhibitions are limited.

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
    x, o = [seat["level"] if (seat := seats[mark]) else "" for mark in ("X", "O")]
    others = [game for game in live_games.read() if game["id"] != shown.game.pk][:OTHERS]
    return {"exhibition": {"board": board, "x": x, "o": o, "others": listed(others)}}


def listed(games: list[LiveGame]) -> list[dict[str, Any]]:
    return [
        {"game": game, "rivals": player_wording.rivals(game), "drawing": describe_game(game)}
        for game in games
    ]


PART = GamePart(
    applies=of_kind(NAME),
    templates={
        "score": "study/exhibitions/_score.html",
        "watch": "study/exhibitions/_actions.html",
        "beside": "study/exhibitions/_other_games.html",
        "watch_afterwards": "study/exhibitions/_afterwards.html",
    },
    context=context,
    scripts=("js/study/exhibitions.js",),
)

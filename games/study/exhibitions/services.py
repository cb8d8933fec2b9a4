"""Exhibitions, in which the computer plays itself: starting and directing them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop as _

from games.ai.computer_players import ComputerPlayer
from games.bus import broadcast
from games.engine import CLASSIC, Board, Mark, Variant
from games.models import Game, Player
from games.play import limits
from games.play.errors import NotOnThisBoard, NotOver, Refused, StaleMove
from games.play.services import (
    close,
    ends_overdue_game_first,
    find_game,
    lock_game,
    lock_games,
    require_playing,
    save_and_announce,
    start_game,
)
from games.study.exhibitions.models import DEFAULT_PACE, Exhibition

NAME = "exhibition"  # of the kind of these games
EXHIBITIONS = limits.register(
    _("games of the computer"), person=["6/minute", "100/day"], address=["30/minute"]
)


class NoExhibition(Refused):
    code = "no_exhibition"
    message = _("That is for games only in which the computer plays itself.")


class NotYourExhibition(Refused):
    code = "not_your_exhibition"
    message = _("You are watching this game. Only who started it can do that.")


class NotPaused(Refused):
    code = "not_paused"
    message = _("Pause the game first, then step through it.")


def start_exhibition(
    owner: Player,
    *,
    x: ComputerPlayer,
    o: ComputerPlayer,
    variant: Variant = CLASSIC,
    pace: int = DEFAULT_PACE,
    address: str | None = None,
) -> Game:
    """Start a game of computer player ``x`` against ``o``, which may be the same.

    ``address`` is the network address of a visitor, whose exhibitions are limited.

    :raises NotOnThisBoard: if one of the two does not play this variant.
    :raises TooMany: if the owner, or the address, starts too many.
    """
    if not (x.plays(variant) and o.plays(variant)):
        raise NotOnThisBoard
    limits.count_visitor(EXHIBITIONS, owner.pk, address)
    with transaction.atomic():
        seats = {"x": Player.objects.of_level(x), "o": Player.objects.of_level(o)}
        return _create(Game(variant_code=str(variant), **seats), owner=owner, pace=pace)


def repeat_exhibition(
    game_id: str, player_id: int, *, swaps_sides: bool, address: str | None = None
) -> Game:
    """Return the game after a finished exhibition; create it if it does not exist.

    :raises NoSuchGame, NoExhibition, NotYourExhibition, NotOver: if the player may not.
    :raises TooMany: if the player, or the address, starts too many.
    """
    game = _require_own(find_game(game_id), player_id)
    if game.is_over and not Game.objects.filter(previous=game).exists():
        limits.count_visitor(EXHIBITIONS, player_id, address)
    return _repeat(game_id, player_id, swaps_sides=swaps_sides)


@ends_overdue_game_first
def _repeat(game_id: str, player_id: int, *, swaps_sides: bool) -> Game:
    game = _lock(game_id, player_id)
    if not game.is_over:
        raise NotOver
    if following := Game.objects.with_players().filter(previous=game).first():
        return following
    exhibition = game.exhibition
    following = _create(
        _next_game(game, swaps_sides=swaps_sides), owner=exhibition.owner, pace=exhibition.pace
    )
    save_and_announce(game)
    return following


@ends_overdue_game_first
def pause(game_id: str, player_id: int) -> Game:
    """Pause an exhibition; a paused one stays unchanged.

    :raises NoSuchGame, NoExhibition, NotYourExhibition, GameOver, Closed: if the player may not.
    """
    return _direct(game_id, player_id, is_paused=True)


@ends_overdue_game_first
def resume(game_id: str, player_id: int) -> Game:
    """Resume an exhibition; one that is not paused stays unchanged.

    :raises NoSuchGame, NoExhibition, NotYourExhibition, GameOver, Closed: if the player may not.
    """
    return _direct(game_id, player_id, is_paused=False, step_at=None)


@ends_overdue_game_first
def set_pace(game_id: str, player_id: int, *, pace: int) -> Game:
    """Make the moves of an exhibition ``pace`` milliseconds apart.

    :raises NoSuchGame, NoExhibition, NotYourExhibition, GameOver, Closed: if the player may not.
    """
    return _direct(game_id, player_id, pace=pace)


@ends_overdue_game_first
def step(game_id: str, player_id: int, *, ply: int) -> Game:
    """Make the move after ply ``ply`` due in a paused exhibition.

    A repeat changes nothing, even after the move has been made.

    :raises NoSuchGame, NoExhibition, NotYourExhibition, GameOver, Closed: if the player may not.
    :raises NotPaused: if the exhibition is not paused.
    :raises StaleMove: if fewer than ``ply`` moves have been made.
    """
    game = _lock(game_id, player_id)
    if ply < game.ply:
        return game
    require_playing(game)
    if not game.exhibition.is_paused:
        raise NotPaused
    if ply > game.ply:
        raise StaleMove
    game.exhibition.step_at = ply
    game.exhibition.save(update_fields=["step_at"])
    return game


@ends_overdue_game_first
def stop(game_id: str, player_id: int) -> Game:
    """End an exhibition without a result; a stopped one stays unchanged.

    :raises NoSuchGame, NoExhibition, NotYourExhibition, GameOver, Closed: if the player may not.
    """
    game = _lock(game_id, player_id)
    if game.reason == Game.Reason.STOPPED:
        return game
    require_playing(game)
    close(game, Game.Reason.STOPPED)
    return game


def join_exhibitions(guest: Player, player: Player, **_: Any) -> None:
    """Give a guest's exhibitions to an account; receives ``player_merged``."""
    ids = list(guest.exhibitions.values_list("game_id", flat=True))
    lock_games(ids)
    guest.exhibitions.update(owner=player)
    games = Game.objects.filter(pk__in=ids)
    games.update(version=F("version") + 1)
    for game in games.filter(status=Game.Status.PLAYING).with_players():
        broadcast.announce(game)


def stop_all(player: Player, **_: Any) -> None:
    """Stop the exhibitions of somebody who has gone for good; receives ``player_gone``."""
    exhibitions = player.exhibitions.filter(game__status=Game.Status.PLAYING)
    for game_id in list(exhibitions.values_list("game_id", flat=True)):
        with suppress(Refused):  # It may have ended meanwhile.
            stop(game_id, player.pk)


def find_exhibition(game_id: str) -> Game:
    """:raises NoSuchGame, NoExhibition: if there is none."""
    game = find_game(game_id)
    if game.kind != NAME:
        raise NoExhibition
    return game


def _lock(game_id: str, player_id: int) -> Game:
    """Return an exhibition of this player, locked until the transaction ends.

    :raises NoSuchGame, NoExhibition, NotYourExhibition: if there is none.
    """
    return _require_own(lock_game(game_id), player_id)


def _require_own(game: Game, player_id: int) -> Game:
    """Return the game if it is an exhibition of this player.

    :raises NoExhibition, NotYourExhibition: if it is not.
    """
    if game.kind != NAME:
        raise NoExhibition
    if game.exhibition.owner_id != player_id:
        raise NotYourExhibition
    return game


def _direct(game_id: str, player_id: int, **changes: bool | int | None) -> Game:
    """Change the fields of an exhibition and announce that; do nothing if they are set already."""
    game = _lock(game_id, player_id)
    require_playing(game)
    exhibition = game.exhibition
    if all(getattr(exhibition, name) == value for name, value in changes.items()):
        return game
    for name, value in changes.items():
        setattr(exhibition, name, value)
    exhibition.save(update_fields=changes.keys())
    save_and_announce(game)
    return game


def _next_game(game: Game, *, swaps_sides: bool) -> Game:
    """Return the next game of the same two players, with their score; it is not stored yet."""
    score, x, o = game.score(), Mark.X, Mark.O
    if swaps_sides:
        x, o = o, x
    return Game(
        variant_code=game.variant_code,
        x=game.seat(x),
        o=game.seat(o),
        x_score=score[x],
        o_score=score[o],
        draws=score["draws"],
        previous=game,
    )


def _create(game: Game, *, owner: Player, pace: int) -> Game:
    game.kind, game.status = NAME, Game.Status.PLAYING
    game.board = Board(game.variant)
    start_game(game)
    Exhibition.objects.create(game=game, owner=owner, pace=pace)
    return game

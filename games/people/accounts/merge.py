from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.bus import broadcast
from games.models import Game, GameQuerySet, Player, ProcessedMessage, sql
from games.models.player_rows import lasting_rows_of, move, move_rows
from games.people.duels import services as duels
from games.people.lobby import services as lobby
from games.play import services
from games.play.errors import SignedOut
from games.play.services import lock_games, save_and_announce

PORTION = 50  # games that are over, in one transaction
PAGES_OPEN_FOR = timedelta(days=1)  # after the end of a game

OPEN = (Game.Status.WAITING, Game.Status.CALLED, Game.Status.PLAYING)


def has_anything(guest: Player) -> bool:
    return any(rows.exists() for rows in lasting_rows_of(guest))


def count_games(guest: Player) -> int:
    return _games_of(guest).count()


def merge(guest: Player, player: Player) -> None:
    # Open games come first, each under its lock. A game of the two against each other becomes one
    # that shares a screen. Of their places in the queue one stays, and a duel of the guest ends.
    if guest.has_account or guest.is_computer or not player.has_account:
        raise SignedOut
    lobby.keep_one_place(guest, player)
    duels.give_up(guest)
    for game_id in list(_games_of(guest).filter(status__in=OPEN).values_list("pk", flat=True)):
        _bring_open(game_id, guest, player)
    while ids := list(_games_of(guest).values_list("pk", flat=True)[:PORTION]):
        _bring_finished(ids, guest, player)
    _bring_rest(guest, player)


@transaction.atomic
def _bring_open(game_id: str, guest: Player, player: Player) -> None:
    game = sql.find_game_for_update(game_id)
    if game is None:
        return
    seats = [seat for seat in ("x", "o") if getattr(game, f"{seat}_id") == guest.pk]
    for seat in seats:
        setattr(game, seat, player)
    _bring_messages([game_id], guest, player)
    save_and_announce(game, *seats)


@transaction.atomic
def _bring_finished(ids: list[str], guest: Player, player: Player) -> None:
    lock_games(ids)
    for seat in ("x", "o"):
        Game.objects.filter(pk__in=ids, **{seat: guest}).update(**{seat: player})
    _bring_messages(ids, guest, player)
    games = Game.objects.filter(pk__in=ids)
    games.update(version=F("version") + 1)
    may_be_open = Q(finished_at=None) | Q(finished_at__gt=timezone.now() - PAGES_OPEN_FOR)
    for game in games.filter(may_be_open).with_players():
        broadcast.announce(game)


@transaction.atomic
def _bring_rest(guest: Player, player: Player) -> None:
    move_rows(guest, player)
    services.end_sessions(guest)
    # A page that has come back with the new login before its game changed hands looks again.
    services.end_sessions(player)


def _bring_messages(ids: list[str], guest: Player, player: Player) -> None:
    move(ProcessedMessage.objects.filter(game__in=ids, player=guest), "player", player)


def _games_of(guest: Player) -> GameQuerySet:
    return Game.objects.filter(Q(x=guest) | Q(o=guest))

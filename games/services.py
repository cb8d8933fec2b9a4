"""Every change of state: one function a use case, its transaction, and what it may refuse.

The refusals themselves are in ``games.refusals``.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import engine, events, names, protocol
from games.engine import CLASSIC, Board, Mark, Variant
from games.models import Game, Move, Player
from games.refusals import (
    CellTaken,
    Closed,
    GameOver,
    NobodyGone,
    NoSuchCell,
    NoSuchGame,
    NotOver,
    NotStarted,
    NotWaiting,
    NotYourGame,
    NotYourTurn,
    SeatTaken,
    StaleMove,
    TooEarly,
)

OPEN = (Game.Status.WAITING, Game.Status.PLAYING)
WIN, DRAW = protocol.RESULTS
SEEN_EVERY = timedelta(seconds=10)
DOUBLE_CLICK = timedelta(seconds=30)


@transaction.atomic
def welcome_player(*, token: str) -> Player:
    """Return a player for a newcomer, who is known by nothing but the ``token`` of a form.

    A form that is sent twice at once, before the first answer has brought a session, comes from one
    person.
    """
    digest = salted_hmac("newcomer", token, algorithm="sha256").hexdigest()
    since = timezone.now() - DOUBLE_CLICK
    twin = Player.objects.filter(token=digest, created_at__gte=since).first()
    return twin or Player.objects.create(token=digest)


@transaction.atomic
def rename_player(player: Player, *, name: str) -> None:
    """Give a player another name, and show it in the games that go on.

    :raises names.InvalidName: if it cannot be shown.
    """
    player.name = names.clean(name)
    player.save(update_fields=["name"])
    for game in Game.objects.with_players().of(player).filter(status__in=OPEN):
        _store(game)


def create_game(
    *, host: Player, mark: Mark, guest: Player | None = None, variant: Variant = CLASSIC
) -> Game:
    """Start a game in which ``host`` plays ``mark``.

    Without a ``guest`` it waits for one to join; the host may also be the guest, for two people at
    one screen.
    """
    game = Game(variant=str(variant))
    game.board = Board(variant)
    game.sit(mark, host)
    game.sit(mark.opponent, guest)
    game.status = Game.Status.PLAYING if guest else Game.Status.WAITING
    game.save(force_insert=True)
    return game


@transaction.atomic
def join_game(game_id: str, player: Player) -> Game:
    """Take the free seat; to someone who already has one, nothing happens.

    :raises NoSuchGame: if there is none.
    :raises SeatTaken: if somebody else was sooner.
    :raises Closed: if the invitation does not hold any more.
    """
    game = _locked(game_id)
    if game.marks_of(player.pk):
        return game
    if game.status == Game.Status.CLOSED:
        raise Closed
    if game.x and game.o:
        raise SeatTaken
    game.sit(Mark.O if game.x else Mark.X, player)
    game.status = Game.Status.PLAYING
    _store(game, "x", "o", "status")
    return game


@transaction.atomic
def play_move(game_id: str, player: Player, *, ply: int, cell: int) -> Game:
    """Mark ``cell``, if ``ply`` moves have been made; the same move again changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, NotYourTurn: if the player may not.
    :raises StaleMove: if the game has gone on, or is not there yet.
    :raises NoSuchCell, CellTaken: if the rules do not allow it.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    if ply < game.ply and _is_played(game, marks, ply, cell):
        return game
    _check_open(game)
    if ply != game.ply:
        raise StaleMove
    if game.turn not in marks:
        raise NotYourTurn
    board = _played(game.board, cell)
    _store_move(game, cell)
    game.board = board
    if outcome := board.outcome():
        _finish(game, outcome.winner, Game.Reason(outcome.reason))
    _store(game, "position", "ply", "status", "winner", "reason", "finished_at")
    return game


@transaction.atomic
def resign(game_id: str, player: Player) -> Game:
    """Give the game to the opponent; at a shared screen, whose turn it is gives up.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    _check_open(game)
    loser = game.turn if game.turn in marks else marks[0]
    _finish(game, loser.opponent, Game.Reason.RESIGNED)
    _store(game, "status", "winner", "reason", "finished_at")
    return game


@transaction.atomic
def withdraw(game_id: str, player: Player) -> Game:
    """Take an invitation back; to one that is closed already, nothing happens.

    :raises NoSuchGame, NotYourGame, NotWaiting: if the player may not.
    """
    game = _locked(game_id)
    _marks(game, player)
    if game.status == Game.Status.CLOSED:
        return game
    if game.status != Game.Status.WAITING:
        raise NotWaiting
    _close(game, Game.Reason.WITHDRAWN)
    return game


@transaction.atomic
def claim(game_id: str, player: Player, *, result: str) -> Game:
    """End a game whose player to move has been gone for a minute, as a ``win`` or a ``draw``.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, Closed: if the player may not.
    :raises NobodyGone: if it is not a person's turn to move, or one's own.
    :raises TooEarly: if the other may still come back.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    _check_open(game)
    claimable_at = game.claimable_at()
    if claimable_at is None or game.turn in marks:
        raise NobodyGone
    if (wait := claimable_at - timezone.now()) > timedelta():
        raise TooEarly(wait)
    _finish(game, marks[0] if result == WIN else None, Game.Reason.LEFT)
    _store(game, "status", "winner", "reason", "finished_at")
    return game


def note_seen(game_id: str, player_id: int) -> None:
    """Note a sign of life of somebody who plays; not more often than it matters."""
    now = timezone.now()
    for seat in ("x", "o"):
        field = f"{seat}_seen_at"
        before = Q(**{field: None}) | Q(**{f"{field}__lt": now - SEEN_EVERY})
        seats = Game.objects.filter(before, pk=game_id, status=Game.Status.PLAYING)
        seats.filter(**{f"{seat}_id": player_id}).update(**{field: now})


def tidy() -> int:
    """Close what nobody has touched for long, and return how many games that was."""
    stale = Game.objects.stale(timezone.now()).values_list("pk", flat=True)
    return sum(map(_close_stale, list(stale)))


@transaction.atomic
def rematch(game_id: str, player: Player) -> Game:
    """Return the next game of the two, sides swapped; however often it is asked, there is one.

    :raises NoSuchGame, NotYourGame, NotOver: if the player may not.
    """
    game = _locked(game_id)
    _marks(game, player)
    if game.status != Game.Status.FINISHED:
        raise NotOver
    if following := Game.objects.with_players().filter(previous=game).first():
        return following
    following = _rematch_of(game)
    _store(game)
    return following


def _locked(game_id: str) -> Game:
    games = Game.objects.with_players().select_for_update(of=("self",))
    game = games.filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    return game


def _marks(game: Game, player: Player) -> list[Mark]:
    if marks := game.marks_of(player.pk):
        return marks
    raise NotYourGame


def _check_open(game: Game) -> None:
    if game.status == Game.Status.WAITING:
        raise NotStarted
    if game.status == Game.Status.FINISHED:
        raise GameOver
    if game.status == Game.Status.CLOSED:
        raise Closed


def _is_played(game: Game, marks: list[Mark], ply: int, cell: int) -> bool:
    """Say if this very move of the player's has been made already."""
    move = game.moves.filter(ply=ply, cell=cell).first()
    return move is not None and move.mark in marks


def _played(board: Board, cell: int) -> Board:
    try:
        return board.play(cell)
    except engine.CellTaken:
        raise CellTaken from None
    except engine.NoSuchCell:
        raise NoSuchCell from None


def _store_move(game: Game, cell: int) -> None:
    try:
        Move.objects.create(game=game, ply=game.ply, cell=cell)
    except IntegrityError:
        # The constraints are the last word where rows cannot be locked. What is raised here
        # rolls the whole change back.
        raise StaleMove from None


@transaction.atomic
def _close_stale(game_id: str) -> bool:
    # Somebody may have come back since the list was made.
    game = Game.objects.stale(timezone.now()).with_players().filter(pk=game_id).first()
    if game is None:
        return False
    is_waiting = game.status == Game.Status.WAITING
    _close(game, Game.Reason.EXPIRED if is_waiting else Game.Reason.ABANDONED)
    return True


def _close(game: Game, reason: Game.Reason) -> None:
    game.status, game.reason, game.finished_at = Game.Status.CLOSED, reason, timezone.now()
    _store(game, "status", "reason", "finished_at")


def _finish(game: Game, winner: Mark | None, reason: Game.Reason) -> None:
    game.status = Game.Status.FINISHED
    game.winner, game.reason = winner or "", reason
    game.finished_at = timezone.now()


def _rematch_of(game: Game) -> Game:
    score = game.score()
    following = Game(
        variant=game.variant,
        x=game.o,
        o=game.x,
        status=Game.Status.PLAYING,
        x_score=score["O"],
        o_score=score["X"],
        draws=score["draws"],
        previous=game,
    )
    following.board = Board(game.shape)
    following.save(force_insert=True)
    return following


def _store(game: Game, *fields: str) -> None:
    """Save a change as the game's next version, and tell its room."""
    game.version += 1
    game.touched_at = timezone.now()
    game.save(update_fields=[*fields, "version", "touched_at"])
    events.announce(game)

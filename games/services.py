"""Every change of state: one function a use case, its transaction, and what it may refuse.

The refusals themselves are in ``games.refusals``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import engine, events, limits, names, protocol, series, statements
from games.engine import CLASSIC, Board, Mark, Variant
from games.models import Game, Heard, Move, Player, Transfer
from games.refusals import (
    CellTaken,
    Closed,
    GameOver,
    LinkUsed,
    NobodyGone,
    NoSuchCell,
    NoSuchGame,
    NotAsked,
    NothingToUndo,
    NotOver,
    NotStarted,
    NotWaiting,
    NotYourGame,
    NotYourTurn,
    NoUndo,
    SeatTaken,
    StaleMove,
    TooEarly,
    TooManyReactions,
    UndoDeclined,
)
from games.sessions import forget_player
from games.statements import Lookup

OPEN = (Game.Status.WAITING, Game.Status.PLAYING)
WIN, DRAW = protocol.RESULTS
P = ParamSpec("P")

SEEN_EVERY = timedelta(seconds=10)
DOUBLE_CLICK = timedelta(seconds=30)
REACTIONS_A_PLY = 2
# The fields that a change of the board, and the end of a game, store.
CLOCK = ("x_left", "o_left", "deadline_at")
BOARD = (
    *("position", "ply", "undo_by", "undo_declined_at", "x_reactions", "o_reactions"),
    *CLOCK,
)
ENDING = ("status", "winner", "reason", "finished_at", "undo_by", *CLOCK)

LOCKED = Lookup(
    lambda id: Game.objects.with_players().select_for_update(of=("self",)).filter(pk=id)
)


class _Overdue(Exception):
    """Somebody's time has run out, which is to be stored before anything else is done."""


def on_time(service: Callable[Concatenate[str, P], Game]) -> Callable[Concatenate[str, P], Game]:
    """Make a service on a game one transaction, which meets no game whose time has run out."""
    change = transaction.atomic(service)

    @wraps(service)
    def wrapper(game_id: str, /, *args: P.args, **kwargs: P.kwargs) -> Game:
        try:
            return change(game_id, *args, **kwargs)
        except _Overdue:
            call_time(game_id)
            return change(game_id, *args, **kwargs)

    return wrapper


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
def offer_transfer(player: Player, *, session_key: str) -> str:
    """Return the secret of a link that takes a player to another device, away from this session.

    It replaces one that was made before and not used.
    """
    Transfer.objects.filter(player=player, used_at=None).delete()
    secret = secrets.token_urlsafe(16)
    Transfer.objects.create(player=player, digest=_digest(secret), session_key=session_key)
    return secret


@transaction.atomic
def accept_transfer(secret: str) -> Player:
    """Return the player whom the link of this ``secret`` brings; their old session forgets them.

    :raises LinkUsed: if it is not good any more, or never was.
    """
    transfer = find_transfer(secret)
    if not Transfer.objects.filter(pk=transfer.pk, used_at=None).update(used_at=timezone.now()):
        raise LinkUsed
    forget_player(transfer.session_key)
    events.announce_departure(transfer.player)
    return transfer.player


def find_transfer(secret: str) -> Transfer:
    """Return a link that is still good.

    :raises LinkUsed: if there is none.
    """
    transfers = Transfer.objects.good(timezone.now()).select_related("player")
    transfer = transfers.filter(digest=_digest(secret)).first()
    if transfer is None:
        raise LinkUsed
    return transfer


def _digest(secret: str) -> str:
    return salted_hmac("transfer", secret, algorithm="sha256").hexdigest()


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
    *,
    host: Player,
    mark: Mark,
    guest: Player | None = None,
    variant: Variant = CLASSIC,
    control: str = "",
    best_of: int = series.ENDLESS,
    allows_undo: bool = False,
    is_public: bool = True,
) -> Game:
    """Start a game in which ``host`` plays ``mark``.

    Without a ``guest`` it waits for one to join; the host may also be the guest, for two people at
    one screen. ``control`` is the clock as ``games.clock`` reads it, empty for none.
    """
    game = Game(variant=str(variant), best_of=best_of, allows_undo=allows_undo, is_public=is_public)
    game.set_clock(control)
    game.board = Board(variant)
    game.sit(mark, host)
    game.sit(mark.opponent, guest)
    game.status = Game.Status.PLAYING if guest else Game.Status.WAITING
    game.save(force_insert=True)
    return game


@on_time
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
    mark = Mark.O if game.x else Mark.X
    game.sit(mark, player)
    game.guest, game.status = mark, Game.Status.PLAYING
    _store(game, "x", "o", "guest", "status")
    return game


@on_time
def play_move(game_id: str, player: Player, *, ply: int, cell: int, message: str = "") -> Game:
    """Mark ``cell``, if ``ply`` moves have been made; the same move again changes nothing.

    Nor does a ``message`` of an id that made a move already, even if that was taken back since.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, NotYourTurn: if the player may not.
    :raises StaleMove: if the game has gone on, or is not there yet.
    :raises NoSuchCell, CellTaken: if the rules do not allow it.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    if _is_played(game, marks, ply, cell, message):
        return game
    _check_open(game)
    if ply != game.ply:
        raise StaleMove
    if game.turn not in marks:
        raise NotYourTurn
    board = _played(game.board, cell)
    _store_move(game, cell, message)
    game.press_clock()
    _set_board(game, board)
    if outcome := board.outcome():
        _finish(game, outcome.winner, Game.Reason(outcome.reason))
    _store(game, *BOARD, *(ENDING if outcome else ()))
    return game


@on_time
def undo(game_id: str, player: Player, *, ply: int, message: str = "") -> Game:
    """Take back the player's last move and what followed, at once or when the opponent agrees.

    At once against the computer and on a shared screen. Among two people the first to say this
    asks, and the other agrees by saying it too.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    :raises NoUndo, NothingToUndo, UndoDeclined: if it is not possible now.
    :raises StaleMove: if the game has gone on.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    if _has_heard(game, player, message):
        return game
    _check_open(game)
    if not game.allows_undo:
        raise NoUndo
    if ply != game.ply:
        raise StaleMove
    asker = Mark(game.undo_by) if game.undo_by else _asker(game, marks)
    if game.undo_by and asker in marks:
        return game
    if game.undo_by or game.is_hot_seat or game.level:
        _take_back(game, asker)
    else:
        _ask_to_take_back(game, asker)
    _note_heard(game, player, message)
    return game


@on_time
def decline(game_id: str, player: Player, *, ply: int, message: str = "") -> Game:
    """Say no to taking back, or take back the asking; said again, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    :raises NotAsked: if nobody asks at that ply.
    """
    game = _locked(game_id)
    _marks(game, player)
    if _has_heard(game, player, message):
        return game
    _check_open(game)
    if ply != game.ply or not game.undo_by:
        if game.undo_declined_at == ply:
            return game
        raise NotAsked
    game.undo_by, game.undo_declined_at = "", game.ply
    _store(game, "undo_by", "undo_declined_at")
    _note_heard(game, player, message)
    return game


@on_time
def react(game_id: str, player: Player, *, reaction: str, message: str = "") -> Game:
    """Show a reaction to the room, at most ``REACTIONS_A_PLY`` between moves; repeated, once.

    :raises NoSuchGame, NotYourGame, NotStarted, Closed, TooManyReactions: if the player may not.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    if _has_heard(game, player, message):
        return game
    if game.status == Game.Status.WAITING:
        raise NotStarted
    if game.status == Game.Status.CLOSED:
        raise Closed
    field = f"{marks[0].lower()}_reactions"
    if getattr(game, field) >= REACTIONS_A_PLY:
        raise TooManyReactions
    setattr(game, field, getattr(game, field) + 1)
    game.save(update_fields=[field])
    _note_heard(game, player, message)
    events.announce_reaction(game, marks[0], reaction)
    return game


@on_time
def resign(game_id: str, player: Player) -> Game:
    """Give the game to the opponent; at a shared screen, whose turn it is gives up.

    Said again, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver: if the player may not.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    loser = game.turn if game.turn in marks else marks[0]
    if _has_ended(game, loser.opponent, Game.Reason.RESIGNED):
        return game
    _check_open(game)
    _finish(game, loser.opponent, Game.Reason.RESIGNED)
    _store(game, *ENDING)
    return game


@on_time
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


@on_time
def claim(game_id: str, player: Player, *, result: str) -> Game:
    """End a game whose player to move has been gone for a minute, as a ``win`` or a ``draw``.

    Said again, it changes nothing.

    :raises NoSuchGame, NotYourGame, NotStarted, GameOver, Closed: if the player may not.
    :raises NobodyGone: if it is not a person's turn to move, or one's own.
    :raises TooEarly: if the other may still come back.
    """
    game = _locked(game_id)
    marks = _marks(game, player)
    winner = marks[0] if result == WIN else None
    if game.turn not in marks and _has_ended(game, winner, Game.Reason.LEFT):
        return game
    _check_open(game)
    claimable_at = game.claimable_at()
    if claimable_at is None or game.turn in marks:
        raise NobodyGone
    if (wait := claimable_at - timezone.now()) > timedelta():
        raise TooEarly(wait)
    _finish(game, winner, Game.Reason.LEFT)
    _store(game, *ENDING)
    return game


def note_seen(game_id: str, player_id: int) -> None:
    """Note a sign of life of somebody who plays; not more often than it matters."""
    now = timezone.now()
    for seat in ("x", "o"):
        field = f"{seat}_seen_at"
        before = Q(**{field: None}) | Q(**{f"{field}__lt": now - SEEN_EVERY})
        seats = Game.objects.filter(before, pk=game_id, status=Game.Status.PLAYING)
        seats.filter(**{f"{seat}_id": player_id}).update(**{field: now})


@transaction.atomic
def call_time(game_id: str) -> None:
    """End a game in which somebody's time has run out; any other is left alone."""
    overdue = Game.objects.with_players().select_for_update(of=("self",)).overdue(timezone.now())
    if game := overdue.filter(pk=game_id).first():
        _finish(game, game.turn.opponent, Game.Reason.TIME)
        _store(game, *ENDING)


def sweep() -> None:
    """End every game in which somebody's time has run out."""
    for game_id in list(Game.objects.overdue(timezone.now()).values_list("pk", flat=True)):
        call_time(game_id)


def find_game(game_id: str) -> Game:
    """Return a game with its players, as it stands now.

    :raises NoSuchGame: if there is none.
    """
    game = Game.objects.with_players().filter(pk=game_id).first()
    if game and game.is_overdue:
        call_time(game_id)
        game = Game.objects.with_players().filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    return game


def tidy() -> int:
    """Close what nobody has touched for long, and return how many games that was."""
    stale = Game.objects.stale(timezone.now()).values_list("pk", flat=True)
    return sum(map(_close_stale, list(stale)))


@on_time
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
    limits.count_person(limits.REMATCHES, player.pk)
    following = _rematch_of(game)
    _store(game)
    return following


def _locked(game_id: str) -> Game:
    game = LOCKED.first(game_id)
    if game is None:
        raise NoSuchGame
    if game.is_overdue:
        raise _Overdue
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


def _is_played(game: Game, marks: list[Mark], ply: int, cell: int, message: str) -> bool:
    """Say if this very move of the player's has been made already."""
    same = Q(undone_at=None) | ~Q(message="") & Q(message=message)
    if ply >= game.ply and not game.allows_undo:
        return False
    move = game.moves.filter(same, ply=ply, cell=cell).first()
    return move is not None and move.mark in marks


def _has_ended(game: Game, winner: Mark | None, reason: Game.Reason) -> bool:
    return (game.reason, game.winner) == (reason, winner or "")


def _has_heard(game: Game, player: Player, message: str) -> bool:
    """Say if this very message of the player's, other than a move, has changed the game already."""
    return message != "" and game.heard.filter(player=player, message=message).exists()


def _note_heard(game: Game, player: Player, message: str) -> None:
    if message:
        Heard.objects.create(game=game, player=player, message=message)


def _played(board: Board, cell: int) -> Board:
    try:
        return board.play(cell)
    except engine.CellTaken:
        raise CellTaken from None
    except engine.NoSuchCell:
        raise NoSuchCell from None


def _set_board(game: Game, board: Board) -> None:
    """Let the game stand anew: whoever is to move now has their time, and two reactions."""
    game.board = board
    game.undo_by, game.undo_declined_at = "", None
    game.x_reactions = game.o_reactions = 0
    game.start_clock()


def _asker(game: Game, marks: list[Mark]) -> Mark:
    """Whose move would be taken back: at a shared screen, the last."""
    return game.turn.opponent if game.is_hot_seat else marks[0]


def _ask_to_take_back(game: Game, asker: Mark) -> None:
    if game.undo_target(asker) is None:
        raise NothingToUndo
    if game.undo_declined_at == game.ply:
        raise UndoDeclined
    game.undo_by = asker
    _store(game, "undo_by")


def _take_back(game: Game, asker: Mark) -> None:
    target = game.undo_target(asker)
    if target is None:
        raise NothingToUndo
    game.moves.live().filter(ply__gte=target).update(undone_at=timezone.now())
    board = Board(game.shape)
    for cell in game.moves.live().values_list("cell", flat=True):
        board = board.play(cell)
    game.rewind_clock()
    _set_board(game, board)
    _store(game, *BOARD)


def _store_move(game: Game, cell: int, message: str) -> None:
    try:
        statements.insert(Move(game=game, ply=game.ply, cell=cell, message=message))
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
    game.deadline_at, game.undo_by = None, ""
    _store(game, *ENDING)


def _finish(game: Game, winner: Mark | None, reason: Game.Reason) -> None:
    game.stop_clock()
    game.undo_by = ""
    game.status = Game.Status.FINISHED
    game.winner, game.reason = winner or "", reason
    game.finished_at = timezone.now()


def _rematch_of(game: Game) -> Game:
    score = game.score()
    if series.is_over(score, game.best_of):
        score = dict.fromkeys(score, 0)
    following = Game(
        variant=game.variant,
        x=game.o,
        o=game.x,
        status=Game.Status.PLAYING,
        is_public=game.is_public,
        allows_undo=game.allows_undo,
        best_of=game.best_of,
        x_score=score["O"],
        o_score=score["X"],
        draws=score["draws"],
        previous=game,
    )
    following.set_clock(game.control)
    following.board = Board(game.shape)
    following.save(force_insert=True)
    return following


def _store(game: Game, *fields: str) -> None:
    """Save a change as the game's next version, and tell its room."""
    game.version += 1
    game.touched_at = timezone.now()
    statements.update(game, *fields, "version", "touched_at")
    events.announce(game)

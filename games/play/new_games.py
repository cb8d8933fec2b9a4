from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games.ai.computer_players import OPPONENTS
from games.engine import (
    CLASSIC,
    Board,
    IllegalMove,
    InvalidCellName,
    Mark,
    Variant,
    play_moves,
    read_moves,
    series,
)
from games.engine.game_file import GameFile
from games.models import Game, GameEvent, Move, Player, kinds
from games.play import errors, limits
from games.play.base import (
    BOARD_FIELDS,
    CLOCK_FIELDS,
    ENDING_FIELDS,
    SEEN_FIELDS,
    Result,
    close,
    close_for,
    end_call,
    ending_by_rules,
    ends_overdue_game_first,
    finish,
    lock_game,
    require_seat,
    save_and_announce,
)
from games.play.fair_play import require_computer_allowed
from games.play.lifecycle import find_game, start
from games.play.moves import play_move
from games.play.signals import player_joining

LONGEST_NAME = len("-o15")  # of a cell, with the hyphen before it


def create_game(
    *,
    host: Player,
    mark: Mark,
    guest: Player | None = None,
    variant: Variant = CLASSIC,
    opening: Sequence[int] = (),
    control: str = "",
    best_of: int = series.ENDLESS,
    allows_undo: bool = False,
    is_public: bool = True,
    address: str | None = None,
    **fields: Any,
) -> Game:
    """Without a ``guest`` the game waits for one; who shares a screen is host and guest."""
    # ``opening`` has the cells of moves set up before, ``control`` a text for
    # ``games.engine.clock``. Without the ``address`` of a visitor nothing is limited.
    opponent = OPPONENTS.get(guest.level or "") if guest else None
    if opponent and not opponent.plays(variant):
        raise errors.NotOnThisBoard
    game = Game(
        variant_code=str(variant),
        best_of=best_of,
        allows_undo=allows_undo,
        is_public=is_public,
        **fields,
    )
    set_up(game, opening)
    limits.count_visitor(limits.GAMES, host.pk, address)
    game.set_clock(control)
    game.assign_seat(mark, host)
    game.assign_seat(mark.opponent, guest)
    if game.is_between_people:
        game.relation = kinds.of(game).relation
    require_computer_allowed(game)
    if guest:
        start(game)
    game.save(force_insert=True)
    return game


def create_game_with_move(
    *,
    host: Player,
    cell: int,
    opening: Sequence[int] = (),
    address: str | None = None,
    **terms: Any,
) -> Game:
    limits.count_visitor(limits.GAMES, host.pk, address)
    mark = Mark.of_ply(len(opening))
    with transaction.atomic():
        game = create_game(host=host, mark=mark, opening=opening, **terms)
        return play_move(game.pk, host.pk, ply=game.ply, cell=cell)


@transaction.atomic
def keep_game(player: Player, file: GameFile, ending: Result | None, guest: Player) -> Game:
    # It was played elsewhere. ``ending`` is that of a board that does not end it.
    terms: dict[str, Any] = {"opening": file.moves[: file.start_ply], "is_public": False}
    game = create_game(host=player, guest=guest, mark=Mark.X, variant=file.variant, **terms)
    game.board, game.record = play_moves(Board(file.variant), file.moves), list(file.moves)
    played = list(enumerate(game.record))[file.start_ply :]
    Move.objects.bulk_create(Move(game=game, ply=ply, cell=cell) for ply, cell in played)
    if ending := ending_by_rules(game.board) or ending:
        finish(game, *ending)
        save_and_announce(game, *BOARD_FIELDS, *ENDING_FIELDS)
    else:
        game.save(update_fields=BOARD_FIELDS)
        close(game, Game.Reason.STOPPED)
    return game


def join_game(game_id: str, player: Player, *, address: str | None = None) -> Game:
    game = find_game(game_id)
    if not game.marks_of(player.pk):
        limits.count_visitor(limits.JOINS, player.pk, address)
    return _join(game_id, player)


@ends_overdue_game_first
def _join(game_id: str, player: Player) -> Game:
    game = lock_game(game_id)
    if game.marks_of(player.pk):
        return game
    if game.status == Game.Status.CLOSED:
        raise errors.Closed
    if game.x and game.o:
        raise errors.SeatTaken
    kinds.of(game).require_joinable(game, player)
    player_joining.send(Game, game=game, player=player)
    take_free_seat(game, player)
    return game


def take_free_seat(game: Game, player: Player, *changed: str) -> None:
    mark = Mark.O if game.x else Mark.X
    game.assign_seat(mark, player)
    game.guest = mark
    game.x_seen_at = game.o_seen_at = None
    start(game)
    save_and_announce(game, "x", "o", "guest", "status", *SEEN_FIELDS, "deadline_at", *changed)
    game.events.create(kind=GameEvent.Kind.JOINED, mark=mark)


@ends_overdue_game_first
def change_terms(
    game_id: str,
    player_id: int,
    *,
    mark: Mark,
    control: str,
    best_of: int,
    allows_undo: bool,
    is_public: bool,
) -> Game:
    # The link to an invitation stays as it is.
    game = lock_game(game_id)
    [host] = require_seat(game, player_id)[:1]
    if game.status != Game.Status.WAITING or game.kind:
        raise errors.NotWaiting
    if mark is not host:
        game.x, game.o = game.o, game.x
    game.set_clock(control)
    game.best_of, game.allows_undo, game.is_public = best_of, allows_undo, is_public
    rules = ("best_of", "allows_undo", "is_public")
    save_and_announce(game, "x", "o", *rules, "control", *CLOCK_FIELDS)
    return game


@ends_overdue_game_first
def withdraw(game_id: str, player_id: int) -> Game:
    game = lock_game(game_id)
    mark = require_seat(game, player_id)[0]
    if game.status == Game.Status.CLOSED:
        return game
    if game.status == Game.Status.CALLED:
        _leave_call(game, mark)
        return game
    if game.status == Game.Status.PLAYING and game.awaited == [mark.opponent]:
        _release_previous(game)
    elif game.status != Game.Status.WAITING:
        raise errors.NotWaiting
    close(game, Game.Reason(kinds.of(game).withdrawn_as))
    return game


def _release_previous(rematch: Game) -> None:
    # So that another one may follow it.
    previous = rematch.previous
    if previous is None:
        return
    rematch.previous = None
    rematch.save(update_fields=["previous"])
    save_and_announce(lock_game(previous.pk))


def _leave_call(game: Game, mark: Mark) -> None:
    if game.has_come(mark) and not kinds.of(game).loses_no_show(game):
        close_for(game, mark, Game.Reason.STOPPED)
    else:
        end_call(game, [mark])


@ends_overdue_game_first
def rematch(game_id: str, player_id: int) -> Game:
    # With the same opening. Nobody can claim it before both players have come to it.
    game = lock_game(game_id)
    mark = require_seat(game, player_id)[0]
    if game.status != Game.Status.FINISHED:
        raise errors.NotOver
    if following := Game.objects.with_players().filter(previous=game).first():
        return following
    if not kinds.of(game).allows_rematch:
        raise errors.NoRematch
    if game.has_former_player:
        raise errors.OpponentLeft
    _require_may_ask(game, mark)
    require_computer_allowed(game)
    limits.count_on_commit(limits.REMATCHES, player_id)
    following = start_rematch(game, asked_by=mark if _keeps_sides(game) else mark.opponent)
    save_and_announce(game)
    return following


def _require_may_ask(game: Game, mark: Mark) -> None:
    try:
        player_joining.send(Game, game=game, player=game.seat(mark))
    except errors.NotInvited:
        raise errors.CannotAsk from None


def start_rematch(game: Game, **fields: Any) -> Game:
    # The sides are swapped, but after a loss kept if the loser had begun: who has lost begins.
    score, x, o = game.score(), game.x, game.o
    if not _keeps_sides(game):
        x, o, score = o, x, {"X": score["O"], "O": score["X"], "draws": score["draws"]}
    if series.is_over(score, game.best_of):
        score = dict.fromkeys(score, 0)
    following = Game(
        variant_code=game.variant_code,
        x=x,
        o=o,
        is_public=game.is_public,
        allows_undo=game.allows_undo,
        best_of=game.best_of,
        relation=game.relation,
        x_score=score["X"],
        o_score=score["O"],
        draws=score["draws"],
        previous=game,
        **fields,
    )
    following.set_clock(game.control)
    set_up(following, game.record[: game.start_ply])
    start(following)
    following.save(force_insert=True)
    return following


def _keeps_sides(game: Game) -> bool:
    # They never do in a series of a certain length, in which both begin equally often, nor where
    # two share a screen, who have no seats to tell them apart.
    is_free = game.best_of == series.ENDLESS and not game.is_hot_seat
    return is_free and game.winner not in ("", Mark.of_ply(game.start_ply))


def read_opening(text: str, variant: Variant) -> tuple[int, ...]:
    if len(text) > LONGEST_NAME * variant.size:
        raise errors.WrongOpening
    try:
        opening = read_moves(text, variant)
    except InvalidCellName:
        raise errors.WrongOpening from None
    _position_after(opening, variant)
    return opening


def set_up(game: Game, opening: Sequence[int]) -> None:
    game.board, game.record = _position_after(opening, game.variant), list(opening)
    game.start_ply = game.ply


def _position_after(opening: Sequence[int], variant: Variant) -> Board:
    try:
        board = play_moves(Board(variant), opening)
    except IllegalMove:
        raise errors.WrongOpening from None
    if ending_by_rules(board):
        raise errors.FinishedOpening
    return board

"""Menace, ``games.study.menace.learner``, with its boxes in the database.

What it learns from a game is stored in the transaction that ends the game, so that each game counts
once and never without its end. To change the boxes, a transaction first locks Menace's own
row among the players: of two games that end at once, one learns after the other, from what that one
has left. (On SQLite a transaction has the whole database to itself.) Whoever has that lock must
not lock a game besides the one that ends: whose end has locked that game waits for this lock.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.ai.computer_players import MENACE, register
from games.ai.levels import Chooser
from games.ai.selfplay import Moves
from games.engine import Board, Mark
from games.models import Game, Player
from games.study.menace.learner import Menace, Reward, position
from games.study.menace.models import LearnedGame, Matchbox

RESULTS = {Reward.WON: "won", Reward.DRAWN: "drawn", Reward.LOST: "lost"}


def menace_at(board: Board) -> Menace:
    """Return Menace with the one box that it needs to move on a board."""
    return Menace(Matchbox.objects.of([position(board)]))


def _new_chooser(board: Board | None) -> Chooser:
    return menace_at(board) if board else Menace()


register(MENACE, _new_chooser)


def learn(game: Game, **_: Any) -> None:
    """Let Menace learn from a game that ends, if it has played in it; receives ``game_finished``.

    Every result teaches, also of a game that was given up or ran out of time, if both sides have
    moved: before that, it says nothing about Menace's moves. Moves that were taken back do
    not count.
    """
    seats = {mark: game.seat(mark) for mark in Mark}
    played = [mark for mark, player in seats.items() if player and player.level == MENACE.id]
    moves = _moves(game) if played else []
    for mark in played if len(moves) > 1 else ():
        learn_from(moves, mark, Mark(game.winner) if game.winner else None, game)


@transaction.atomic
def learn_from(moves: Moves, mark: Mark, winner: Mark | None, game: Game | None = None) -> None:
    """Let Menace learn from moves of a ``game``, or of training, in which it played a mark."""
    _lock()
    boxes = [position(board) for board, _ in moves if board.turn is mark]
    menace = Menace(Matchbox.objects.of(boxes))
    menace.learn(moves, mark, winner)
    Matchbox.objects.put(menace.boxes)
    _note(mark, Reward.of(mark, winner), game)


@transaction.atomic
def start_afresh() -> int:
    """Empty Menace's memory: every box is as in the beginning. Return its games until now."""
    _lock()
    Matchbox.objects.all().delete()
    games, _ = LearnedGame.objects.all().delete()
    return games


def _lock() -> None:
    player = Player.objects.of_level(MENACE)
    # Games that begin refer to the row, which a full lock would not let them.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _note(mark: Mark, reward: Reward, game: Game | None) -> None:
    before = LearnedGame.objects.last()
    totals = {name: getattr(before, name) if before else 0 for name in RESULTS.values()}
    totals[RESULTS[reward]] += 1
    LearnedGame.objects.create(number=sum(totals.values()), game=game, mark=mark, **totals)


def _moves(game: Game) -> Moves:
    """Return the moves that were made in a game, each with the board that it was made on.

    Those that a game was set up with are not among them.
    """
    board, moves = Board(game.variant), []
    for cell in game.record:
        moves.append((board, cell))
        board = board.play(cell)
    return moves[game.start_ply :]

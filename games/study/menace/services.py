from __future__ import annotations

from random import SystemRandom
from typing import Any

from django.db import transaction
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.ai.choosers import Chooser, choose_at_random
from games.ai.computer_players import MENACE
from games.ai.selfplay import Moves, play_game
from games.engine import Board, Mark
from games.models import Game, Player
from games.play import limits
from games.study.menace.learner import Menace, Reward, position
from games.study.menace.models import LearnedGame, Matchbox
from games.web.achievements import Achievement, AchievementSet, drawn

TRAINING = limits.register(gettext_noop("training"), person=["6/minute"], address=["30/minute"])
GAMES = 100  # of one training
RESULTS = {Reward.WON: "won", Reward.DRAWN: "drawn", Reward.LOST: "lost"}


def menace_at(board: Board) -> Menace:
    return Menace(Matchbox.objects.of([position(board)]))


def new_chooser(board: Board | None) -> Chooser:
    return menace_at(board) if board else Menace()


def learn(game: Game, **_: Any) -> None:
    # From every result, resignations and losses on time included, once both sides have moved.
    # Undone moves do not count.
    seats = {mark: game.seat(mark) for mark in Mark}
    played = [mark for mark, player in seats.items() if player and player.level == MENACE.id]
    moves = _moves(game) if played else []
    for mark in played if len(moves) > 1 else ():
        learn_from(moves, mark, Mark(game.winner) if game.winner else None, game)


@transaction.atomic
def learn_from(moves: Moves, mark: Mark, winner: Mark | None, game: Game | None = None) -> None:
    _lock()
    boxes = [position(board) for board, _ in moves if board.turn is mark]
    menace = Menace(Matchbox.objects.of(boxes))
    menace.learn(moves, mark, winner)
    Matchbox.objects.put(menace.boxes)
    _note(mark, Reward.of(mark, winner), game)


@transaction.atomic
def train() -> None:
    """Let it play ``GAMES`` games against Random, each side half of them."""
    _lock()
    menace, rng = (
        Menace({box.position: box.counts for box in Matchbox.objects.all()}),
        SystemRandom(),
    )
    for number in range(GAMES):
        mark = Mark.O if number % 2 else Mark.X
        sides: dict[Mark, Chooser] = {mark: menace, mark.opponent: choose_at_random}
        game = play_game(sides, Board(), rng)
        menace.learn(game.moves, mark, game.winner)
        _note(mark, Reward.of(mark, game.winner))
    Matchbox.objects.put(menace.boxes)


@transaction.atomic
def start_afresh() -> int:
    _lock()
    Matchbox.objects.all().delete()
    games, _ = LearnedGame.objects.all().delete()
    return games


def _lock() -> None:
    player = Player.objects.of_level(MENACE)
    # A new game refers to this row, which a full lock would make wait.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _note(mark: Mark, reward: Reward, game: Game | None = None) -> None:
    before = LearnedGame.objects.last()
    totals = {name: getattr(before, name) if before else 0 for name in RESULTS.values()}
    totals[RESULTS[reward]] += 1
    LearnedGame.objects.create(number=sum(totals.values()), game=game, mark=mark, **totals)


def _moves(game: Game) -> Moves:
    # Moves that were set up are left out.
    board, moves = Board(game.variant), []
    for cell in game.record:
        moves.append((board, cell))
        board = board.play(cell)
    return moves[game.start_ply :]


MATCHBOX = drawn("M5 14l15-8 15 8v16H5zM5 14h30M16 14v7h8v-7")


def _counts(player: Player) -> dict[str, int]:
    menace = Player.objects.filter(level=MENACE.id)
    games = Game.objects.filter(status=Game.Status.FINISHED)
    as_x = games.filter(x=player, o__in=menace, winner="X")
    as_o = games.filter(o=player, x__in=menace, winner="O")
    return {MENACE.id: as_x.count() + as_o.count()}


COLLECTED = AchievementSet(
    (Achievement(MENACE.id, _("Beat Menace"), MATCHBOX, "red", reverse_lazy("games:menace")),),
    _counts,
    lambda game, result: {MENACE.id} if game.level == MENACE.id and result == "won" else (),
)

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from django.db import transaction
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.ai.choosers import Chooser, choose_at_random
from games.ai.computer_players import MENACE
from games.ai.selfplay import Moves, PlayedGame, play_game
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
        winner = Mark(game.winner) if game.winner else None
        learn_from([(mark, PlayedGame(moves, winner))], game)


@transaction.atomic
def learn_from(played: Sequence[tuple[Mark, PlayedGame]], game: Game | None = None) -> None:
    """Learn from games in which it had these sides; ``game`` is the stored one."""
    _lock()
    moves = [(mark, board) for mark, each in played for board, _ in each.moves]
    boxes = {position(board) for mark, board in moves if board.turn is mark}
    menace = Menace(Matchbox.objects.of(boxes))
    for mark, each in played:
        menace.learn(each.moves, mark, each.winner)
    Matchbox.objects.put(menace.boxes)
    _note(played, game)


def train() -> None:
    """Let it play ``GAMES`` games against Random, each side half of them."""
    # They are played before the lock, for which everybody's games against it wait.
    menace, played = Menace(Matchbox.objects.counts()), []
    for mark in list(Mark) * (GAMES // 2):
        sides: dict[Mark, Chooser] = {mark: menace, mark.opponent: choose_at_random}
        played.append((mark, play_game(sides, Board(), SystemRandom())))
        menace.learn(played[-1][1].moves, mark, played[-1][1].winner)
    learn_from(played)


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


def _note(played: Sequence[tuple[Mark, PlayedGame]], game: Game | None) -> None:
    before, learned = LearnedGame.objects.last(), []
    totals = {name: getattr(before, name) if before else 0 for name in RESULTS.values()}
    for mark, each in played:
        totals[RESULTS[Reward.of(mark, each.winner)]] += 1
        number = sum(totals.values())
        learned.append(LearnedGame(number=number, game=game, mark=mark, **totals))
    LearnedGame.objects.bulk_create(learned)


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

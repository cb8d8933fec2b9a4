"""Games that were played long ago, written into the database without playing them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from games.engine import BOARDS, Board, Outcome, Reason
from games.models import Game, Player

START = datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC"))
SMALL = ("classic", "misere", "connect-four")


def past_games(player: Player, others: Sequence[Player], count: int, seed: int = 7) -> list[Game]:
    random = Random(seed)
    games = [_game(random, player, random.choice([player, *others]), n) for n in range(count)]
    _store(games)
    return games


def _game(random: Random, player: Player, other: Player, number: int) -> Game:
    x, o = random.sample([player, other], 2)
    board = Board(BOARDS[random.choice(SMALL)].variant)
    record: list[int] = []
    length = random.choice([random.randrange(4), board.variant.size])
    while not board.is_over and len(record) < length:
        record.append(random.choice(board.legal_moves()))
        board = board.play(record[-1])
    at = START + timedelta(minutes=number // 3)
    game = Game(variant_code=str(board.variant), x=x, o=o, record=record, created_at=at)
    game.board, game.hints = board, random.randrange(3)
    _end(game, board, random)
    return game


def _end(game: Game, board: Board, random: Random) -> None:
    game.status = Game.Status.PLAYING
    if board.is_over:
        outcome = board.outcome() or Outcome(None, Reason.FULL)
        game.winner, game.reason = outcome.winner or "", outcome.reason
    elif random.random() < 0.4:
        game.winner, game.reason = random.choice("XO"), Game.Reason.RESIGNED
    elif random.random() < 0.4:
        game.reason = Game.Reason.ABANDONED
    if game.reason:
        game.finished_at = game.created_at + timedelta(seconds=random.randrange(500))
        is_closed = game.reason == Game.Reason.ABANDONED
        game.status = Game.Status.CLOSED if is_closed else Game.Status.FINISHED


def _store(games: list[Game]) -> None:
    begun = [game.created_at for game in games]
    Game.objects.bulk_create(games)
    for game, at in zip(games, begun, strict=True):  # which storing them has set to now
        game.created_at = at
    Game.objects.bulk_update(games, ["created_at"], batch_size=500)

"""A record of very many games, written in bulk without playing them.

A tenth of the games are against each level of the computer, most of the others among people. They
began within a year. Of their moves it has what lists and totals are made of: no rows of their own.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from random import Random

from django.db import connection
from django.db.models import F
from django.utils import timezone

from games.ai.computer_players import COMPUTER_PLAYERS
from games.ai.levels import LEVELS
from games.engine import BOARDS, Board
from games.models import Exhibition, Game, Player, names
from games.study.reviews.models import Review

YEAR = timedelta(days=365)
BATCH = 1000  # games that are stored at once
GAMES_OF_A_PERSON = 5
LONGEST = 40  # plies, after which somebody resigns
LINES = 60  # different games on each board
# How often what is chosen.
BOARD_SHARES = {
    "classic": 62,
    "misere": 12,
    "4x4": 8,
    "5x5": 5,
    "6x6": 4,
    "connect-four": 6,
    "gomoku": 3,
}
OPPONENT_SHARES = {"person": 50, "alone": 7, "itself": 1, "menace": 2, **dict.fromkeys(LEVELS, 10)}
ENDING_SHARES = {"": 86, Game.Reason.RESIGNED: 8, Game.Reason.ABANDONED: 4, Game.Reason.EXPIRED: 2}
OPEN = 0.005  # of all games
REVIEWED, HINTED = 0.6, 0.1  # of the games that are over, of those against the computer


def store_games(count: int, seed: int = 7, of: Player | None = None) -> None:
    """Store so many games, of one person or of anybody, with their players and reviews."""
    random, start = Random(seed), timezone.now() - YEAR
    people = [Player(name=names.random_name(random)) for _ in range(count // GAMES_OF_A_PERSON + 2)]
    people = Player.objects.bulk_create(people, batch_size=BATCH)
    computers = {player: Player.objects.of_level(each) for player, each in COMPUTER_PLAYERS.items()}
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        _store(
            random,
            [
                _game(
                    random, of or random.choice(people), people, computers, start + YEAR * n / count
                )
                for n in numbers
            ],
        )
    # Django sets it to now when it stores a row.
    Game.objects.update(created_at=F("touched_at"))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # as the server does by itself after a while


def _game(
    random: Random, one: Player, people: list[Player], computers: dict[str, Player], at: datetime
) -> Game:
    board, record = random.choice(_lines(_choose(random, BOARD_SHARES)))
    x, o = _seats(random, one, people, computers, _choose(random, OPPONENT_SHARES))
    game = Game(variant_code=str(board.variant), x=x, o=o, record=record)
    game.board, game.touched_at = board, at
    if game.level and random.random() < HINTED:
        game.hints = random.randrange(1, 4)
    if random.random() < OPEN:
        game.status = Game.Status.PLAYING
    else:
        _end(random, game, board)
    return game


def _seats(
    random: Random, one: Player, people: list[Player], computers: dict[str, Player], opponent: str
) -> list[Player]:
    match opponent:
        case "person":
            others = (each for each in random.sample(people, 2) if each != one)
            return random.sample([one, next(others)], 2)
        case "alone":
            return [one, one]
        case "itself":
            return random.choices(list(computers.values()), k=2)
    return random.sample([one, computers[opponent]], 2)


def _end(random: Random, game: Game, board: Board) -> None:
    """Let a game end somehow, a few minutes after it began."""
    game.finished_at = game.touched_at + timedelta(seconds=random.randrange(20, 900))
    game.status, game.reason = Game.Status.CLOSED, _choose(random, ENDING_SHARES)
    if game.reason == Game.Reason.EXPIRED:
        game.o, game.board, game.record = None, Board(game.variant), []
    elif game.reason != Game.Reason.ABANDONED:
        game.status, outcome = Game.Status.FINISHED, board.outcome()
        if game.reason or not board.is_over:
            game.reason, game.winner = Game.Reason.RESIGNED, random.choice("XO")
        elif outcome:
            game.reason, game.winner = Game.Reason(outcome.reason), outcome.winner or ""
        else:
            game.reason = Game.Reason.DEAD


def _store(random: Random, games: list[Game]) -> None:
    reviews = [
        Review(
            game=game, is_complete=True, x_lost=random.randrange(2), o_slipped=random.randrange(2)
        )
        for game in games
        if game.status == Game.Status.FINISHED and random.random() < REVIEWED
    ]
    for review in reviews:
        review.game.mistakes = review.mistakes
    Game.objects.bulk_create(games)
    Review.objects.bulk_create(reviews)
    itself = [game for game in games if game.is_exhibition]
    Exhibition.objects.bulk_create(Exhibition(game=game, owner=game.x) for game in itself)


@cache
def _lines(board_id: str) -> list[tuple[Board, list[int]]]:
    """Play some games; each is its last board and the record of its moves."""
    random = Random(board_id)
    return [_line(random, Board(BOARDS[board_id].variant)) for _ in range(LINES)]


def _line(random: Random, board: Board) -> tuple[Board, list[int]]:
    record: list[int] = []
    while not board.is_over and len(record) < LONGEST:
        record.append(random.choice(board.legal_moves()))
        board = board.play(record[-1])
    return board, record


def _choose(random: Random, shares: dict[str, int]) -> str:
    return random.choices(list(shares), list(shares.values()))[0]

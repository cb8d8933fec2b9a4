"""A record of very many games, written in bulk without playing them.

A tenth of the games are against each level of the computer, most of the others among people. They
began within a year, and have ten moves on average.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from random import Random
from typing import NamedTuple

from django.db import connection
from django.db.models import F
from django.utils import timezone

from games import names
from games.ai.computer_players import COMPUTER_PLAYERS
from games.ai.levels import LEVELS
from games.ai.review import Label
from games.engine import BOARDS, Board
from games.models import Exhibition, Game, Hint, Player, Review

YEAR, WEEK = timedelta(days=365), timedelta(days=7)
BATCH = 1000  # games that are stored at once
GAMES_OF_A_PERSON = 5
LONGEST = 40  # plies, after which somebody resigns
LINES = 60  # different games on each board
BOARD_SHARES = {
    "classic": 62,
    "misere": 12,
    "4x4": 8,
    "5x5": 5,
    "6x6": 4,
    "connect-four": 6,
    "gomoku": 3,
}
OPPONENT_SHARES = {
    **{"person": 50, "alone": 7, "itself": 1, "menace": 2},
    **dict.fromkeys(LEVELS, 10),
}
ENDINGS = {"as it was": 86, "resigned": 8, "abandoned": 4, "expired": 2}
OPEN = 0.3  # of the games of the last week
REVIEWED, HINTED = 0.6, 0.1  # of the games that are over, of those against the computer

# The moves of all games, from their records.
STORE_MOVES = {
    "sqlite": """
        INSERT INTO games_move (game_id, ply, cell, message, created_at)
        SELECT game.id, made.key, made.value, '', touched_at
        FROM games_game game, json_each(record) made""",
    "postgresql": """
        INSERT INTO games_move (game_id, ply, cell, message, created_at)
        SELECT game.id, made.number - 1, made.cell::int, '', touched_at
        FROM games_game game, jsonb_array_elements_text(record) WITH ORDINALITY made (cell, number)
        """,
}


class Line(NamedTuple):
    """A game as it was played on some board."""

    board: Board
    record: list[int]


def store_games(count: int, seed: int = 7) -> None:
    """Store so many games with moves, players, hints and reviews."""
    random, start = Random(seed), timezone.now() - YEAR
    people = _store_people(random, max(2, count // GAMES_OF_A_PERSON))
    computers = {player: Player.objects.of_level(each) for player, each in COMPUTER_PLAYERS.items()}
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        games = [_game(random, people, computers) for _ in numbers]
        for number, game in zip(numbers, games, strict=True):
            game.touched_at = start + YEAR * number / count
            _end(random, game)
        _store(random, games)
    # Django sets it to now when it stores a row.
    Game.objects.update(created_at=F("touched_at"))
    with connection.cursor() as cursor:
        cursor.execute(STORE_MOVES[connection.vendor])
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")  # as the server does by itself after a while


def _store_people(random: Random, count: int) -> list[Player]:
    people = [Player(name=names.random_name(random)) for _ in range(count)]
    return Player.objects.bulk_create(people, batch_size=BATCH)


def _game(random: Random, people: list[Player], computers: dict[str, Player]) -> Game:
    line = random.choice(_lines(_choose(random, BOARD_SHARES)))
    x, o = _seats(random, people, computers, _choose(random, OPPONENT_SHARES))
    game = Game(variant_code=str(line.board.variant), x=x, o=o, record=line.record)
    game.board = line.board
    if game.level and random.random() < HINTED:
        game.hints = random.randrange(1, 4)
    return game


def _seats(
    random: Random, people: list[Player], computers: dict[str, Player], opponent: str
) -> list[Player]:
    one = random.choice(people)
    match opponent:
        case "person":
            return random.sample(people, 2)
        case "alone":
            return [one, one]
        case "itself":
            return random.choices(list(computers.values()), k=2)
    return random.sample([one, computers[opponent]], 2)


def _end(random: Random, game: Game) -> None:
    """Let a game end somehow, a few minutes after it began; some of the newest go on."""
    if game.touched_at > timezone.now() - WEEK and random.random() < OPEN:
        game.status = Game.Status.PLAYING
        return
    game.finished_at = game.touched_at + timedelta(seconds=random.randrange(20, 900))
    game.status, board, how = Game.Status.FINISHED, game.board, _choose(random, ENDINGS)
    if how == "expired" and game.is_among_people and not game.is_hot_seat:
        game.o, game.board, game.record = None, Board(game.variant), []
        game.status, game.reason = Game.Status.CLOSED, Game.Reason.EXPIRED
    elif how == "abandoned":
        game.status, game.reason = Game.Status.CLOSED, Game.Reason.ABANDONED
    elif how == "resigned" or not board.is_over:
        game.reason, game.winner = Game.Reason.RESIGNED, random.choice("XO")
    elif outcome := board.outcome():
        game.reason, game.winner = Game.Reason(outcome.reason), outcome.winner or ""
    else:
        game.reason = Game.Reason.DEAD


def _store(random: Random, games: list[Game]) -> None:
    reviews = _reviews(random, games)
    for review in reviews:
        review.game.mistakes = review.mistakes
    Game.objects.bulk_create(games)
    Review.objects.bulk_create(reviews)
    Hint.objects.bulk_create(
        Hint(game=game, ply=ply, position=str(ply)) for game in games for ply in range(game.hints)
    )
    Exhibition.objects.bulk_create(
        Exhibition(game=game, owner=game.x) for game in games if game.is_exhibition
    )


def _reviews(random: Random, games: list[Game]) -> list[Review]:
    finished = [game for game in games if game.status == Game.Status.FINISHED and game.record]
    return [_review(random, game) for game in finished if random.random() < REVIEWED]


def _review(random: Random, game: Game) -> Review:
    review = Review(game=game)
    labels = random.choices(list(Label), [30, 30, 2, 3, 10, 20, 3, 2], k=len(game.record))
    review.add(
        {
            "cell": cell,
            "label": label,
            "before": {"value": "draw", "plies": None},
            "after": {"value": "draw", "plies": None},
            "better": [],
            "line": [],
            "standing": 0.0,
        }
        for cell, label in zip(game.record, labels, strict=True)
    )
    return review


@cache
def _lines(board_id: str) -> list[Line]:
    random = Random(board_id)
    return [_line(random, Board(BOARDS[board_id].variant)) for _ in range(LINES)]


def _line(random: Random, board: Board) -> Line:
    record: list[int] = []
    while not board.is_over and len(record) < LONGEST:
        record.append(random.choice(board.legal_moves()))
        board = board.play(record[-1])
    return Line(board, record)


def _choose(random: Random, shares: dict[str, int]) -> str:
    return random.choices(list(shares), list(shares.values()))[0]

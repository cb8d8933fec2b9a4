"""Reviews of the games in tests, made here instead of in a process of their own."""

from games.engine import Board, play_moves
from games.models import Game
from games.protocol import MoveReviewJSON
from games.study.reviews import services
from games.study.reviews.analysis import review_move
from games.study.reviews.models import Review
from games.study.reviews.services import as_json

SECONDS = 60.0
# O loses by the fourth move; every other move keeps what there is to keep.
O_LOSES_ON_MOVE_4 = (0, 4, 8, 2, 6, 3, 7)
# O loses by the second move, and X lets that slip at once.
X_MISSES_A_WIN = (0, 3, 5, 2, 6, 8, 7, 4, 1)


def reviews_of(game: Game) -> list[MoveReviewJSON]:
    board, found = play_moves(Board(game.variant), game.record[: game.start_ply]), []
    for cell in game.record[game.start_ply :]:
        found.append(as_json(review_move(board, cell, SECONDS)))
        board = board.play(cell)
    return found


def review_game(game: Game) -> Review:
    services.store_reviews(game.pk, game.start_ply, reviews_of(game))
    return services.find_review(game.pk)

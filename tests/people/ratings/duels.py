"""Short ways to have accounts and duels."""

from __future__ import annotations

from games.engine.presets import BOARDS
from games.models import Game, Player
from games.people.matching import services
from games.people.matching.queue import Seek
from games.play import services as play_services
from tests.accounts import with_account
from tests.people.matching.seeks import come
from tests.playing import reload


def duel_seek(board: str = "5x5", control: str = "10s") -> Seek:
    return Seek(str(BOARDS[board].variant), control, is_duel=True)


def find_duel(player: Player, board: str = "5x5", control: str = "10s") -> Game:
    return services.find_opponent(player, duel_seek(board, control))


def start_duel(first: Player, second: Player, board: str = "5x5") -> Game:
    """Return the first game of a duel to which both have come."""
    for player in (first, second):
        if not player.has_account:
            with_account(player)
    find_duel(first, board)
    game = find_duel(second, board)
    come(game, first, second)
    return reload(game)


def second_game(first: Game) -> Game:
    return Game.objects.with_players().get(previous=first)


def agree_to_draw(game: Game) -> Game:
    for player in (game.x, game.o):
        assert player
        game = play_services.draw(game.pk, player.pk, ply=game.ply)
    return game


def lose(game: Game, loser: Player) -> Game:
    return play_services.resign(game.pk, loser.pk)

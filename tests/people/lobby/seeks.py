from collections.abc import Callable
from datetime import timedelta

from django.db import OperationalError, connection

from games.engine import clock
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.ops import database_outages
from games.people.lobby import services
from games.people.lobby.models import Seek
from games.people.lobby.queue import Terms
from games.play import game_cache
from games.play.services import note_seen, withdraw
from tests.playing import reload


def seek(board: str = "classic", control: str = "", *, any_board: bool = False) -> Terms:
    return Terms(str(BOARDS[board].variant), control, any_board)


def find(player: Player, board: str = "classic", control: str = "", *, any_board=False) -> Game:
    return services.find_opponent(player, seek(board, control, any_board=any_board))


def try_again(action: Callable[[], object]) -> object:
    try:
        return action()
    except OperationalError as error:
        assert database_outages.is_transient(error)  # noqa: PT017 - the others are errors
        return try_again(action)
    finally:
        connection.close()


def stop_looking(player: Player) -> None:
    for game in Seek.objects.waiting().of_any([player.pk]).games():
        withdraw(game.pk, player.pk)


def people(count: int) -> list[Player]:
    return [Player.objects.create(name=f"Person {number}") for number in range(count)]


def set_seen(game: Game, seconds: float | None) -> None:
    then = None if seconds is None else clock.now() - timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk, x__isnull=False).update(x_seen_at=then)
    Game.objects.filter(pk=game.pk, o__isnull=False).update(o_seen_at=then)


def come(game: Game, *players: Player) -> None:
    for player in players:
        note_seen(reload(game), player.pk)


def let_first_move_pass(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline_at=clock.now() - timedelta(seconds=1))
    game_cache.clear()


def two_who_met(first: Player, second: Player, *, control: str = "") -> Game:
    find(first, control=control)
    game = find(second, control=control)
    come(game, first, second)
    return reload(game)

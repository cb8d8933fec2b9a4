from datetime import timedelta

from django.db.models import F
from django.test import Client

from games.engine import Mark, clock
from games.models import Game, Player
from games.play import game_cache, services

X_WINS = (0, 3, 1, 4, 2)
O_WINS = (0, 3, 1, 4, 8, 5)
DRAW = (0, 4, 8, 1, 7, 6, 2, 5, 3)


def create_game(x: Player, o: Player, **options) -> Game:
    return services.create_game(host=x, mark=Mark.X, guest=o, **options)


def play(game: Game, *cells: int) -> Game:
    for cell in cells:
        game = Game.objects.with_players().get(pk=game.pk)
        game = services.play_move(game.pk, player_to_move(game).pk, ply=game.ply, cell=cell)
    return game


def player_to_move(game: Game) -> Player:
    return game.seat(game.turn)


def reload(game: Game) -> Game:
    return Game.objects.with_players().get(pk=game.pk)


def use_time(game: Game, seconds: float) -> None:
    thought = timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(deadline_at=F("deadline_at") - thought)
    game_cache.clear()  # No service moves a deadline without a new version.


def set_last_activity(game: Game, **ago: float) -> None:
    Game.objects.filter(pk=game.pk).update(touched_at=clock.now() - timedelta(**ago))


def start(client: Client, **choices: str) -> Game:
    response = client.post("/g/", choices)
    assert response.status_code == 302
    return Game.objects.with_players().get(pk=response["Location"].split("/")[2])


def url(game: Game, action: str = "") -> str:
    return game.get_absolute_url() + (f"{action}/" if action else "")

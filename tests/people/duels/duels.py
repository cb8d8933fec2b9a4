from django.db.models import F
from django.test import TestCase

from games.engine.presets import BOARDS
from games.models import Game, Player
from games.people.accounts import services as accounts
from games.people.duels import services
from games.people.duels.models import DAY, ESTABLISHED_AFTER, ESTABLISHED_BY, Rating, RatingChange
from games.people.duels.rules import PLAYED_AFTER
from games.play import services as play_services
from games.presentation import snapshots
from tests.accounts import with_account
from tests.people.lobby.seeks import come
from tests.playing import play, reload

ESTABLISHED = {"duels": ESTABLISHED_AFTER, "opponents": ESTABLISHED_BY}


def find_duel(player: Player, board: str = "5x5", control: str = "10s") -> Game:
    code = str(BOARDS[board].variant)
    return services.find_opponent(player, code, control, address="127.0.0.1")


def start_duel(first: Player, second: Player, board: str = "5x5", *, are_new: bool = False) -> Game:
    for player in (first, second):
        if not player.has_account:
            with_account(player)
        if not are_new:
            Rating.objects.get_or_create(player=player, board=board, defaults=ESTABLISHED)
    find_duel(first, board)
    game = find_duel(second, board)
    come(game, first, second)
    return reload(game)


def second_game(first: Game) -> Game:
    return Game.objects.with_players().get(previous=first)


def both_come(game: Game) -> Game:
    come(game, game.x, game.o)
    return reload(game)


def agree_to_draw(game: Game) -> Game:
    both_come(game)
    for player in (game.x, game.o):
        game = play_services.draw(game.pk, player.pk, ply=game.ply)
    return game


def lose(game: Game, loser: Player) -> Game:
    both_come(game)
    for _ in range(PLAYED_AFTER):
        game = play(game, reload(game).board.legal_moves()[0])
    return give_up(game, loser)


def give_up(game: Game, loser: Player) -> Game:
    both_come(game)
    return play_services.resign(game.pk, loser.pk)


def let_a_day_pass() -> None:
    RatingChange.objects.update(at=F("at") - DAY)
    Game.objects.update(created_at=F("created_at") - DAY)


def duel(winner: Player, loser: Player, **options: bool) -> Game:
    first = start_duel(winner, loser, **options)
    lose(first, loser)
    return lose(second_game(first), loser)


def state(game: Game, player: Player | None = None) -> snapshots.State:
    return snapshots.state_for(reload(game), player.pk if player else None)


def values(*players: Player) -> list[int]:
    ratings = {rating.player_id: rating for rating in Rating.objects.filter(board="5x5")}
    return [round(ratings[player.pk].value) for player in players]


def change_of(player: Player) -> float | None:
    changes = RatingChange.objects.filter(rating__player=player)
    return sum(each.after - each.before for each in changes) if changes else None


def leave(how: str, player: Player) -> None:
    if how == "forgotten":
        play_services.forget_player(player)
    else:
        with TestCase.captureOnCommitCallbacks(execute=True):
            accounts.lock(player)

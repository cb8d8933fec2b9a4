from contextlib import suppress
from datetime import timedelta

import pytest

from games.engine import clock
from games.models import Game, Player
from games.people.duels.models import Rating, RatingChange
from games.people.duels.rules import PLAYED_AFTER
from games.play.errors import GameOver
from tests.people.duels.duels import both_come, give_up, second_game, start_duel
from tests.people.lobby.seeks import people
from tests.people.lobby.test_concurrency import all_at_once
from tests.playing import play

pytestmark = pytest.mark.django_db(transaction=True)


def duel_at_second_game(*players: Player) -> Game:
    first = start_duel(*players)
    give_up(first, players[1])
    game = play(
        both_come(second_game(first)), *second_game(first).board.legal_moves()[:PLAYED_AFTER]
    )
    Game.objects.filter(pk=game.pk).update(deadline_at=clock.now() + timedelta(hours=1))
    return game


def test_both_players_end_a_duel_at_once():
    players = people(2)
    game = duel_at_second_game(*players)
    ends = [lambda player=player: _resign(game, player) for player in players]
    all_at_once(*ends, *ends)
    assert list(Rating.objects.values_list("duels", flat=True)) == [6, 6]
    assert RatingChange.objects.count() == 2


def test_two_who_end_two_duels_at_once_are_rated_once():
    players = people(2)
    games = [duel_at_second_game(*players), duel_at_second_game(*reversed(players))]
    pairs = [(game, player) for game in games for player in players]
    all_at_once(*[lambda pair=pair: _resign(*pair) for pair in pairs])
    assert list(Rating.objects.values_list("duels", flat=True)) == [6, 6]


def test_a_first_game_that_both_end_has_one_second_game():
    players = people(2)
    game = start_duel(*players)
    all_at_once(*[lambda player=player: _resign(game, player) for player in players])
    assert Game.objects.filter(previous=game).count() == 1


def _resign(game: Game, player: Player) -> None:
    with suppress(GameOver):  # if the other one was faster
        give_up(game, player)

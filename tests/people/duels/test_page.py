from datetime import timedelta

import pytest
from django.test import Client

from games.engine import clock
from games.glicko import GlickoRating
from games.models import Game, Player
from games.people.duels.models import Rating
from games.people.duels.views import leaderboards
from tests.accounts import with_account
from tests.people.duels.duels import find_duel, give_up, lose, second_game, start_duel
from tests.people.lobby.seeks import people
from tests.plain_browser import PlainBrowser

YEARS = timedelta(days=1000)


@pytest.fixture
def visitor(browse, alice: Player) -> Client:
    return browse(with_account(alice))


def leader(
    player: Player, value: float = 1600, duels: int = 10, deviation: float = 70, opponents: int = 3
) -> Rating:
    rating = Rating(player=with_account(player), board="5x5", duels=duels, opponents=opponents)
    rating.set(GlickoRating(value, deviation, 0.06))
    rating.save()
    return rating


def listed() -> list[str]:
    return [rating.player.name for each in leaderboards() for rating in each["leaders"]]


def test_the_best_stand_first(client: Client):
    for number, player in enumerate(people(10)):
        leader(player, 1500 + 10 * number)
    assert "<td>1590</td>" in client.get("/duels/").text
    assert listed() == [f"Person {number}" for number in reversed(range(10))]


def test_only_those_of_whom_enough_is_known_are_on_a_leaderboard():
    all_players = people(16)
    for player in all_players[:10]:
        leader(player)
    leader(all_players[10], duels=9)
    leader(all_players[11], deviation=81)
    leader(all_players[15], opponents=2)
    forgotten = leader(all_players[12])
    Player.objects.filter(pk=forgotten.player_id).update(user=None)
    locked = leader(all_players[13]).player.user
    locked.is_active = False
    locked.save()
    Player.objects.filter(pk=leader(all_players[14]).player.pk).update(private_since=clock.now())
    assert sorted(listed()) == sorted(f"Person {number}" for number in range(10))


def test_there_is_no_leaderboard_of_fewer_than_ten(client: Client):
    for player in people(9):
        leader(player)
    assert listed() == []
    assert "A board gets a leaderboard when ten people qualify for it" in client.get("/duels/").text


def test_who_stays_away_leaves_the_leaderboard_and_becomes_unsure():
    rating = leader(people(1)[0])
    assert timedelta() < rating.known_until - clock.now() < YEARS
    assert rating.is_sure
    rating.rated_at -= YEARS
    assert not rating.is_sure
    Rating.objects.update(known_until=clock.now() - timedelta(seconds=1))
    assert not Rating.objects.leading("5x5").exists()


def test_a_guest_reads_what_duels_are_and_that_they_need_an_account(client: Client):
    text = client.get("/duels/").text
    assert "Duels are rated, so they need an account." in text
    assert "Find a duel" not in text
    response = client.post("/duels/", {"board": "5x5", "control": "10s"})
    assert response.status_code == 403
    assert "Duels are rated, so they need an account." in response.text
    assert not Player.objects.people().exists()


def test_an_account_looks_for_a_duel(visitor: Client, alice: Player):
    response = visitor.post("/duels/", {"board": "gomoku", "control": "5s"})
    game = Game.objects.get()
    assert response["Location"] == game.get_absolute_url()
    assert (game.variant_code, game.control, game.kind) == ("15x15x5", "5s", "duel")
    text = visitor.get(game.get_absolute_url()).text
    assert "Waiting for a duel on Gomoku" in text
    assert "Duel, game 1 of 2" in text
    assert "Rated, but the same two only once a day." in text


@pytest.mark.parametrize(
    "wrong", [{"board": "classic"}, {"board": "4x4"}, {"control": ""}, {"control": "30s"}, {}]
)
def test_what_is_not_rated_cannot_be_looked_for(wrong: dict[str, str], visitor: Client):
    choices = {"board": "5x5", "control": "10s", **wrong} if wrong else {}
    response = visitor.post("/duels/", choices)
    assert response.status_code == 400
    assert "That board or that clock is not here any more." in response.text
    assert not Game.objects.exists()


def test_whoever_opens_the_link_of_a_waiting_duel_is_sent_to_the_page(client, alice: Player):
    game = find_duel(with_account(alice))
    text = client.get(game.get_absolute_url()).text
    assert "Nobody joins it by its link." in text
    assert "Your name" not in text.split("<main")[1]
    assert client.post(f"{game.get_absolute_url()}join/").status_code == 403


def test_ratings_and_their_graphs_are_on_the_page(visitor: Client, alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    lose(second_game(first), bob)
    for address in ("/duels/", alice.get_profile_url()):
        text = visitor.get(address).text
        assert "1662?" in text
        assert "From 1500 to 1662, at best 1662." in text


def test_the_way_on_from_the_first_game_of_a_duel_is_the_second(browse, alice: Player, bob: Player):
    browser = PlainBrowser(browse(alice))
    first = start_duel(alice, bob)
    lose(first, bob)
    browser.open(first.get_absolute_url())
    assert "Go to the next game" in browser.text()
    assert "A game given up before each has moved twice counts only" in browser.text()
    assert "Another duel" not in browser.text()
    assert "Review" not in browser.names("a")
    second = second_game(first)
    give_up(second, bob)
    browser.open(second.get_absolute_url())
    assert "Another duel" in browser.text()
    assert "A game given up before" not in browser.text()
    browser.open(first.get_absolute_url())
    assert "A game given up before" not in browser.text()
    assert "Review" in browser.names("a")
    assert "You win! Bob resigned." in browser.text()
    assert "The duel " not in browser.text()

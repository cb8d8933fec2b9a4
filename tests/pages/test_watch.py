import re

from django.test import Client

from games.models import Game, Player
from games.sockets import live_games
from tests.playing import create_game, play, reload, url


def test_the_page_shows_who_plays_whom_and_how_it_stands(client: Client, game: Game):
    play(game, 4)
    response = client.get("/watch/")
    page = response.text
    assert f'href="/g/{game.pk}/"' in page
    for part in ("Alice", "Bob", "Classic · X b2", 'data-cells="....X...."', "One game on now"):
        assert part in page
    assert page.count("data-live-game=") == 2  # the game, and the template of others
    assert "session" not in response.cookies
    assert "no-cache" in response["Cache-Control"]


def test_either_player_lists_the_game_and_takes_it_off_the_list(browse, alice, bob, charlie):
    game = create_game(alice, bob, is_public=False)
    for player, answer, is_listed in ((alice, "yes", True), (bob, "no", False)):
        assert browse(player).post(url(game, "show"), {"is_public": answer}).status_code == 302
        assert (game.pk in browse(None).get("/watch/").text) is is_listed
    assert browse(charlie).post(url(game, "show"), {"is_public": "yes"}).status_code == 409
    assert browse(charlie).get(url(game)).status_code == 200
    assert not reload(game).is_public


def test_the_headline_counts_the_games_that_have_no_place_and_none_that_is_over(client, alice, bob):
    for _ in range(live_games.MAX_GAMES + 1):
        create_game(alice, bob)
    page = client.get("/watch/").text
    assert page.count("data-live-game=") == live_games.MAX_GAMES + 1  # and the template of others
    assert "13 games on now" in page
    assert client.get("/watch/", headers={"accept": "application/json"}).json()["words"] in page


def test_games_with_strangers_stay_listed(browse, alice: Player, bob: Player):
    game = create_game(alice, bob, kind="open")
    response = browse(alice).post(url(game, "show"), {"is_public": "no"})
    assert response.status_code == 409
    assert "always under Watch" in response.text
    assert "under Watch</button>" not in browse(alice).get(url(game)).text


def test_while_nobody_plays_two_levels_do_and_nothing_is_stored(client: Client):
    pages = [client.get(f"/watch/?game=7&step={step}").text for step in range(5)]
    for part in ("Nobody is playing just now", "Medium", "Hard", "X to move."):
        assert part in pages[0]
    assert [page.count('data-mark="X"') for page in pages] == sorted(
        page.count('data-mark="X"') for page in pages
    )
    assert "O plays" in pages[4]
    for query in ("game=100", "game=x&step=-1", "step=99"):
        assert " plays " in client.get(f"/watch/?{query}").text
    assert Game.objects.count() == Player.objects.count() == 0


def test_the_computers_own_game_gives_way_to_people(client: Client, game: Game):
    assert re.search(r"data-no-games[^>]* hidden>", client.get("/watch/").text)

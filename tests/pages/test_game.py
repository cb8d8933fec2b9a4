import re

from django.test import Client

from games import protocol
from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.models import Game, Player
from games.play import services
from games.presentation import snapshots
from tests.people.lobby.seeks import come, find
from tests.playing import DRAW, X_WINS, play, url


def test_an_unknown_game_gets_a_friendly_page(client: Client):
    for response in (client.get("/g/nothing/"), client.post("/g/nothing/join/")):
        assert response.status_code == 404
        assert "Play a game" in response.text
    response = client.get("/g/zzzzzzzzzz/", headers={"accept": "application/json"})
    assert (response.status_code, response.json()["code"]) == (404, "no_such_game")


def test_a_page_that_is_looked_at_brings_a_lost_reply(client: Client, alice, computer):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer)
    play(game, 0)
    assert "b 2, O" in client.get(url(game)).text


def test_the_level_of_the_computer_stands_above_what_it_is_with_the_mark_by_the_shorter_line(
    browse, alice, computer
):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer)
    page = browse(alice).get(url(game)).text
    assert re.findall(r'class="name( long)?"|(Champion)\s*</bdi|<small>\s*(Computer)<', page) == [
        ("", "", ""),
        (" long", "", ""),
        ("", "Champion", ""),
        ("", "", "Computer"),
    ]


def test_a_draw_is_half_a_point_to_each(browse, alice: Player, bob: Player):
    first = play(services.create_game(host=alice, mark=Mark.X, guest=bob), *DRAW)
    page = browse(alice).get(url(first)).text
    assert re.findall(r'data-score="([XO])">([^<]*)', page) == [("X", "½"), ("O", "½")]


def test_the_rule_does_not_stand_below_a_result(browse, game: Game, alice: Player):
    services.resign(game.pk, alice.pk)
    page = browse(alice).get(url(game)).text
    assert re.search(r'data-rule href="[^"]+"\s+hidden', page)


def test_any_ply_can_be_shown(client: Client, game: Game):
    play(game, *X_WINS)
    shown = {"": 5, "?ply=0": 0, "?ply=2": 2, "?ply=5": 5, "?ply=99": 5, "?ply=x": 5}
    for query, ply in shown.items():
        assert client.get(url(game) + query).context["drawing"].board.ply == ply, query


def test_an_earlier_ply_cannot_be_played_on(browse, game: Game, alice: Player):
    play(game, 0, 1)
    page = browse(alice).get(url(game) + "?ply=1").text
    assert page.count("disabled") >= 9


def test_the_snapshot_is_served_as_json(browse, game: Game, bob: Player):
    response = browse(bob).get(url(game), headers={"accept": "application/json"})
    expected = protocol.state(snapshots.state_for(Game.objects.with_players().get(), bob.pk))
    shown = response.json()
    assert shown.pop("claim_in") in (86399, 86400)
    expected.pop("claim_in")
    assert shown == expected
    assert "Accept" in response["Vary"]


def before_move(browse, game: Game, player: Player | None) -> str:
    page = browse(player).get(url(game)).text
    said = re.search(r"<span data-before-move( hidden)?\s*>(.*?)</span>", page)
    assert bool(said[1]) is not bool(said[2])
    return said[2]


def test_a_rematch_says_the_new_sides_until_ones_own_first_move(browse, game, alice, bob):
    assert before_move(browse, game, alice) == ""
    rematch = services.rematch(services.resign(game.pk, bob.pk).pk, bob.pk)
    assert before_move(browse, rematch, alice) == "You are O in this game."
    assert before_move(browse, rematch, bob) == "You are X in this game."
    assert before_move(browse, rematch, None) == ""
    play(rematch, 4)
    assert before_move(browse, rematch, alice) == "You are O in this game."
    assert before_move(browse, rematch, bob) == ""
    play(rematch, 0)
    assert before_move(browse, rematch, alice) == ""


def test_who_meets_by_chance_is_told_how_long_the_first_move_may_take(browse, alice, bob):
    game = find(alice)
    told = "Each of you has 20 seconds for the first move."
    page = browse(alice).get(url(game)).text
    assert re.search(rf"<span data-before-move hidden\s*>{told}", page), "for when somebody comes"
    assert find(bob) == game
    come(game, alice, bob)
    assert before_move(browse, game, alice) == before_move(browse, game, bob) == told
    play(game, 4)
    assert sorted(before_move(browse, game, each) for each in (alice, bob)) == ["", told]


def test_a_finished_game_can_be_shared_by_players_and_spectators(browse, game: Game, alice: Player):
    def shares(player: Player | None) -> bool:
        page = browse(player).get(url(game)).text
        return bool(re.search(r'data-when="finished">\s*<button[^>]*>\s*Send', page))

    assert not shares(alice)
    play(game, *X_WINS)
    assert shares(alice)
    assert shares(None)
    assert f'href="{url(game)}picture.png"' in browse(None).get(url(game)).text


def test_more_has_the_levels_that_are_not_offered_beside_it(browse, alice, computer):
    game = play(services.create_game(host=alice, mark=Mark.X, guest=computer), *X_WINS)
    page = browse(alice).get(url(game)).text
    levels = re.findall(r'menu-entry" name="level" value="(\w+)" data-other-level\s*>', page)
    assert levels == [level for level in LEVELS if level not in (game.level, game.next_level)]

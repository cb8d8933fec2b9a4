import pytest
from django.test import Client

from games.tournaments import hosting, matches
from tests.playing import play
from tests.tournaments.tournaments import both_come, pass_time, resign, running, started

pytestmark = pytest.mark.django_db


def test_the_wall_shows_the_table_and_boards_then_the_podium_and_moments():
    tournament = started(4)
    address = f"/t/{tournament.pk}/wall/"
    wall = Client().get(address).text
    assert wall.count('td class="place"') == 4
    for game in running(tournament):
        both_come(game)
        play(game, 0, 3, 1, 4, 2)
    hosting.end(tournament)
    hosting.tick()
    wall = Client().get(address).text
    assert "win!" in wall
    assert "Quickest win" in wall
    assert "shared" in wall


def test_a_board_stays_on_the_wall_until_three_seconds_after_its_game():
    tournament = started(12)
    pass_time(3)
    address, wall = f"/t/{tournament.pk}/wall/", Client()
    first, *others = (each["game"] for each in wall.get(address).context["games"])
    on = {"on": " ".join(game.pk for game in (first, *others))}
    for game in running(tournament):
        if game not in others:  # one on the wall, and those that are not on it
            play(both_come(game), 0, 3, 1, 4, 2)
    matches.pair(tournament.pk)  # those who have won more than any on the wall
    pass_time(2)
    shown = wall.get(address, on)
    assert {each["game"] for each in shown.context["games"]} == {first, *others}
    assert 'class="strike' in shown.text
    key = wall.get(f"{address}state/").json()["key"]
    pass_time(1)
    assert wall.get(f"{address}state/").json()["key"] != key
    *kept, new = (each["game"] for each in wall.get(address, on).context["games"])
    assert set(kept) == set(others)
    assert new not in (first, *others)


def test_who_came_first_is_a_picture_to_share():
    tournament = started(2)
    resign(running(tournament)[0], running(tournament)[0].o)
    assert Client().get(f"{tournament.get_absolute_url()}picture.png").status_code == 409
    hosting.end(tournament)
    hosting.tick()
    response = Client().get(f"{tournament.get_absolute_url()}picture.png")
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    assert "Share this picture" in Client().get(f"{tournament.get_absolute_url()}wall/").text

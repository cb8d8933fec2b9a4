"""The pages of one's own games and of what they come to."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Player
from tests.past_games import past_games
from tests.playing import X_WINS, play, url

pytestmark = pytest.mark.django_db


def shown(client: Client, query: str = "") -> list[str]:
    """Return the ids of the games that a page lists."""
    html = client.get(f"/games/{query}").content.decode()
    return re.findall(r'<h2[^>]*><a href="/g/(\w+)/">', html)


def test_the_pages_lead_through_all_games(browse, alice: Player, bob: Player, computer: Player):
    games, client, query, ids = past_games(alice, [bob, computer], 70), browse(alice), "", []
    for _ in range(4):
        page = client.get(f"/games/{query}")
        ids += shown(client, query)
        query = f"?{page.context['older']}"
    assert page.context["older"] == ""
    assert '<a class="button" href="?">Newest games</a>' in page.content.decode()
    assert len(ids) == len(games)
    assert set(ids) == {game.pk for game in games}


def test_a_page_further_on_keeps_the_filter(browse, alice: Player, bob: Player):
    past_games(alice, [bob], 150)
    client = browse(alice)
    first = client.get("/games/?opponent=person&board=")
    assert "Newest games" not in first.content.decode()
    query = first.context["older"]
    assert query.startswith("opponent=person&before=")
    assert 'href="?opponent=person">Newest games' in client.get(f"/games/?{query}").content.decode()


@pytest.mark.parametrize("path", ["/games/", "/games/statistics/"])
def test_a_newcomer_is_told_that_nothing_is_here_yet(client: Client, path: str):
    response = client.get(path)
    assert response.status_code == 200
    assert "yet" in response.content.decode()
    assert "session" not in response.cookies
    assert not Player.objects.exists()


def test_a_game_leads_to_its_review_once_it_is_over(browse, alice: Player, game: Game):
    link = f'href="{url(game)}review/"'
    assert link not in browse(alice).get("/games/").content.decode()
    play(game, *X_WINS)
    page = browse(alice).get("/games/").content.decode()
    assert link in page
    assert "You win! Three in a row." in page


def test_what_cannot_be_chosen_is_refused_in_a_sentence(
    subtests: pytest.Subtests, browse, alice: Player, game
):
    for query in ["?board=chess", "?opponent=nobody", "?result=x", "?before=1", "?before=%00"]:
        with subtests.test(query=query):
            response = browse(alice).get(f"/games/{query}")
            assert response.status_code == 400
            assert "There are no such games." in response.content.decode()


@pytest.mark.parametrize(("path", "queries"), [("/games/", 4), ("/games/statistics/", 8)])
def test_the_database_is_asked_as_often_for_many_games(
    browse, alice: Player, bob: Player, computer: Player, django_assert_num_queries, path, queries
):
    client = browse(alice)
    for seed in (7, 8):
        past_games(alice, [bob, computer], 40, seed=seed)
        client.get(path)  # renews the session
        with django_assert_num_queries(queries):  # session, player, and what is shown
            client.get(path)


def test_the_first_page_leads_to_all_games(browse, alice: Player, game: Game):
    play(game, *X_WINS)
    assert '<a href="/games/">Your games</a>' in browse(alice).get("/").content.decode()

"""The admin's page of one game: its replay with verdicts, and asking for its review."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from games.models import Game, Player
from games.play import limits, services
from games.study.reviews import services as reviews
from games.study.reviews.models import Review
from tests.playing import X_WINS, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game, reviews_of
from tests.staff.game_page import context, review_url, url
from tests.staff.staff import NOBODY, member

pytestmark = pytest.mark.django_db


def words(client: Client, game: Game) -> str:
    return str(context(client, game)["words"])


@pytest.fixture
def lost(game: Game) -> Game:
    return play(game, *O_LOSES_ON_MOVE_4)


# The replay


def test_a_game_is_stepped_through(admin_client: Client, game: Game):
    play(game, *X_WINS)
    for query, ply in (("", 5), ("?ply=2", 2), ("?ply=0", 0), ("?ply=x", 5)):
        shown = context(admin_client, game, query)
        assert (shown["drawing"].board.ply, shown["page"].number) == (ply, ply)


def test_a_reviewed_game_shows_the_move_that_matters(admin_client: Client, lost: Game):
    review_game(lost)
    page = admin_client.get(url(lost)).text
    assert "O lost the game on move 4." in page
    assert page.count("data-best") == 4
    assert '<path class="course"' in page
    assert "Review this game" not in page
    assert context(admin_client, lost, "?ply=4&along=2")["drawing"].board.ply == 5


def test_an_older_review_with_opinions_says_that_nothing_is_proven(
    admin_client: Client, lost: Game
):
    unknown = {"value": "unknown", "plies": None}
    opinion = {"label": "good", "standing": 0.0, "before": unknown, "after": unknown}
    moves = [{**opinion, "cell": cell, "better": [], "line": []} for cell in O_LOSES_ON_MOVE_4]
    reviews.store_reviews(lost.pk, 0, moves)
    page = admin_client.get(url(lost)).text
    assert re.search(r"data-gaps\s*>No verdict means", page)
    assert 'data-label="unknown"' in page


# Asking for the review


def test_staff_ask_for_a_review_and_wait_for_it(
    admin_client: Client, lost: Game, started_reviews: list[str]
):
    shown = admin_client.get(url(lost)).text
    assert "Nobody has looked at the moves yet." in shown
    assert "data-complete" in shown
    assert admin_client.get(review_url(lost)).url == url(lost)
    assert admin_client.post("/admin/games/game/nothing/review/").status_code == 404
    assert started_reviews == []

    response = admin_client.post(review_url(lost), follow=True)
    assert response.redirect_chain == [(url(lost), 302)]
    assert started_reviews == [lost.pk]
    assert "Checking the moves… 0 of 7" in response.text
    assert "data-complete" not in response.text
    assert 'http-equiv="refresh"' in response.text
    assert LogEntry.objects.get().get_change_message() == "Asked for the review."

    reviews.store_reviews(lost.pk, 0, reviews_of(lost)[:2])
    assert words(admin_client, lost) == "Checking the moves… 2 of 7"
    review_game(lost)
    assert "data-complete" in admin_client.get(url(lost)).text


def test_a_game_without_moves_has_nothing_to_review(
    admin_client: Client, game, alice, started_reviews
):
    services.resign(game.pk, alice.pk)
    admin_client.post(review_url(game))
    assert words(admin_client, game) == "There is nothing to look back at."


def test_a_game_that_goes_on_is_not_reviewed(
    admin_client: Client, game: Game, started_reviews: list[str]
):
    assert "Review this game" not in admin_client.get(url(game)).text
    response = admin_client.post(review_url(game), follow=True)
    assert [str(each) for each in response.context["messages"]] == [
        "This game is not over yet. When it is, you can look back at every move."
    ]
    assert started_reviews == []
    assert not Review.objects.exists()


def test_reviews_that_staff_ask_for_are_limited(admin_client: Client, lost: Game, started_reviews):
    for _ in range(60):
        limits.count(limits.REVIEWS, address="203.0.113.9")
    response = admin_client.post(review_url(lost), REMOTE_ADDR="203.0.113.9", follow=True)
    assert "That is a lot of reviews." in response.text
    assert started_reviews == []


@pytest.mark.parametrize(("role", "status"), [("Viewers", 302), (NOBODY, 403)])
def test_who_may_view_games_may_ask_for_reviews(
    lost: Game, started_reviews: list[str], role: str, status: int
):
    assert member(role).post(review_url(lost)).status_code == status
    assert started_reviews == [lost.pk] * (role == "Viewers")


def test_names_are_shown_as_text(admin_client: Client, game: Game, alice: Player):
    Player.objects.filter(pk=alice.pk).update(name="<b>Al")
    services.resign(game.pk, alice.pk)
    assert "<b>Al" not in admin_client.get(url(game)).text

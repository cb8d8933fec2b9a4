"""A player's page in the admin: when they were here, and what they played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ai.computer_players import LEVELS
from games.models import Game, Player, names
from games.play import services
from tests.past_games import past_games
from tests.people.duels.duels import lose, second_game, start_duel
from tests.playing import DRAW, O_WINS, X_WINS, create_game, play

pytestmark = pytest.mark.django_db


def page_of(player: Player) -> str:
    return f"/admin/games/player/{player.pk}/change/"


def test_totals_are_shown_by_board_and_opponent(admin_client: Client, alice: Player, bob: Player):
    easy = Player.objects.of_level(LEVELS["easy"])
    play(create_game(alice, bob), *DRAW)
    play(create_game(alice, easy), *X_WINS)
    play(create_game(alice, easy), *O_WINS)
    create_game(alice, alice)
    record = admin_client.get(page_of(alice)).context["record"]
    assert record["total"].counts == {"won": 1, "drawn": 1, "lost": 1}
    assert {row.name: row.counts for row in record["boards"]} == {
        "Classic": {"won": 1, "drawn": 1, "lost": 1}
    }
    assert {row.name: row.counts for row in record["levels"]} == {
        "Easy": {"won": 1, "drawn": 0, "lost": 1},
        "People": {"won": 0, "drawn": 1, "lost": 0},
    }
    of_level = admin_client.get(page_of(easy)).context["record"]
    assert of_level["total"].counts == {"won": 1, "drawn": 0, "lost": 1}


def test_the_latest_games_are_shown_newest_first(admin_client: Client, alice: Player, bob: Player):
    games = [create_game(alice, bob) for _ in range(10)]
    for number, game in enumerate(games):
        begun = timezone.now() - timedelta(days=number)
        Game.objects.filter(pk=game.pk).update(created_at=begun)
    response = admin_client.get(page_of(bob))
    shown = [entry.game.pk for entry in response.context["record"]["recent"]]
    assert shown == [game.pk for game in games[:8]]
    assert f'href="/admin/games/game/{games[0].pk}/change/"' in response.text
    assert response.text.count('class="picture"') == 8


def test_the_page_has_the_ratings(admin_client: Client, alice: Player, bob: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    lose(second_game(first), bob)
    page = " ".join(admin_client.get(page_of(alice)).text.split())
    assert "<b>1662</b> ± 290 on 5 × 5, 6 duels," in page  # noqa: RUF001
    listed = admin_client.get("/admin/games/game/?duel=yes").context["cl"].result_list
    assert len(listed) == 2


def test_the_page_leads_to_all_games_of_the_player(admin_client: Client, game, alice, charlie):
    others = create_game(charlie, game.o)
    address = f"/admin/games/game/?player={alice.pk}"
    assert f'href="{address}"' in admin_client.get(page_of(alice)).text
    response = admin_client.get(address)
    assert [each.pk for each in response.context["cl"].result_list] == [game.pk]
    assert "Alice (1)" in [choice["display"] for choice in _choices(response)]
    for wrong in ("x", "9" * 30, "", str(10**9)):
        response = admin_client.get(f"/admin/games/game/?player={wrong}")
        assert {each.pk for each in response.context["cl"].result_list} == {game.pk, others.pk}


def _choices(response):
    changelist = response.context["cl"]
    [spec] = [spec for spec in changelist.filter_specs if spec.title == "player"]
    return spec.choices(changelist)


def test_it_says_when_a_person_was_here(admin_client: Client, game: Game, alice: Player):
    assert "not seen in a game yet." in admin_client.get(page_of(alice)).text
    seen = timezone.now().replace(2026, 5, 3, 12, 30)
    Game.objects.filter(pk=game.pk).update(x_seen_at=seen, o_seen_at=timezone.now())
    assert "last seen in a game on 3 May 2026, 12:30." in admin_client.get(page_of(alice)).text
    services.forget_player(alice)
    assert "forgotten on" in admin_client.get(page_of(alice)).text


def test_staff_give_nobody_who_is_forgotten_a_name_again(admin_client: Client, alice: Player):
    services.forget_player(alice)
    assert 'name="name"' not in admin_client.get(page_of(alice)).text
    assert admin_client.post(page_of(alice), {"name": "Alice"}).status_code == 403
    alice.refresh_from_db()
    assert alice.name == names.FORMER


def test_it_asks_as_often_for_many_games(admin_client: Client, alice: Player, bob: Player):
    def load() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(page_of(alice)).status_code == 200
        return len(queries)

    past_games(alice, [bob], 1)
    load()  # for what is asked once and remembered, such as the content type
    few = load()
    past_games(alice, [bob, Player.objects.of_level(LEVELS["easy"])], 100, seed=8)
    assert load() == few

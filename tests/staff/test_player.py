"""A player's page in the admin: when they were here, and what they played."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, names
from games.play import services
from tests.playing import X_WINS, create_game, play

pytestmark = pytest.mark.django_db


def page_of(player: Player) -> str:
    return f"/admin/games/player/{player.pk}/change/"


def test_the_page_leads_to_all_games_of_the_player(admin_client: Client, game, alice, charlie):
    others = create_game(charlie, game.o)
    address = f"/admin/games/game/?player={alice.pk}"
    assert f'href="{address}"' in admin_client.get(page_of(alice)).text
    response = admin_client.get(address)
    assert [each.pk for each in response.context["cl"].result_list] == [game.pk]
    assert "Alice" in [choice["display"] for choice in _choices(response)]
    for wrong in ("x", "9" * 30, "", str(10**9)):
        response = admin_client.get(f"/admin/games/game/?player={wrong}")
        assert {each.pk for each in response.context["cl"].result_list} == {game.pk, others.pk}


def test_the_page_has_totals_and_ratings(admin_client: Client, game, alice: Player):
    play(game, *X_WINS)
    alice.ratings.create(board="5x5", value=1512.4, duels=3)
    page = admin_client.get(page_of(alice)).text
    assert all(words in page for words in ("1 won, 0 drawn, 0 lost", " 1512 (3)"))


def _choices(response):
    changelist = response.context["cl"]
    [spec] = [spec for spec in changelist.filter_specs if spec.title == "player"]
    return spec.choices(changelist)


def test_staff_give_nobody_who_is_forgotten_a_name_again(admin_client: Client, alice: Player):
    services.forget_player(alice)
    assert 'name="name"' not in admin_client.get(page_of(alice)).text
    assert admin_client.post(page_of(alice), {"name": "Alice"}).status_code == 403
    alice.refresh_from_db()
    assert alice.name == names.FORMER

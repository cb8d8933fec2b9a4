"""A player's page in the admin: when they were here, and what they played."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, names
from games.play import services
from tests.playing import create_game

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

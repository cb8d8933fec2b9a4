from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Game, Player
from games.play import services
from tests.past_games import past_games
from tests.playing import create_game, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game

pytestmark = pytest.mark.django_db

GAMES = "/admin/games/game/"
PLAYERS = "/admin/games/player/"
ONE_INDEX = [
    *("", "?o=7", "?result=X", "?result=draw", "?result=open", "?result=closed"),
    *("?reason__exact=line", "?opponent=person", "?board=classic"),
    *("?hints=yes", "?hints=no", "?mistakes__isempty=1", "?mistakes__isempty=0"),
]


def listed(client: Client, address: str) -> list[Any]:
    response = client.get(address)
    assert response.status_code == 200
    return list(response.context["cl"].result_list)


def many_games(alice: Player, bob: Player, computer: Player) -> None:
    past_games(alice, [bob, computer], 60)


@pytest.mark.sqlite
def test_the_games_of_a_page_are_found_in_one_index(
    subtests: pytest.Subtests, admin_client, alice, bob, computer
):
    many_games(alice, bob, computer)
    for query in ONE_INDEX:
        with subtests.test(query=query):
            games = admin_client.get(GAMES + query).context["cl"].queryset
            plan = games.values_list("pk")[:25].explain()
            assert "SCAN games_game USING COVERING INDEX game_newest_first" in plan
            assert "USE TEMP B-TREE FOR ORDER BY" not in plan


@pytest.mark.sqlite
def test_a_name_is_looked_up_in_its_index():
    assert "games_player_trigrams VIRTUAL TABLE INDEX" in Player.objects.named("bob").explain()


@pytest.mark.postgresql
def test_a_name_can_be_looked_up_in_its_index():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'pg_trgm'")
        if cursor.fetchone() == (0,):
            pytest.skip("This server has no trigrams.")
    assert "player_by_trigrams" in Player.objects.named("bob").explain()


def test_games_are_filtered_by_hints_and_mistakes(admin_client, alice, bob, computer):
    hinted = create_game(alice, computer)
    Game.objects.filter(pk=hinted.pk).update(hints=2)
    mistaken = play(create_game(alice, bob), *O_LOSES_ON_MOVE_4)
    review_game(mistaken)
    perfect = play(create_game(alice, bob), 4, 0, 1, 7, 6, 2, 5, 3, 8)
    review_game(perfect)

    def found(query: str) -> list[str]:
        return sorted(game.pk for game in listed(admin_client, GAMES + query))

    assert found("?hints=yes") == [hinted.pk]
    assert found("?hints=no") == sorted([mistaken.pk, perfect.pk])
    assert found("?mistakes__isempty=1") == [hinted.pk]
    assert len(found("?hints=anything")) == 3


def test_games_are_found_by_any_part_of_a_players_name(admin_client, alice, bob):
    lemur = Player.objects.create(name="Lucky Lemur ß 🐸")
    games = {create_game(lemur, alice).pk, create_game(bob, lemur).pk}
    create_game(alice, bob)
    for term in ("Lucky", "lucky lem", "LEMUR", "  emu  ", "ur ß 🐸", "y", "ky"):
        assert {game.pk for game in listed(admin_client, f"{GAMES}?q={term}")} == games
        assert listed(admin_client, f"{PLAYERS}?q={term}") == [lemur]
    for term in ("Lucky%25", "Luck_", "Luckz", '"', "Lucky OR Bob"):  # patterns, and queries
        assert listed(admin_client, f"{GAMES}?q={term}") == []
        assert listed(admin_client, f"{PLAYERS}?q={term}") == []


def test_a_new_name_is_found_and_the_old_one_is_not(admin_client, alice):
    services.rename_player(alice, name="Noble Cat")
    assert listed(admin_client, f"{PLAYERS}?q=oble") == [alice]
    assert listed(admin_client, f"{PLAYERS}?q=lice") == []
    Player.objects.filter(pk=alice.pk).delete()
    assert listed(admin_client, f"{PLAYERS}?q=oble") == []


def test_a_whole_id_in_small_or_capital_letters_finds_that_game_alone(
    admin_client, game: Game, charlie: Player
):
    for text in (game.pk.upper(), f"https://example.org/g/{game.pk}/review/", f"/g/{game.pk}/"):
        assert listed(admin_client, f"{GAMES}?q={text}") == [game]
    assert listed(admin_client, f"{GAMES}?q={game.pk[:-1]}") == []
    create_game(Player.objects.create(name=game.pk), charlie)
    assert listed(admin_client, f"{GAMES}?q={game.pk}") == [game]


def test_pages_hold_every_game_once_in_either_order(admin_client, alice, bob, computer):
    many_games(alice, bob, computer)
    pages = [listed(admin_client, f"{GAMES}?p={page}") for page in (1, 2, 3)]
    games = [game for page in pages for game in page]
    assert games == list(Game.objects.order_by("-created_at", "-pk"))
    oldest = [each for page in (1, 2, 3) for each in listed(admin_client, f"{GAMES}?o=7&p={page}")]
    assert [game.created_at for game in oldest] == [game.created_at for game in games[::-1]]

"""The admin's lists of games and players, where there are many."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player
from games.people.accounts import services as accounts
from games.play import services
from games.staff.filters import HintsFilter, MistakesFilter, OpponentFilter, ResultFilter
from games.staff.games import GameAdmin
from games.staff.long_lists import BoundedPaginator
from tests.past_games import past_games
from tests.playing import create_game, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game

pytestmark = pytest.mark.django_db

GAMES = "/admin/games/game/"
PLAYERS = "/admin/games/player/"
LISTS = [
    *("", "?p=2", "?o=7", "?o=7&p=2"),
    *("?result=X", "?result=draw", "?result=open", "?result=closed", "?reason__exact=line"),
    *("?opponent=person", "?opponent=champion", "?opponent=itself", "?board=classic"),
    *("?anyone=waiting", "?duel=yes"),
    *("?hints=yes", "?hints=no", "?mistakes=yes", "?mistakes=no", "?mistakes=unknown"),
    *("?q=bob", "?q=a", "?q=nosuchgame", "?result=X&hints=yes&mistakes=unknown&board=classic&q=a"),
]
SESSION_USER_COUNT_AND_PAGE = 5
NAVIGATION = 5  # its counts, and the role
FILTERS = 10  # the count of all, and of each filter's choices


def listed(client: Client, address: str) -> list[Any]:
    response = client.get(address)
    assert response.status_code == 200
    return list(response.context["cl"].result_list)


def many_games(alice: Player, bob: Player, computer: Player) -> None:
    past_games(alice, [bob, computer], 60)


def test_a_list_asks_as_often_however_many_games_there_are(
    subtests: pytest.Subtests, admin_client, alice, bob, computer, django_assert_max_num_queries
):
    many_games(alice, bob, computer)
    for query in LISTS:
        with subtests.test(query=query):
            queries = SESSION_USER_COUNT_AND_PAGE + NAVIGATION + FILTERS
            with django_assert_max_num_queries(queries):
                admin_client.get(GAMES + query)


def test_the_players_are_asked_for_as_often_however_many_there_are(
    subtests: pytest.Subtests, admin_client, django_assert_max_num_queries
):
    Player.objects.bulk_create(Player(name=f"Anna {number}") for number in range(150))
    for query in ("", "?kind=person", "?q=a", "?o=1", "?o=-4"):
        with (
            subtests.test(query=query),
            django_assert_max_num_queries(SESSION_USER_COUNT_AND_PAGE + NAVIGATION + FILTERS),
        ):
            admin_client.get(PLAYERS + query)


@pytest.mark.sqlite
def test_the_games_of_a_page_are_found_in_one_index(
    subtests: pytest.Subtests, admin_client, alice, bob, computer
):
    many_games(alice, bob, computer)
    others = ("q=", "champion", "itself", "anyone", "duel")  # each has an index of its own
    for query in [query for query in LISTS if not any(other in query for other in others)]:
        with subtests.test(query=query):
            games = admin_client.get(GAMES + query.replace("p=2", "p=1")).context["cl"].queryset
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
    assert found("?mistakes=yes") == [mistaken.pk]
    assert found("?mistakes=no") == [perfect.pk]
    assert found("?mistakes=unknown") == [hinted.pk]
    assert len(found("?hints=anything&mistakes=anything")) == 3


def test_the_choices_of_a_filter_part_the_games(
    subtests: pytest.Subtests, rf, admin_user, alice, bob, computer
):
    many_games(alice, bob, computer)
    for filter_class in (ResultFilter, OpponentFilter, HintsFilter, MistakesFilter):
        with subtests.test(filter=filter_class.__name__):
            model_admin = GameAdmin.__new__(GameAdmin)
            request = rf.get(GAMES)
            choices = [
                value for value, _ in filter_class(request, {}, Game, model_admin).lookup_choices
            ]
            found = [
                game.pk
                for value in choices
                for game in filter_class(
                    request, {filter_class.parameter_name: [value]}, Game, model_admin
                ).queryset(request, Game.objects.all())
            ]
            assert sorted(found) == sorted(Game.objects.values_list("pk", flat=True))


def test_games_are_found_between_any_two_days(admin_client, alice, bob):
    for day in (1, 2, 3):
        pk = create_game(alice, bob).pk
        Game.objects.filter(pk=pk).update(created_at=datetime(2026, 1, day, tzinfo=UTC))
    for days, found in (
        ("created_at__gte=2026-01-02&created_at__lt=2026-01-03", {2}),
        ("created_at__gte=2026-01-02&created_at__lt=", {2, 3}),
        ("created_at__gte=2026-01-03+00:00:00%2B00:00", {3}),
    ):
        assert {game.created_at.day for game in listed(admin_client, f"{GAMES}?{days}")} == found


def test_the_form_of_the_days_keeps_the_other_filters(admin_client, game: Game):
    page = admin_client.get(f"{GAMES}?result=open&q=ali&p=1&created_at__gte=2026-01-02").text
    form = page.split('<form class="days"')[1].split("</form>")[0]
    assert 'name="created_at__gte" value="2026-01-02"' in form
    assert 'name="created_at__lt" value=""' in form
    assert 'name="result" value="open"' in form
    assert 'name="q" value="ali"' in form
    assert 'name="p"' not in form


def test_what_is_no_day_is_refused(subtests: pytest.Subtests, admin_client, game: Game):
    for text in ["yesterday", "2026-02-30", "2026", "9999999999-01-01"]:
        with subtests.test(text=text):
            response = admin_client.get(f"{GAMES}?created_at__gte={text}", follow=True)
            assert "There is no such filter" in response.text


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


def test_a_pasted_link_leads_to_its_page(subtests, admin_client, game: Game, alice: Player):
    accounts.create_account(alice, name="Alice", password="correct horse b")
    page = f"/admin/games/game/{game.pk}/change/"
    for text, found in (
        (game.pk.upper(), page),
        (f" https://example.org/g/{game.pk}/#5", page),
        (f"/g/{game.pk}/review/", page),
        (f"https://example.org{page}?ply=3", page),
        ("https://example.org/players/Alice/", f"/admin/games/player/{alice.pk}/change/"),
        (f"/admin/games/player/{alice.pk}/change/", f"/admin/games/player/{alice.pk}/change/"),
        ("/g/222222222/", "/admin/games/game/?q=%2Fg%2F222222222%2F"),
        ("https://[", "/admin/games/game/?q=https%3A%2F%2F%5B"),
        ("ali", "/admin/games/game/?q=ali"),
    ):
        with subtests.test(text=text):
            assert admin_client.get("/admin/find/", {"q": text})["Location"] == found
    assert listed(admin_client, f"{GAMES}?q=https://example.org/g/{game.pk}/") == [game]


def test_a_whole_id_in_small_or_capital_letters_finds_that_game_alone(
    admin_client, game: Game, charlie: Player
):
    assert listed(admin_client, f"{GAMES}?q={game.pk.upper()}") == [game]
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


def test_a_long_list_is_counted_so_far_only(admin_client, alice, bob, computer, monkeypatch):
    many_games(alice, bob, computer)
    monkeypatch.setattr(BoundedPaginator, "max_count", 60)
    page = admin_client.get(GAMES).text
    assert "more than" not in page
    assert "Select all 60 games" in page
    assert "Show counts" not in page
    monkeypatch.setattr(BoundedPaginator, "max_count", 50)
    with CaptureQueriesContext(connection) as queries:
        page = admin_client.get(GAMES).text
    assert "more than" in page
    assert "These pages end after 50." in page
    assert "Select all 50 games" not in page
    assert "Show counts" in page
    assert "Draw (" not in page
    assert any("COUNT" in query["sql"] and "LIMIT 51" in query["sql"] for query in queries)
    assert "Draw (" in admin_client.get(f"{GAMES}?_facets=True").text
    # A page that is not there leads to a sentence.
    assert admin_client.get(f"{GAMES}?p=3").status_code == 302

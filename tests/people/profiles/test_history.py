import re
from itertools import product

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ai.computer_players import LEVELS
from games.engine import BOARDS, Mark
from games.models import Game, Player
from games.people.profiles import achievements, history
from games.people.profiles.history import Cursor, GameFilter, ListedGame, cursor_at
from games.play import services
from games.presentation import snapshots
from tests.past_games import past_games
from tests.playing import DRAW, X_WINS, create_game, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game

RESULTS = ("", "won", "drawn", "lost", "unfinished")
BOARD_NAMES = (None, "classic", "connect-four", "gomoku")


def result_for(game: Game, player: Player) -> str:
    if not game.is_over:
        return "unfinished"
    return ListedGame(game, game.marks_of(player.pk), snapshots.summary(game)).result


def all_pages(player: Player, wanted: GameFilter, size: int) -> list[str]:
    ids: list[str] = []
    before = None
    while page := history.page(player, wanted, before, size):
        ids += [each.game.pk for each in page]
        before = Cursor.parse(str(cursor_at(page[-1].game)))
    return ids


def test_each_filter_finds_its_games_in_order(alice, bob, charlie, computer):
    easy = Player.objects.of_level(LEVELS["easy"])
    games = past_games(alice, [bob, computer, easy], 120)
    games.append(services.create_game(host=alice, mark=Mark.O))
    past_games(bob, [charlie, computer], 40, seed=8)
    games.sort(key=cursor_at, reverse=True)
    found = [(game, result_for(game, alice)) for game in games]
    for board, result in product(BOARD_NAMES, RESULTS):
        variant = BOARDS[board].variant if board else None
        assert all_pages(alice, GameFilter(variant, result), 25) == [
            game.pk
            for game, ended in found
            if variant in (None, game.variant) and result in ("", ended)
        ]


def test_mistakes_are_those_of_the_player(browse, alice: Player, bob: Player):
    review_game(play(create_game(alice, bob), *O_LOSES_ON_MOVE_4))
    for player, ids, words in ((alice, 0, "none"), (bob, 1, "1 mistake")):
        page = browse(player).get("/games/")
        assert words in page.text
        assert len(history.page(player, GameFilter(result=history.MISTAKEN), None, 5)) == ids


def test_how_a_game_ended_follows_a_colon(browse, alice: Player, bob: Player, computer: Player):
    for mark, moves in ((Mark.X, X_WINS), (Mark.O, X_WINS), (Mark.X, DRAW)):
        play(services.create_game(host=alice, mark=mark, guest=computer), *moves)
    services.resign(create_game(alice, bob).pk, bob.pk)
    four = services.create_game(
        host=alice, mark=Mark.X, guest=computer, variant=BOARDS["connect-four"].variant
    )
    play(four, 35, 36, 28, 29, 21, 22, 37, 15)
    page = browse(alice).get("/games/").text
    reasons = re.findall(r'<p class="ended"><span>\s*(.+?)\s*</span>', page, re.DOTALL)
    assert reasons == [
        *("lost: Red made four", "won: Bob resigned", "draw: the board is full"),
        *("lost: X was faster", "won: three in a row"),
    ]


def test_games_that_begin_at_the_same_moment_are_listed_once(alice: Player, bob: Player):
    games = past_games(alice, [bob], 30)
    Game.objects.update(created_at=games[0].created_at)
    ids = all_pages(alice, GameFilter(), 4)
    assert sorted(ids, reverse=True) == ids
    assert set(ids) == {game.pk for game in games}


def shown(client: Client, query: str = "") -> list[str]:
    html = client.get(f"/games/{query}").text
    return re.findall(r'<h2>\s*<a href="/g/(\w+)/">', html)


def test_the_pages_lead_through_all_games(browse, alice: Player, bob: Player, computer: Player):
    games, client, query, ids = past_games(alice, [bob, computer], 70), browse(alice), "", []
    for _ in range(4):
        page = client.get(f"/games/{query}")
        ids += shown(client, query)
        query = f"?before={page.context['older']}"
    assert page.context["older"] is None
    assert '<a class="button" href="?">Newest games</a>' in page.text
    unfinished = shown(client, "?result=unfinished")
    assert set(shown(client)[:5]) <= set(unfinished)
    assert sorted(ids[5:] + unfinished) == sorted(game.pk for game in games)


def test_games_that_are_not_over_come_first(browse, alice: Player, bob: Player):
    waiting = create_game(alice, bob)
    yours = create_game(alice, bob)
    play(waiting, 4)
    page = browse(alice).get("/games/")
    assert page.context["listed"] == Game.objects.of(alice).count()
    assert [own.game for own in page.context["continued"]] == [yours, waiting]
    html = page.text
    assert html.count("button primary") == 1
    assert html.index(yours.get_absolute_url()) < html.index("button primary")
    assert html.index("button primary") < html.index(waiting.get_absolute_url())
    assert "the unfinished first" in html
    filtered = browse(alice).get("/games/?result=unfinished")
    assert filtered.context["continued"] == []
    assert "the unfinished first" not in filtered.text


def test_a_newcomer_is_told_that_nothing_is_here_yet(client: Client):
    response = client.get("/games/statistics/", follow=True)
    assert response.redirect_chain == [("/games/", 301)]
    assert response.status_code == 200
    assert "yet" in response.text
    assert "session" not in response.cookies
    assert not Player.objects.exists()


def test_what_cannot_be_chosen_is_refused_in_a_sentence(subtests, browse, alice, game):
    places = ("1", "x-abc", "-abc", "1-ABC", "1" * 17 + "-abc")
    wrong = (*("?board=chess", "?result=x"), *(f"?before={e}" for e in places))
    for query in wrong:
        with subtests.test(query=query):
            response = browse(alice).get(f"/games/{query}")
            assert response.status_code == 400
            assert "There are no such games." in response.text


def test_what_pages_ask_of_the_games_of_one_is_read_from_the_indexes(alice, bob, charlie, computer):
    games = past_games(alice, [bob, computer], 60)
    past_games(bob, [charlie, computer], 1500, seed=8)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    indexes = ((Mark.X, "game_newest_of_x"), (Mark.O, "game_newest_of_o"))
    for result, (mark, index) in product(("", "won", "mistaken"), indexes):
        side = history.side(mark, alice, GameFilter(result=result), cursor_at(games[40]))
        plan = side[:20].explain()
        assert index in plan
        assert "Seq Scan on games_game" not in plan
        assert "TEMP B-TREE" not in plan
    with CaptureQueriesContext(connection) as queries:
        achievements.on_boards(alice)
    [query] = queries.captured_queries
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {query['sql']}")
        plan = str(cursor.fetchall())
    assert "game_results_of_" in plan
    assert "Seq Scan on games_game" not in plan

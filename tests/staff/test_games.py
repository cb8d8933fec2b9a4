from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import quote
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ai.computer_players import LEVELS, MENACE
from games.engine import Mark
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.people.friends.chat import send_message
from games.people.moderation.services import report
from games.play import services
from games.staff import search
from games.study.menace.models import LearnedGame, Matchbox
from tests.exhibitions import start_exhibition
from tests.past_games import past_games
from tests.playing import DRAW, X_WINS, create_game, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game
from tests.staff.staff import NOBODY, member

GAMES, PLAYERS = "/admin/games/game/", "/admin/games/player/"
ONE_INDEX = [
    *("", "?o=7", "?over=no", "?over=yes", "?reason__exact=line"),
    *("?opponent=person", "?board=classic"),
]


def listed(client: Client, address: str) -> list[Any]:
    response = client.get(address)
    assert response.status_code == 200
    return list(response.context["cl"].result_list)


def test_games_are_filtered_and_searched(subtests, admin_client, game, alice, bob, computer):
    easy = Player.objects.of_level(LEVELS["easy"])
    games = {
        "won": play(game, *X_WINS),
        "drawn": play(services.create_game(host=bob, mark=Mark.X, guest=alice), *DRAW),
        "beaten": play(services.create_game(host=alice, mark=Mark.X, guest=easy), *X_WINS),
        "waiting": services.create_game(host=alice, mark=Mark.X),
        "watched": start_exhibition(x="easy", o="easy"),
        "mistaken": review_game(play(create_game(alice, bob), *O_LOSES_ON_MOVE_4)).game,
        "falling": create_game(alice, alice, variant=BOARDS["connect-four"].variant),
    }
    given_up = services.create_game(host=alice, mark=Mark.X, guest=computer)
    games["given up"] = services.resign(given_up.pk, alice.pk)
    for query, found in [
        ("?over=no", {"waiting", "watched", "falling"}),
        ("?over=yes", {"won", "drawn", "beaten", "mistaken", "given up"}),
        ("?over=anything", set(games)),
        ("?reason__exact=resigned", {"given up"}),
        ("?opponent=person&board=classic", {"won", "drawn", "waiting", "mistaken"}),
        ("?opponent=easy", {"beaten", "watched"}),
        ("?kind=exhibition", {"watched"}),
        ("?board=connect-four", {"falling"}),
        ("?board=nonsense", set(games)),
        ("?q=computer+(champ", {"given up"}),
    ]:
        with subtests.test(query=query, found=found):
            ids = {each.pk for each in listed(admin_client, GAMES + query)}
            assert ids == {games[kind].pk for kind in found}
    page = admin_client.get(f"{GAMES}?board=connect-four").text
    assert '<td class="field-board">Connect Four</td>' in page
    for kind in ("falling", "watched"):
        page = admin_client.get(f"{GAMES}{games[kind].pk}/change/").text
        assert ("<dt>Board</dt><dd>Connect Four</dd>" in page) is (kind == "falling")


def test_games_and_people_are_found_by_any_part_of_a_name(admin_client, alice, bob):
    lemur = Player.objects.create(name="Lucky Lemur ß 🐸")
    games = {create_game(lemur, alice).pk, create_game(bob, lemur).pk}
    create_game(alice, bob)
    for term in ("Lucky", "lucky lem", "LEMUR", "  emu  ", "ur ß 🐸", "y", "ky"):
        assert {game.pk for game in listed(admin_client, f"{GAMES}?q={term}")} == games
        assert listed(admin_client, f"{PLAYERS}?q={term}") == [lemur]
    for term in ("Lucky%25", "Luck_", "Luckz", '"', "Lucky OR Bob"):  # patterns, and queries
        assert listed(admin_client, f"{GAMES}?q={term}") == []
        assert listed(admin_client, f"{PLAYERS}?q={term}") == []
    services.rename_player(lemur, name="Noble Cat")
    assert listed(admin_client, f"{PLAYERS}?q=oble") == [lemur]
    assert listed(admin_client, f"{PLAYERS}?q=emur") == []


def test_a_whole_id_in_small_or_capital_letters_finds_that_game_alone(admin_client, game, charlie):
    for text in (game.pk.upper(), f"https://example.org/g/{game.pk}/review/", f"/g/{game.pk}/"):
        assert listed(admin_client, f"{GAMES}?q={text}") == [game]
    for part in (game.pk[:4], game.pk[3:7].upper(), game.pk[:-1]):
        assert listed(admin_client, f"{GAMES}?q={part}") == [game]
    assert listed(admin_client, f"{GAMES}?q={game.pk[:3]}") == []
    create_game(Player.objects.create(name=game.pk), charlie)
    assert listed(admin_client, f"{GAMES}?q={game.pk}") == [game]


def test_the_field_at_the_top_finds_players_then_games_then_words(
    admin_client, game: Game, alice: Player, bob: Player, charlie: Player
):
    def find(term: str) -> tuple[list[Any], ...]:
        found = admin_client.get("/admin/search/", {"q": term}).context["found"]
        return tuple([row[1] for row in found.get(name, [])] for name in search.NEEDS)

    other = create_game(bob, charlie)
    Game.objects.filter(pk=other.pk).update(created_at="2026-11-20T12:00Z")
    send_message(game.pk, alice.pk, text="Bobbed apples")
    assert find("bob") == ([bob], [game, other], [])
    assert find("apples") == ([], [], [])  # words are read where somebody reported the game
    report(game.pk, bob, kind="said")
    assert find("bob") == ([bob], [game, other], ["“Bobbed apples”"])
    assert find("Charlie v bob") == find("2026-11-20") == ([], [other], [])
    assert find("2026-13-20") == find("Alice v Charlie") == ([], [], [])
    whole = admin_client.get("/admin/search/", {"q": f"https://example.org/g/{game.pk}/"})
    assert whole.url == url(game)
    assert "A name or two" in admin_client.get("/admin/search/").text
    assert "Bob" not in member(NOBODY).get("/admin/search/?q=bob").text.replace('"bob"', "")


def test_pages_hold_every_game_once_in_either_order(admin_client, alice, bob, computer):
    past_games(alice, [bob, computer], 60)
    pages = [each for page in (1, 2, 3) for each in listed(admin_client, f"{GAMES}?p={page}")]
    assert pages == list(Game.objects.order_by("-created_at", "-pk"))
    oldest = [each for page in (1, 2, 3) for each in listed(admin_client, f"{GAMES}?o=7&p={page}")]
    assert [game.created_at for game in oldest] == [game.created_at for game in pages[::-1]]


@pytest.mark.sqlite
def test_a_page_and_a_name_are_found_in_one_index(subtests, admin_client, alice, bob, computer):
    past_games(alice, [bob, computer], 60)
    assert "games_player_trigrams VIRTUAL TABLE INDEX" in Player.objects.named("bob").explain()
    for query in ONE_INDEX:
        with subtests.test(query=query):
            games = admin_client.get(GAMES + query).context["cl"].queryset
            plan = games.values_list("pk")[:25].explain()
            assert "SCAN games_game USING COVERING INDEX game_newest_first" in plan
            assert "USE TEMP B-TREE FOR ORDER BY" not in plan


@pytest.mark.postgresql
def test_a_name_can_be_looked_up_in_its_index():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'pg_trgm'")
        if cursor.fetchone() == (0,):
            pytest.skip("This server has no trigrams.")
    assert "player_by_trigrams" in Player.objects.named("bob").explain()


def test_not_even_a_superuser_makes_up_a_record(admin_client, game: Game, computer: Player):
    for address, data in [
        (f"{GAMES}add/", {}),
        (f"{PLAYERS}add/", {"name": "Sam"}),
        (f"{GAMES}{game.pk}/change/", {"winner": "O"}),
        (f"{PLAYERS}{computer.pk}/change/", {"name": "Sam"}),
        (f"{PLAYERS}{computer.pk}/delete/", {"post": "yes"}),
    ]:
        assert admin_client.post(address, data).status_code == 403, address


def url(game: Game) -> str:
    return f"{GAMES}{game.pk}/change/"


def test_what_happened_is_told_in_order(admin_client: Client, alice: Player, bob: Player):
    game = services.create_game(host=alice, mark=Mark.X, allows_undo=True)
    services.join_game(game.pk, bob)
    play(game, 4)
    services.undo(game.pk, alice.pk, ply=1)
    services.undo(game.pk, bob.pk, ply=1)
    play(game, *X_WINS)
    lines = admin_client.get(url(game)).context["lines"]
    assert [line["words"] for line in lines] == [
        "Bob took the free seat",
        "1. b2",
        "Alice asked to take a move back",
        *("1. a3", "2. a2", "3. b3", "4. b2", "5. c3"),
    ]
    assert [line.get("is_undone") for line in lines[:4]] == [None, True, None, False]
    assert lines[3]["mark"] == "X"


def test_what_staff_did_is_told_to_those_who_may_read_it(admin_client: Client, game: Game):
    Game.objects.update(touched_at="2026-01-01T00:00Z")
    chosen = {"action": "close_games", "_selected_action": game.pk, "confirmed": "yes"}
    admin_client.post(GAMES, chosen)
    history = f"{GAMES}{game.pk}/history/"
    assert history in admin_client.get(url(game)).text
    assert "Close as not played." in admin_client.get(history).text
    assert history not in member("Viewers").get(url(game)).text


def test_a_game_is_shown_from_the_move_that_decided_it(admin_client: Client, alice, bob):
    game = review_game(play(create_game(alice, bob), *O_LOSES_ON_MOVE_4)).game
    page = admin_client.get(url(game))
    assert "O lost the game on move 4." in page.text
    assert f'href="/g/{game.pk}/review/?ply=4&amp;along=1"' in page.text
    for query, number in (("", 4), ("?ply=0", 0), ("?ply=6", 6)):
        assert admin_client.get(url(game) + query).context["number"] == number
    assert "What they said" not in page.text
    send_message(game.pk, bob.pk, text="Ha, got you")
    assert "said something" in (unreported := admin_client.get(url(game)).text)
    assert "Ha, got you" not in unreported
    report(game.pk, alice, kind="said")
    assert admin_client.get(url(game)).text.count("Ha, got you") == 1


def test_a_long_game_asks_as_often_as_a_short_one(admin_client: Client, alice: Player, bob: Player):
    def load(game: Game) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(url(game)).status_code == 200
        return len(queries)

    load(create_game(alice, bob))  # for what is asked once and remembered
    short, long = create_game(alice, bob), play(create_game(alice, bob), 0, 1, 2, 4, 3, 5, 7, 6)
    assert load(short) == load(long)


def test_names_are_shown_as_text(admin_client: Client, game: Game, alice: Player):
    Player.objects.filter(pk=alice.pk).update(name="<b>Al")
    services.resign(game.pk, alice.pk)
    assert "<b>Al" not in admin_client.get(url(game)).text


# Menace, as staff look into it and start it afresh

BOXES = "/admin/games/matchbox/"
AFRESH = f"{BOXES}start-afresh/"


@pytest.fixture
def taught(alice: Player) -> Player:
    menace = Player.objects.of_level(MENACE)
    play(services.create_game(host=alice, mark=Mark.O, guest=menace), *X_WINS)
    return menace


def test_staff_look_into_the_boxes_and_change_none(admin_client: Client, taught: Player):
    page = admin_client.get(BOXES).text
    assert "a3: 7, b3: 4, b2: 4" in page
    assert page.count('class="picture"') == Matchbox.objects.count() == 3
    box = f"{BOXES}{quote('.../.../...')}"
    for address in (f"{box}/delete/", f"{box}/change/", f"{BOXES}add/"):
        assert admin_client.post(address, {"post": "yes"}).status_code == 403
    assert Matchbox.objects.count() == 3


def test_menace_starts_afresh_once_that_is_confirmed(admin_client: Client, taught: Player):
    assert AFRESH in admin_client.get(BOXES).text
    assert "Menace has learned from 1 game." in admin_client.get(AFRESH).text
    assert Matchbox.objects.exists()
    words = "Menace has forgotten 1 game and starts afresh."
    assert words in admin_client.post(AFRESH, follow=True).text
    assert not Matchbox.objects.exists()
    assert not LearnedGame.objects.exists()
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.get_change_message()) == (str(taught.pk), words)

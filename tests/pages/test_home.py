import re
from datetime import timedelta
from html import unescape

from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt
from games.study.puzzles.solving import solving_of
from tests.playing import DRAW, X_WINS, play, start, url


def test_looking_around_makes_no_player(client: Client, invitation: Game, game: Game):
    players = Player.objects.count()
    for address in ("/", url(invitation), url(game), "/g/nothing/", url(invitation, "join")):
        response = client.get(address)
        assert "session" not in response.cookies
    assert Player.objects.count() == players
    assert Game.objects.get(pk=invitation.pk).o is None


def test_the_first_action_makes_a_player_with_a_friendly_name_and_a_long_session(client: Client):
    response = client.post("/g/", {"opponent": "friend", "side": "X"})
    player = Player.objects.people().get()
    assert len(player.name.split()) == 2
    assert response.cookies["session"]["max-age"] == 400 * 24 * 60 * 60
    client.post("/g/", {"opponent": "device"})
    assert Player.objects.people().count() == 1


def test_the_last_choices_are_remembered(client: Client):
    start(client, opponent="computer", level="hard", side="O")
    start(client, opponent="device")
    choices = client.get("/").context["choices"]
    of_terms = {"control": "", "best_of": 0}
    assert choices == {"board": "classic", "level": "hard", "side": "O", **of_terms}


def test_a_game_is_listed_under_watch_only_if_its_host_says_so(client: Client):
    terms = {"control": "", "best_of": "0"}
    for opponent in ({"opponent": "computer", "level": "easy"}, {"opponent": "device"}):
        assert not start(client, **opponent, **terms).is_public
    assert start(client, opponent="friend", is_public="on", **terms).is_public
    assert not start(client, opponent="friend", **terms).is_public


def test_the_board_is_the_one_played_last_or_that_of_the_address(client: Client):
    start(client, opponent="computer", level="hard", board="connect-four")
    page = client.get("/")
    assert (page.context["level"].id, page.context["board"].id) == ("hard", "connect-four")
    assert page.text.count('name="cell" value="38"') == 6
    assert client.get("/?board=gomoku").context["board"].id == "gomoku"
    assert Client().get("/?board=9x9").context["board"].id == "classic"


def test_an_unfinished_game_stands_above_the_boards_and_the_other_games(browse, alice, game):
    services.create_game(host=alice, mark=Mark.X)  # an invitation, which can wait
    services.create_game(host=alice, mark=Mark.X, guest=alice)  # for two on one device
    page = " ".join(browse(alice).get("/").text.split())
    assert "<span>Continue with</span> <bdi>Bob</bdi>" in page
    assert '<span>Classic ·</span> <span class="stand"> your turn </span>' in page
    assert page.index("Continue with") < page.index("Play a friend</button>")
    assert page.count(game.get_absolute_url()) == 1


def test_how_a_game_stands_takes_two_words(browse, alice: Player, bob: Player):
    for guest, cells, stand in (
        (bob, (), "your turn"),
        (bob, (4,), "their turn"),
        (bob, X_WINS, "won"),
        (bob, DRAW, "drawn"),
        (alice, (), "X to move"),
        (alice, (4,), "O to move"),
        (alice, X_WINS, "X won"),
    ):
        play(services.create_game(host=alice, mark=Mark.X, guest=guest), *cells)
        page = " ".join(browse(alice).get("/").text.split())
        assert f"{stand} </" in page
        Game.objects.all().delete()


def test_the_places_say_how_many_wait_for_one_and_whether_a_puzzle_does(
    browse, alice: Player, bob: Player, computer: Player
):
    client = browse(alice)
    for guest, cells in ((bob, ()), (bob, (4,)), (bob, X_WINS), (alice, ()), (computer, ())):
        play(services.create_game(host=alice, mark=Mark.X, guest=guest), *cells)
    play(services.create_game(host=bob, mark=Mark.X, guest=alice), 4)
    page = client.get("/learn/").text
    assert 'class="badge">2</span' in page
    assert "today&#x27;s waits" not in page  # but the first one does
    PuzzleAttempt.objects.create(player=alice, puzzle="any", solved_at=timezone.now())
    assert 'class="badge"></span>' in client.get("/learn/").text
    of_today = book.of_day(timezone.localdate()).id
    PuzzleAttempt.objects.create(player=alice, puzzle=of_today, shown_at=timezone.now())
    assert 'class="badge"></span>' not in client.get("/learn/").text


def test_the_way_to_the_days_puzzle_begins_with_an_easy_one_and_tells_of_the_days_in_a_row(
    browse, alice: Player
):
    client = browse(alice)

    def line() -> str:
        page = " ".join(client.get("/").text.split())
        words = page[page.index('class="card today"') :].split("</a>")[0]
        return unescape(" ".join(re.sub("<[^>]*>", "", words.partition(">")[2]).split()))

    assert line() == "A first puzzle · Classic, two moves"
    assert len(solving_of(book.first(), None, timezone.localdate()).progress) == 2
    attempt = PuzzleAttempt.objects.create(player=alice, puzzle="any", solved_at=timezone.now())
    assert line().startswith("Today's puzzle ·")
    today = timezone.localdate()
    attempt.days = {today - timedelta(days=ago) for ago in (1, 2)}
    attempt.save()
    assert line().startswith("2 days · Today's puzzle ·")
    attempt.days = {today - timedelta(days=ago) for ago in (9, 10)}
    attempt.save()
    assert line() == "Your longest was 2. Today makes 1."


def test_forms_of_every_page_lead_back_to_it_and_never_elsewhere(client: Client):
    elsewhere = ("https://evil.example/", "//evil.example", "javascript:1", "x", "")
    for address, back in (("/how-to/", "/how-to/"), *((each, "/") for each in elsewhere)):
        for form, fields in (("/name/", {"name": "Sam"}), ("/theme/", {"theme": "chalk"})):
            assert client.post(form, {**fields, "next": address})["Location"] == back
        link = client.post("/device/", {"next": address}).context["link"]
        assert link.endswith(f"?next={back}")


def test_the_theme_is_remembered(client: Client):
    for theme, secure in (("chalk", True), ("paper", False), ("night", True)):
        client.post("/theme/", {"theme": theme, "next": "/"}, secure=secure)
        assert f'data-theme="{theme}"' in client.get("/").text
        assert bool(client.cookies["theme"]["secure"]) is secure
    client.post("/theme/", {"theme": "system", "next": "/"})
    assert "data-theme=" not in client.get("/").text


def test_how_many_games_go_on_is_counted_once_for_many_pages(
    client: Client, game: Game, alice: Player, bob: Player, django_assert_num_queries
):
    with django_assert_num_queries(2):  # and which clock most look for
        page = " ".join(client.get("/").text.split())
    assert "1 game just now" in page
    assert '<b>1<span class="visually-hidden"> live games</span></b>' in page
    services.create_game(host=alice, mark=Mark.X, guest=bob)
    with django_assert_num_queries(0):
        client.get("/how-to/")
    Game.objects.all().delete()
    caches["process"].clear()
    page = client.get("/").text
    assert "The computer plays" in page
    assert "live games</span>" not in page

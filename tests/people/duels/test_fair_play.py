from collections.abc import Iterator
from types import ModuleType

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import URLPattern

from games.ai.computer_players import LEVELS
from games.models import Game, Player
from games.people.duels.services import InDuel
from games.play import fair_play, services
from games.study import urls as study_urls
from games.study.puzzles import book
from games.web.fair_play import require_help_allowed
from tests.accounts import with_account
from tests.people.accounts.accounts import signed_in
from tests.people.duels.duels import find_duel, lose, second_game, start_duel
from tests.playing import create_game, play, player_to_move, reload, start, url
from tests.sockets.sockets import connected

WORDS = "You are playing a duel. There is no help until it is over."
BACK = "Back to the duel"
PUZZLE = next(iter(book.all_puzzles()))
# The views of study that neither search nor tell a verdict of a position.
NO_HELP = {
    *("learn", "puzzle_days", "puzzles_next", "menace", "box", "boxes", "exhibitions"),
    *("former_tree_count", "tree_real"),
}
HELP = {
    "tree": "/tree/",
    "tree_two_ways": "/tree/two-ways/",
    "explorer_start": "/explore/",
    "explorer": "/explore/5x5/",
    "own_player": "/own-player/",
    "puzzles": "/puzzles/",
    "puzzles_today": "/puzzles/today/",
    "puzzles_print": "/puzzles/print/",
    "puzzle": f"/puzzles/{PUZZLE}/?hint",
    "puzzle_answer": f"/puzzles/{PUZZLE}/answer/",
    "puzzle_hint": f"/puzzles/{PUZZLE}/hint/",
    "puzzle_show": f"/puzzles/{PUZZLE}/show/",
    "lesson": "/learn/forks/",
    "lesson_answer": "/learn/forks/answer/",
    "review": "/g/{finished}/review/",
    "mistakes": "/g/{finished}/review/mistakes/",
    "why": "/g/{finished}/why/",
}
POSTED = {"puzzle_answer", "puzzle_hint", "puzzle_show", "lesson_answer"}


@pytest.fixture
def duel(alice: Player, bob: Player) -> Game:
    return start_duel(alice, bob)


@pytest.fixture
def finished(charlie: Player, computer: Player) -> Game:
    game = create_game(charlie, computer)
    play(game, 0)
    return services.resign(game.pk, charlie.pk)


@pytest.fixture
def browser(duel: Game, alice: Player) -> Client:
    return signed_in(alice)


def end(duel: Game, loser: Player) -> None:
    lose(duel, loser)
    lose(second_game(duel), loser)


def is_refused(client: Client) -> bool:
    response = client.get("/tree/")
    return response.status_code == 409 and WORDS in response.text


def test_each_view_of_study_that_helps_is_listed_here():
    assert {pattern.name for pattern in _patterns(study_urls)} == NO_HELP | HELP.keys()


def _patterns(module: ModuleType) -> Iterator[URLPattern]:
    for each in module.urlpatterns:
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from _patterns(each.urlconf_module)


def test_no_page_that_searches_or_tells_a_verdict_helps_in_a_duel(duel, browser, finished):
    address, as_json = f"/g/{duel.pk}/", {"accept": "application/json"}
    told = {"code": "in_duel", "message": WORDS, "link": {"address": address, "words": BACK}}
    for name, path in HELP.items():
        send = browser.post if name in POSTED else browser.get
        page, answer = (send(path.format(finished=finished.pk), headers=h) for h in ({}, as_json))
        assert (page.status_code, WORDS in page.text) == (409, True), name
        assert f'href="{address}"' in page.text, name
        assert answer.json() == told, name


def test_nobody_else_notices_a_duel(duel: Game, charlie: Player, finished: Game, browse):
    position = "/explore/5x5/?moves=c3"
    for client in (Client(), browse(charlie), signed_in(with_account(charlie))):
        for path in ("/tree/", position, "/puzzles/", "/learn/forks/"):
            assert client.get(path).status_code == 200
        assert client.get(f"/g/{finished.pk}/review/").status_code == 200


def test_help_is_back_when_both_games_are_over(duel: Game, alice: Player, browser: Client):
    lose(duel, alice)
    assert is_refused(browser)
    lose(second_game(duel), alice)
    assert browser.get("/tree/").status_code == 200


def test_who_waits_for_a_duel_is_helped(alice: Player):
    find_duel(with_account(alice))
    assert signed_in(alice).get("/tree/").status_code == 200


def test_every_browser_of_the_person_counts(duel: Game, alice: Player, bob: Player, browse):
    assert is_refused(signed_in(bob))
    known = signed_in(alice)
    known.post("/account/sign-out/")
    assert known.get("/how-to/").context["visitor"] != alice
    assert is_refused(known)
    # One that was the person's before it had an account, and before the person went on elsewhere.
    assert is_refused(browse(alice))


def test_a_guest_in_a_known_browser_counts(duel: Game, alice: Player):
    known = signed_in(alice)
    known.post("/account/sign-out/")
    response = known.post("/g/", {"opponent": "computer", "level": "easy", "board": "5x5"})
    assert (response.status_code, WORDS in response.text) == (409, True)
    assert not Game.objects.filter(x__level=None, o__level="easy").exists()


def test_who_is_signed_in_there_as_somebody_else_is_somebody_else(duel: Game, alice, charlie):
    shared = signed_in(alice)
    shared.post("/account/sign-out/")
    shared.post(
        "/account/sign-in/", {"login": with_account(charlie).name, "password": "three plain words"}
    )
    assert shared.get("/tree/").status_code == 200


def test_a_newcomer_costs_no_query(rf, django_assert_num_queries):
    request = rf.get("/tree/")
    request.session = Client().session
    with django_assert_num_queries(0):
        require_help_allowed(request)


def test_a_person_costs_one_query(alice: Player, django_assert_num_queries):
    with django_assert_num_queries(1):
        fair_play.require_help_allowed([alice.pk])


def test_the_computer_plays_nobody_who_plays_a_duel(alice, computer, browser):
    response = browser.post("/g/", {"opponent": "computer", "level": "hard", "board": "classic"})
    assert (response.status_code, WORDS in response.text) == (409, True)
    with pytest.raises(InDuel):
        create_game(alice, computer)
    assert start(browser, opponent="device").status == "playing"


def test_a_game_against_the_computer_waits_for_the_end_of_the_duel(alice, bob, computer):
    game = create_game(with_account(alice), computer)
    duel = start_duel(alice, bob)
    with pytest.raises(InDuel):
        play(game, 0)
    assert reload(game).ply == 0
    end(duel, bob)
    assert play(game, 0).ply == 1


def test_no_game_between_people_waits(duel: Game, alice: Player, charlie: Player):
    assert play(create_game(alice, charlie), 0).ply == 1
    assert play(create_game(charlie, charlie), 0).ply == 1
    assert play(duel, duel.board.legal_moves()[0]).ply == duel.ply + 1


@pytest.mark.django_db(transaction=True)
def test_there_are_no_hints_by_forms(alice: Player, bob: Player, computer: Player):
    game = create_game(with_account(alice), computer)
    start_duel(alice, bob)
    client = signed_in(alice)
    response = client.post(url(game, "hint"), {"ply": 0})
    assert (response.status_code, WORDS in response.text) == (409, True)
    told = client.post(url(game, "hint"), {"ply": 0}, headers={"accept": "application/json"})
    assert (told.json()["code"], told.json()["message"]) == ("in_duel", WORDS)
    assert told.json()["link"]["words"] == BACK


@pytest.mark.django_db(transaction=True)
def test_there_are_no_hints_by_sockets(alice: Player, bob: Player, computer: Player):
    game = create_game(with_account(alice), computer)
    duel = start_duel(alice, bob)

    async def ask() -> tuple[dict[str, object], dict[str, object]]:
        async with connected(game, alice) as socket:
            return await socket.request_hint(ply=0), await socket.request("move", ply=0, cell=0)

    for told in async_to_sync(ask)():
        assert (told["code"], told["message"]) == ("in_duel", WORDS)
        assert told["link"] == {"address": f"/g/{duel.pk}/", "words": BACK}


def test_the_computer_answers_a_stranger_on_the_position_of_a_duel(duel: Game, charlie: Player):
    turned = duel.board
    guest = Player.objects.of_level(LEVELS["easy"])
    game = services.create_game(
        host=charlie, mark=turned.turn, guest=guest, variant=duel.variant, opening=duel.record
    )
    assert player_to_move(game) == charlie
    assert play(game, turned.legal_moves()[0]).is_computers_turn

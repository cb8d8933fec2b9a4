from collections.abc import Iterable

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from games.engine import Mark
from games.models import Game, Player
from games.pages import help_pages
from games.play import services
from tests.e2e.pages import LESSON_PATHS, PATHS
from tests.languages.pseudo import CODE, outside, untranslated
from tests.people.duels.duels import find_duel, lose, second_game, start_duel
from tests.playing import DRAW, O_WINS, X_WINS, play, url
from tests.puzzles import own_moves, puzzle_of, wrong_cell
from tests.reviews import O_LOSES_ON_MOVE_4, X_MISSES_A_WIN, review_game

# Pages in the middle of what they show, which are there before anybody has played.
STEPS = (
    *("learn/mistakes/?move=5&number=31", "learn/mistakes/?move=2&number=3&line=1"),
    *("learn/misere/?cell=a3", "learn/forks/?cell=b1", "learn/symmetry/?cell=b3"),
    *("learn/gomoku/?cell=a1", "learn/gomoku/?question=6&cell=a1&step=1"),
    *("learn/gomoku/?question=6&cell=j8&step=2", "learn/connect-four/?question=4&cell=a1"),
    *("tree/?moves=b2-a3-c1", "tree/?moves=a3-a2-b3-b2-c3", "tree/?board=connect-four&moves=d1"),
    *("tree/?moves=a3-b3-c3-a2&search=alpha-beta", "tree/?board=misere&moves=b2-a3-c1-c3"),
    *("tree/?search=alpha-beta", "tree/?search=alpha-beta&step=38&guess=", "tree/?step=20"),
    *("tree/two-ways/", "tree/two-ways/?mistake=unseen"),
    "?board=classic&moves=b2",
    *("own-player/?moves=b2&one=1&match=20", "own-player/?board=4x4&you=X&depth=x"),
    *("explore/classic/?moves=b2-a3", "explore/classic/?moves=a3-a2-b3-b2-c3"),
    *("?board=misere", "?board=ultimate", "?board=notakto-3"),
)
REFUSED = {
    "tree/?moves=z9": 400,
    "tree/?search=magic": 400,
    "own-player/?board=gomoku": 404,
    "menace/?moves=b9": 400,
    "?board=classic&moves=b2-b2": 400,
    "?board=classic&moves=a3-a2-b3-b2-c3": 400,
    "games/?board=chess": 400,
    "device/unknown/": 410,
    "puzzles/nothing/": 404,
    "players/nobody/": 404,
    "g/abc2345678/": 404,
    "nowhere/": 404,
}


@pytest.fixture
def visit(browse):
    def make(player: Player | None = None) -> Client:
        client = browse(player)
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = CODE
        return client

    return make


def check(response: HttpResponse, status: int = 200) -> None:
    assert response.status_code == status
    html = response.text
    assert f'<html lang="{CODE}"' in html
    assert untranslated(html) == []


def check_for(visit, players: Iterable[Player | None], *addresses: str) -> None:
    for player in players:
        for address in addresses:
            check(visit(player).get(address))


def test_the_pages_for_everybody(subtests: pytest.Subtests, visit, db):
    found = dict.fromkeys((*PATHS, *LESSON_PATHS, *STEPS), 200)
    for path, status in (found | REFUSED).items():
        with subtests.test(path=path):
            check(visit(None).get(f"/{path}"), status)


def test_accounts(visit, alice: Player, settings):
    settings.HAS_EMAIL = True
    client = visit(alice)
    client.post("/account/sign-up/", {"username": "Alice", "password1": "three plain words"})
    for page in ("", "codes/", "browsers/", "password/", "sign-out/", "passkeys/"):
        check(client.get(f"/account/{page}"))
    check(client.get("/settings/"))
    client.post("/account/codes/")
    client.post("/account/password/again/", {"password": "three plain words"})
    for page in ("codes/", "email/", "email/wrong/", "password/again/"):
        check(client.get(f"/account/{page}"))
    client.post("/account/sign-out/")
    client.post("/name/", {"name": "Bob"})
    client.post("/g/", {"opponent": "device"})
    client.post("/name/", {"name": "Bob"})  # in place of the one that a newcomer is given
    data = {"login": "Alice", "password": "three plain words"}
    check(client.post("/account/sign-in/", {**data, "password": "wrong"}))
    check(client.post("/account/sign-in/", data, follow=True))
    for page in ("locked/", "lost-password/email/", "lost-password/email/sent/", "password/a-b/"):
        check(visit(None).get(f"/account/{page}"))


@pytest.mark.parametrize("moves", [(), (0,), X_WINS, O_WINS, DRAW])
def test_a_game_as_each_sees_it(visit, game: Game, alice, bob, moves: tuple[int, ...]):
    check_for(visit, [alice, bob, None], url(play(game, *moves)), f"{url(game)}?ply=0")


@pytest.mark.parametrize("moves", [O_LOSES_ON_MOVE_4, X_MISSES_A_WIN, DRAW])
def test_a_review_as_each_sees_it(visit, game, alice, bob, moves: tuple[int, ...]):
    review_game(play(game, *moves))
    page, mistakes = url(game, "review"), url(game, "review/mistakes")
    check_for(visit, [alice, bob, None], page, mistakes)
    if moves != DRAW:  # whose positions say no more
        check_for(visit, [bob], *(f"{page}?ply={ply}&along=1" for ply in range(len(moves) + 1)))


def test_a_mistake_that_is_tried_again(visit, alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, guest=alice)
    review_game(play(game, *X_MISSES_A_WIN))
    for query in ("", "?number=2"):
        address = f"{url(game, 'review/mistakes')}{query}"
        for fields in ({"hint": "on"}, {"show": "on"}, *({"cell": cell} for cell in (1, 4, 5))):
            check(visit(alice).post(address, fields))
        check(visit(alice).post(address, {"cell": "0"}), 400)


@pytest.mark.parametrize("board", ["classic", "connect-four", "ultimate", "notakto-3"])
def test_a_puzzle(visit, alice: Player, bob: Player, board: str):
    puzzle, client = puzzle_of(board), visit(alice)
    address = f"/puzzles/{puzzle.id}/"
    check(client.get(f"{address}?hint"))
    check(client.post(f"{address}answer/", {"cell": wrong_cell(puzzle)}))
    for cell in own_moves(puzzle):
        check(client.post(f"{address}answer/", {"cell": cell}, follow=True))
    check(visit(bob).post(f"{address}show/", follow=True))


def test_refusals(visit, game: Game, bob: Player):
    play(game, 0)
    client = visit(bob)
    for path, fields, status in (
        (url(game, "move"), {"ply": 1, "cell": 0}, 409),
        (url(game, "move"), {"ply": 1, "cell": "x"}, 400),
        (url(game, "claim"), {"result": "win"}, 409),
        ("/name/", {"name": "Computer"}, 400),
        ("/name/", {"name": "A" * 30}, 400),
        ("/g/", {"opponent": "computer"}, 400),
        ("/g/", {"opponent": "computer", "level": "menace", "board": "gomoku"}, 409),
    ):
        check(client.post(path, fields), status)
    check(client.post("/name/", {"name": "Bob"}, follow=True))


def test_lengths_in_pictures_have_a_point(visit, game: Game):
    html = visit(None).get(url(play(game, *X_WINS))).text
    assert 'd="M0.18 0.50C' in html


def test_the_manifest(visit, db):
    manifest = visit(None).get("/manifest.webmanifest").json()
    assert manifest["lang"] == CODE
    for name in ("name", "short_name", "description"):
        assert list(outside(manifest[name])) == []


def test_the_words_of_the_scripts(visit, db):
    assert "words/" not in Client().get("/").text
    assert f'src="/words/{CODE}.js"' in visit(None).get("/").text
    assert "gettext" in Client().get(f"/words/{CODE}.js").text
    assert Client().get("/words/xx.js").status_code == 404


def test_the_page_of_an_error(visit, db, monkeypatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(help_pages, "render", fail)
    client = visit(None)
    client.raise_request_exception = False
    check(client.get("/about/"), 500)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_page_that_the_database_keeps_from_being_shown(visit, alice, game, monkeypatch, method):
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("away")

    client = visit(alice)
    client.raise_request_exception = False
    for name in ("bring_up_to_date", "find_game"):
        monkeypatch.setattr(services, name, fail)
    path = url(game) if method == "get" else url(game, "claim")
    check(getattr(client, method)(path, {"ply": "0"}), 503)


def test_duels(visit, alice: Player, bob: Player, charlie: Player):
    first = start_duel(alice, bob)
    lose(first, bob)
    second = second_game(first)
    check_for(visit, [alice, bob, None], url(first), url(second))
    lose(second, bob)
    check_for(visit, [alice, bob, None], url(second), "/duels/")
    check(visit(charlie).post("/duels/", {"board": "5x5", "control": "10s"}), 403)
    waiting = find_duel(alice)
    check_for(visit, [alice, charlie], url(waiting))

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Player
from games.play import errors, services
from tests.exhibitions import start_exhibition
from tests.playing import play, url

# What a player is told in a game among people that has just begun, by the form that is sent.
REFUSED: dict[str, tuple[type[errors.Refused], dict[str, object]]] = {
    "move": (errors.StaleMove, {"ply": 5, "cell": 0}),
    "rematch": (errors.NotOver, {}),
    "withdraw": (errors.NotWaiting, {}),
    "claim": (errors.NobodyGone, {"result": "win"}),
    "undo": (errors.NoUndo, {"ply": 0}),
    "decline": (errors.NotAsked, {"ply": "x"}),
    "decline_draw": (errors.NotOffered, {"ply": 0}),
    "hint": (errors.NoHints, {"ply": 0}),
}


@pytest.mark.django_db(transaction=True)
def test_each_form_reaches_its_service_and_the_page_says_what_that_refuses(
    browse, game: Game, alice: Player, charlie: Player
):
    client = browse(alice)
    for action, (refusal, fields) in REFUSED.items():
        for browser, expected in ((client, refusal), (browse(), errors.NotYourGame)):
            response = browser.post(url(game, action), fields)
            assert response.status_code == 409, action
            assert expected.message in response.text, action
        assert browse(charlie).post(url(game, action), fields).status_code == 409
        assert client.post(f"/g/nothing/{action}/", fields).status_code == 404, action
        assert client.get(url(game, action))["Location"] == url(game)
    assert Game.objects.get().version == game.version


def test_a_form_that_lacks_something_is_refused_on_the_page_of_the_game(browse, alice: Player):
    response = browse(alice).post(url(start_exhibition(), "move"), {"cell": 5})
    assert (response.status_code, "That is not a move." in response.text) == (400, True)
    assert response.context["drawing"].board.ply == 0
    assert browse(alice).post("/g/nothing/move/", {"cell": 5}).status_code == 404


@pytest.mark.parametrize(("control", "away"), [("3+2", {"minutes": 2}), ("", {"hours": 25})])
def test_the_game_of_somebody_who_left_is_ended_by_a_form(browse, alice, bob, control, away):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, control=control)
    play(game, 4)
    client = browse(alice)
    hidden = re.compile(r"data-claim hidden")
    assert hidden.search(client.get(url(game)).text)
    long_ago = timezone.now() - timedelta(**away)
    Game.objects.update(touched_at=long_ago, o_seen_at=long_ago)
    assert not hidden.search(client.get(url(game)).text)
    page = client.post(url(game, "claim"), {"result": "win"}, follow=True).text
    assert "Bob left. You win." in page


def test_of_several_questions_the_first_is_shown_without_scripts(browse, alice, bob):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)
    play(game, 4)
    services.undo(play(game, 0).pk, bob.pk, ply=2)
    services.draw(game.pk, bob.pk, ply=2)
    for answer, kind in (("decline", "undo"), ("decline_draw", "draw")):
        assert question(browse(alice), game) == kind
        browse(alice).post(url(game, answer), {"ply": 2})
    assert question(browse(alice), game) is None


def question(client: Client, game: Game) -> str | None:
    page = client.get(url(game)).text
    kinds = re.findall(r'data-question="(\w+)"([^>]*)>', page)
    return next((kind for kind, attributes in kinds if "hidden" not in attributes), None)


@pytest.mark.parametrize(("decliner", "readers"), [("bob", ["alice"]), ("alice", [])])
def test_only_who_asked_to_take_back_reads_of_a_no(request, browse, alice, bob, decliner, readers):
    game = services.create_game(host=alice, mark=Mark.X, guest=bob, allows_undo=True)
    services.undo(play(game, 4).pk, alice.pk, ply=1)
    browse(request.getfixturevalue(decliner)).post(url(game, "decline"), {"ply": 1})
    pages = {
        name: browse(request.getfixturevalue(name)).get(url(game)).text for name in ("alice", "bob")
    }
    shown = re.compile(r"data-undo-declined\s*>They said no")
    assert [name for name, page in pages.items() if shown.search(page)] == readers

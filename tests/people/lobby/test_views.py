import pytest
from django.test import Client

from games.engine import clock
from games.models import Game, Player
from games.people.lobby.views import INVITED_LATELY
from games.play.services import bring_up_to_date, join_game
from tests.people.lobby.seeks import come, find, let_first_move_pass, set_seen
from tests.plain_browser import PlainBrowser
from tests.playing import reload, url


def look(board: str, button: str = "Find somebody", **choices: str) -> PlainBrowser:
    browser = PlainBrowser()
    browser.open(f"/?board={board}")
    browser.press(button, **choices)
    return browser


def refresh(browser: PlainBrowser) -> str:
    browser.open(browser.address)
    return browser.text()


def refresh_of(browser: PlainBrowser) -> int:
    return browser.client.get(browser.address).context["refresh_after"]


def test_two_find_each_other_and_play():
    first = look("connect-four", control="")
    assert "Looking for somebody" in first.text()
    assert '<meta http-equiv="refresh"' in first.client.get(first.address).text
    second = look("connect-four", control="")
    assert second.address == first.address
    assert "Calling" in second.text()
    assert refresh_of(second) == 4
    assert "Your turn" in refresh(first) + refresh(second)
    on_turn = first if "Your turn" in first.text() else second
    waits = second if on_turn is first else first
    # Whoever has to move is not disturbed until the time for that is over.
    assert refresh_of(waits) == 4 < 10 < refresh_of(on_turn)
    on_turn.play(35)


def test_who_waits_stops_looking():
    browser = look("6x6")
    browser.press("Stop looking")
    assert "You stopped looking for somebody." in browser.text()
    assert "Block or report" not in browser.text()


def test_with_scripts_one_plays_the_computer_until_somebody_is_found():
    browser = look("connect-four", meanwhile="on")
    assert "Looking for somebody" in browser.text()
    assert "Nobody else is looking yet. Play on against Medium: we call you" in browser.text()
    waiting, meanwhile = (Game.objects.get(status=status) for status in ("waiting", "playing"))
    assert meanwhile.level == "medium"
    assert browser.address == url(meanwhile)
    assert not meanwhile.is_public
    browser.open("/?board=connect-four")
    browser.press("Find somebody", meanwhile="on")
    assert browser.address == url(meanwhile)  # which goes on
    browser.press("Stop looking")
    assert browser.address == url(meanwhile)
    assert "Looking for somebody" not in browser.text()
    assert reload(waiting).status == "closed"


def test_who_came_in_vain_goes_on_by_a_link():
    first, second = look("classic"), look("classic")
    refresh(first)
    game = Game.objects.get()
    let_first_move_pass(game)
    texts = [refresh(each) for each in (first, second)]
    late, came = (first, second) if "You made no move" in texts[0] else (second, first)
    assert "Go on" not in late.names("a")
    assert "We keep looking." in came.text()
    came.follow("Go on")
    assert "did not move. We keep looking." in came.text()
    again = late.client.get(late.address).text.partition('class="again"')[2]
    assert "Play anyone" not in again.partition('class="slots bar"')[0]
    late.press("Play anyone")  # and so is here
    assert late.address == came.address


def test_who_is_led_to_a_game_that_had_begun_is_told_so():
    first = look("connect-four", control="")
    look("connect-four", control="")
    first.open("/?board=5x5")
    first.press("Find somebody", control="")
    assert "You had found somebody already, for this game." in first.text()
    first.open("/?board=connect-four")
    first.press("Find somebody", control="")
    assert "You had found somebody already" not in first.text()


def test_the_clock_of_a_search_is_remembered():
    browser = look("classic", control="10s", any_board="on")
    browser.press("Stop looking")
    browser.open("/?board=6x6")
    browser.press("Find somebody")
    seek = Game.objects.get(status="waiting")
    assert (seek.control, seek.seek.any_board) == ("10s", False)  # the boards are chosen anew


def test_who_waits_with_another_clock_can_be_met():
    first, second = look("classic", control="10s"), look("classic", control="")
    assert "Play" not in first.names("button")
    refresh(second)
    assert "One other waits: Classic, 10 seconds a move." in second.text()
    second.press("Play")
    assert Game.objects.get(status="called").control == "10s"


@pytest.mark.parametrize(
    "form", [{}, {"board": "chess"}, {"board": "classic", "control": "an hour"}]
)
def test_a_board_that_is_no_more_is_refused_in_words(client: Client, form: dict[str, str]):
    response = client.post("/anyone/", form)
    assert response.status_code == 400
    assert "That board or that clock is not here any more." in response.text
    assert not Player.objects.exists()


def test_who_waits_on_another_page_is_still_here(browse, alice: Player, bob: Player):
    waiting = find(alice)
    set_seen(waiting, 14)
    headers = {"accept": "application/json"}
    state = browse(alice).get(url(waiting), headers=headers).json()
    assert state["kind"] == "open"
    assert find(bob).pk == waiting.pk
    for _ in range(2):  # which is not yet the game itself
        called = browse(alice).get(url(waiting), headers=headers).json()
        assert (called["status"], called["words"]) == ("called", "Calling Bob…")
    come(waiting, bob)
    assert len(reload(waiting).awaited) == 1


def test_who_plays_meanwhile_is_told_of_a_call_and_stops_calling(browse, alice, bob):
    waiting = find(alice)
    game = browse(alice).post("/anyone/", {"board": "classic", "control": "", "meanwhile": "on"})
    meanwhile = game["Location"]
    come(find(bob), bob)
    page = browse(alice).get(meanwhile).text
    assert "<bdi>Bob</bdi> is here" in page
    assert "Bob is here and waits 20 seconds for you." in page
    assert f'href="{url(waiting)}">Play' in page
    bobs = PlainBrowser(browse(bob))
    bobs.open(url(waiting))
    assert "Calling Alice…" in bobs.text()
    assert "first move" not in bobs.text()
    bobs.press("Stop")
    assert "You stopped looking for somebody." in bobs.text()
    assert "<bdi>Bob</bdi> could not wait." in browse(alice).get(meanwhile).text


@pytest.mark.parametrize(
    ("board", "name"), [("classic", "Classic"), ("connect-four", "Connect Four")]
)
def test_who_plays_meanwhile_can_switch_to_what_others_look_for(board: str, name: str):
    first = look(board, control="10s")
    refresh(first)
    second = look("classic", control="", meanwhile="on")
    assert f"One other waits: {name}, 10 seconds a move." in second.text()
    second.press("Play")
    assert second.address == first.address


def test_a_host_who_plays_the_computer_is_told_who_has_come(browse, invitation, alice, bob):
    terms = {"opponent": "computer", "level": "medium", "meanwhile": "on"}
    meanwhile = browse(alice).post("/g/", terms)["Location"]
    page = browse(alice).get(meanwhile).text
    assert "Waiting for your friend" in page
    assert f'href="{url(invitation)}"' in page  # for whoever has the link to send yet
    join_game(invitation.pk, bob)
    assert "<bdi>Bob</bdi> is here" in browse(alice).get(meanwhile).text
    browse(alice).get(url(invitation))
    assert "is here" not in browse(alice).get(meanwhile).text


def test_an_old_invitation_is_no_sentence_of_other_games(browse, invitation, alice):
    old = clock.now() - INVITED_LATELY
    Game.objects.filter(pk=invitation.pk).update(created_at=old)
    meanwhile = browse(alice).post("/g/", {"opponent": "computer", "level": "easy"})["Location"]
    assert "Waiting for your friend" not in browse(alice).get(meanwhile).text


def test_a_call_that_was_missed_is_shown_on_no_page(browse, alice: Player, bob: Player):
    waiting = find(alice)
    come(find(bob), bob)
    called = f"/invitations/?waiting={waiting.pk}"
    assert "<bdi>Bob</bdi> is here" in browse(alice).get(called).text
    let_first_move_pass(waiting)
    assert "is here" not in browse(alice).get(called).text
    assert bring_up_to_date(waiting.pk).reason == "no_show"
    assert "is here" not in browse(alice).get(called).text

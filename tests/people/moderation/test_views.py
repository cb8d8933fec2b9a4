import pytest

from games.models import Game, Player
from games.people.moderation.models import Block, Report
from tests.plain_browser import PlainBrowser
from tests.playing import X_WINS, play, url


@pytest.fixture
def browser(browse, alice: Player) -> PlainBrowser:
    return PlainBrowser(browse(alice))


@pytest.mark.parametrize("moves", [(), X_WINS])
def test_somebody_is_blocked_from_the_game_and_unblocked_again(browser, game, moves):
    browser.open(url(play(game, *moves) if moves else game))
    browser.follow("Block or report")
    browser.press("Block this person")
    assert browser.address == "/blocks/"
    assert "Bob" in browser.text()
    browser.press("Unblock")
    assert "You have blocked nobody." in browser.text()
    assert not Block.objects.exists()


def test_somebody_is_reported(browser: PlainBrowser, game: Game, bob: Player):
    browser.open(url(game, "person"))
    browser.press("Send the report", kind="stalling")
    assert "Thank you. Somebody will look at it." in browser.text()
    report = Report.objects.get()
    assert (report.kind, report.reported, report.game) == ("stalling", bob, game)


def test_too_many_words_are_refused_and_stay_on_the_page(browse, game: Game, alice: Player):
    said = "so many words " * 20
    response = browse(alice).post(url(game, "report"), {"kind": "other", "words": said})
    assert response.status_code == 400
    assert "That is too long. Say it in up to 200 characters." in response.text
    assert said in response.text
    assert not Report.objects.exists()


def test_bad_input_is_refused_in_words(browse, game: Game, computer_game: Game, alice, charlie):
    client = browse(alice)
    response = client.post(url(game, "report"), {"kind": "manners"})
    assert (response.status_code, "Choose what you want to report." in response.text) == (400, True)
    response = client.get(url(computer_game, "person"))
    assert (response.status_code, "No other person plays" in response.text) == (409, True)
    for who in (charlie, None):
        assert browse(who).get(url(game, "person")).status_code == 409
        assert browse(who).post(url(game, "block")).status_code == 409
    assert client.get("/g/nothing/person/").status_code == 404
    client.post("/blocks/", {"block": "1" * 30})
    assert browse().get("/blocks/").status_code == 200
    assert not Block.objects.exists()

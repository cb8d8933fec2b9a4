import re
from xml.etree import ElementTree

from games.engine import Mark
from games.engine.presets import BOARDS
from games.models import Player
from games.play import services
from games.presentation import snapshots
from games.presentation.colours import LIGHT, PAPERS
from games.presentation.pictures import rendering
from tests.playing import X_WINS
from tests.server import ROOT

HOSTILE = ['"><script>', "</text><image/>", "&lt;&amp;", "{{ 7|add:7 }}", "]]><!--", "'\"&<>"]


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    return ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]


def marks(svg: str) -> list[str]:
    on_board = re.findall(r'<g class="([xo])" transform="translate\(\d+ \d+\) ', svg)
    return sorted(mark.upper() for mark in on_board)


def test_a_card_shows_the_board_the_names_and_the_result(snapshot_of):
    drawn = rendering.game_card(snapshot_of(*X_WINS))
    assert marks(drawn) == ["O", "O", "X", "X", "X"]
    written = " ".join(texts(drawn))
    assert "Alice wins. Three in a row. Alice Bob" in written
    assert "Three in a row wins." in written
    assert 'class="strike' in drawn


def test_the_card_of_an_invitation_says_who_invites_to_what(alice: Player):
    game = services.create_game(host=alice, mark=Mark.X, variant=BOARDS["connect-four"].variant)
    drawn = rendering.game_card(snapshots.take(game))
    assert "Alice invites you to Connect Four" in " ".join(texts(drawn))
    assert marks(drawn) == []


def test_names_are_text_whatever_is_in_them(snapshot_of):
    game = snapshot_of(*X_WINS)
    for name in HOSTILE:
        game["seats"]["X"]["name"] = name
        drawn = rendering.game_card(game)
        assert name in texts(drawn)
        tags = {each.tag for each in ElementTree.fromstring(drawn).iter()}  # noqa: S314
        assert not any(tag.endswith(("script", "image")) for tag in tags)


def test_a_name_that_cannot_be_drawn_becomes_the_mark(snapshot_of):
    drawn = rendering.game_card(snapshot_of(*X_WINS, x="小林"))
    assert "Player X wins. Three in a row." in " ".join(texts(drawn))


def test_pictures_have_the_colours_of_the_pages():
    sheet = (ROOT / "static/css/tokens.css").read_text()
    for name, colour in LIGHT.items():
        assert re.search(rf"--{name.replace('_', '-')}: (light-dark\()?{colour}\b", sheet), name
    assert all(colour in sheet for colour in PAPERS.values())

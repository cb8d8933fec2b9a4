import json

from tests.tools.golden_games import FILE, games

GOLDEN = json.loads(FILE.read_text())


def test_the_file_is_what_the_engine_plays():
    assert games() == GOLDEN


def test_the_golden_games_end_in_every_way():
    ends = {(game["variant"]["misere"], game["outcome"]["reason"]) for game in GOLDEN}
    assert ends == {
        (False, "line"),
        (False, "full"),
        (False, "dead"),
        (True, "line"),
        (True, "full"),
    }

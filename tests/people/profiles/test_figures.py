from collections import Counter

import pytest

from games.engine import BOARDS
from games.models import Game, Player
from games.people.profiles import figures
from games.people.profiles.figures import ResultRow
from tests.past_games import past_games

CLASSIC = str(BOARDS["classic"].variant)


def result(game: Game, player: Player) -> str:
    if not game.winner:
        return "drawn"
    return "won" if [game.winner] == game.marks_of(player.pk) else "lost"


@pytest.fixture
def games(alice: Player, bob: Player, charlie: Player, computer: Player) -> list[Game]:
    past_games(bob, [charlie, computer], 40, seed=8)
    games = past_games(alice, [bob, charlie, computer], 150)
    return [g for g in games if g.status == Game.Status.FINISHED and not g.is_hot_seat]


def test_tallies(games: list[Game], alice: Player):
    expected, counted = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    for game in games:
        expected[game.variant_code, game.level or "", result(game, alice)] += 1
    for tally in figures.tallies(alice):
        counted[tally[:3]] += tally.games
    assert counted == expected


@pytest.mark.parametrize("board", ["", "classic"])
def test_the_headline_is_of_the_board_that_is_chosen(browse, games: list[Game], alice, board: str):
    chosen = [game for game in games if not board or game.variant_code == CLASSIC]
    page = browse(alice).get(f"/games/?board={board}")
    results = Counter(result(game, alice) for game in chosen)
    won, drawn, lost = (results[each] for each in ("won", "drawn", "lost"))
    assert f"{won}&nbsp;won, {drawn}&nbsp;drawn, {lost}&nbsp;lost." in page.text
    rows = page.context["rows"]
    assert sum(row.games for row in rows) == len(games)
    assert len(rows) == len({game.variant_code for game in games})
    assert page.text.count('aria-current="true"') == (2 if board else 1)


def test_a_bar_is_as_long_as_all_its_parts():
    assert ResultRow("", {"won": 1, "drawn": 1, "lost": 2}).bar == [
        ("won", 0.0, 25.0),
        ("drawn", 25.0, 25.0),
        ("lost", 50.0, 50.0),
    ]
    assert ResultRow("", {"won": 0, "drawn": 0, "lost": 3}).bar == [("lost", 0.0, 100.0)]

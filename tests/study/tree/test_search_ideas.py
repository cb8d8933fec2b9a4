import re

import pytest
from django.test import Client

from games.engine import BOARDS, Board
from games.study.tree.node_counts import BOARD_IDS, NODE_COUNTS
from tests.game_tree import classic_layers
from tests.tools.search_ideas import positions


@pytest.mark.parametrize("idea", [*NODE_COUNTS][1:])
def test_the_table_has_what_its_tool_counts(idea: str):
    boards = [Board(BOARDS[id].variant) for id in BOARD_IDS]
    assert NODE_COUNTS[idea] == tuple(positions(board, idea) for board in boards)


def test_minimax_looks_at_every_position_of_every_game():
    games = sum(count for layer in classic_layers() for count in layer.values())
    # Lines end games of both boards, whoever they are good for.
    assert NODE_COUNTS["minimax"] == (games, games)


@pytest.mark.django_db
def test_the_tab_of_the_real_search_shows_the_table(client: Client):
    page = client.get("/tree/real-search/").text
    cells = re.findall(r"<td>([\d,]+)</td>", page)
    assert cells == [f"{count:,}" for counts in NODE_COUNTS.values() for count in counts]
    alike = zip(NODE_COUNTS["alpha-beta"], NODE_COUNTS["ordering"], strict=True)
    assert [round(10 * (1 - after / before)) for before, after in alike] == [9, 6]  # of ten

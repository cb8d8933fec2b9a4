from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine import BOARDS, Board
from games.study.tree.textbook import BOARD_IDS, IDEAS
from tests.game_tree import classic_layers
from tests.tools.search_ideas import positions


@pytest.mark.parametrize("idea", IDEAS[1:], ids=lambda idea: idea.id)
def test_the_table_has_what_its_tool_counts(idea):
    boards = [Board(BOARDS[id].variant) for id in BOARD_IDS]
    assert idea.positions == tuple(positions(board, idea.id) for board in boards)


def test_minimax_looks_at_every_position_of_every_game():
    games = sum(count for layer in classic_layers() for count in layer.values())
    # Lines end games of both boards, whoever they are good for.
    assert IDEAS[0].positions == (games, games)


@pytest.mark.django_db
def test_the_tab_of_the_real_search_shows_the_table(client: Client):
    page = client.get("/tree/real-search/").content.decode()
    cells = re.findall(r"<td>([\d,]+)</td>", page)
    assert cells == [f"{count:,}" for idea in IDEAS for count in idea.positions]

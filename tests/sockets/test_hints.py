import pytest
from channels.db import database_sync_to_async

from games.computer import hints
from games.models import Game, Player
from games.presentation import hint_wording
from tests.hints import THREATENED_LINE, verdict
from tests.playing import play
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_hint_is_the_answer_and_everybody_sees_it_counted(computer_game: Game, alice):
    await database_sync_to_async(play)(computer_game, *THREATENED_LINE)
    async with connected(computer_game, alice) as x, connected(computer_game, None) as watcher:
        hint = await x.request_hint(ply=4)
        words = "Block b3, or O wins with its next move."
        assert (hint["id"], hint["words"]) == ("k", words)
        assert hint["best"] == [1]
        assert hint["verdicts"]["1"] == hint_wording.verdict_in_words(verdict("draw"))
        assert hint["verdicts"]["3"] == hint_wording.verdict_in_words(verdict("loss", 2))
        assert (await watcher.receive())["hints"] == 1
        assert watcher.state["version"] == hint["version"]


async def test_many_hints_in_a_minute_are_refused(computer_game: Game, alice: Player):
    for _ in range(20):
        await hints.find(computer_game.pk, alice.pk, ply=0)
    async with connected(computer_game, alice) as x:
        no = await x.request("hint", ply=0)
        assert (no["code"], no["message"][:31]) == ("too_many", "That is a lot of hints. Please ")

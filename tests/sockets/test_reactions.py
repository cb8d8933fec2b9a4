from __future__ import annotations

import pytest
from channels.db import database_sync_to_async as database

from games import protocol
from games.engine import Mark
from games.models import Game, Player
from games.play import errors, services
from games.presentation import wording
from tests.playing import X_WINS, play
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db(transaction=True)


def test_each_has_its_words():
    assert tuple(wording.REACTIONS) == protocol.REACTIONS


def test_two_are_welcome_between_moves(game: Game, alice: Player, bob: Player):
    for message in ("a", "b"):
        services.react(game.pk, alice.pk, reaction="nice", message_id=message)
    with pytest.raises(errors.TooManyReactions):
        services.react(game.pk, alice.pk, reaction="nice", message_id="c")
    services.react(game.pk, bob.pk, reaction="wow", message_id="a")
    play(game, 4)
    services.react(game.pk, alice.pk, reaction="oops", message_id="d")


def test_the_board_stays_as_it_is(game: Game, alice: Player):
    before = game.version
    assert services.react(game.pk, alice.pk, reaction="nice").version == before
    assert Game.objects.get().version == before


def test_after_the_end_there_is_room_for_thanks(game: Game, bob: Player):
    play(game, *X_WINS)
    services.react(game.pk, bob.pk, reaction="well_played")


def test_it_refuses_those_who_watch_and_games_nobody_plays(
    game: Game, invitation: Game, alice: Player, charlie: Player
):
    with pytest.raises(errors.NotYourGame):
        services.react(game.pk, charlie.pk, reaction="nice")
    with pytest.raises(errors.NotStarted):
        services.react(invitation.pk, alice.pk, reaction="nice")
    services.withdraw(invitation.pk, alice.pk)
    with pytest.raises(errors.Closed):
        services.react(invitation.pk, alice.pk, reaction="nice")
    with pytest.raises(errors.NoSuchGame):
        services.react("nothing", alice.pk, reaction="nice")


async def test_the_room_sees_whose_it_is(game: Game, alice: Player, bob: Player):
    async with (
        connected(game, alice) as x,
        connected(game, bob) as o,
        connected(game, None) as watcher,
    ):
        answer = await o.request("react", id="r", reaction="thanks")
        assert answer == {"type": "ok", "id": "r", "version": 1}
        for socket in (x, o, watcher):
            message = await socket.receive()
            assert message == {"type": "reaction", "mark": "O", "reaction": "thanks"}


async def test_sent_again_it_is_answered_the_same_and_shown_once(game, alice, bob):
    async with connected(game, alice) as x, connected(game, bob) as o:
        first = await x.request("react", id="r", reaction="wow")
        assert (await x.receive())["type"] == (await o.receive())["type"] == "reaction"
        assert await x.request("react", id="r", reaction="wow") == first
        assert await o.has_no_message()
        assert (await x.request("react", id="s", reaction="wow"))["type"] == "ok"
        await database(play)(game, 4)
        await x.receive_ply(1)
        assert (await x.request("react", id="r", reaction="wow"))["type"] == "ok"
        assert await x.has_no_message()


@pytest.mark.parametrize("reaction", ["", "boo", "👍", None, 1, ["nice"]])
async def test_nobody_can_say_anything_else(game: Game, alice: Player, reaction: object):
    async with connected(game, alice) as x:
        assert (await x.request("react", reaction=reaction))["code"] == "wrong_value"


async def test_the_third_is_refused_in_words(game: Game, alice: Player):
    async with connected(game, alice) as x:
        for id in ("a", "b"):
            assert (await x.request("react", id=id, reaction="nice"))["type"] == "ok"
            assert (await x.receive())["type"] == "reaction"
        answer = await x.request("react", id="c", reaction="nice")
        assert (answer["code"], answer["state"]["ply"]) == ("too_many_reactions", 0)
        assert await x.has_no_message()


def test_on_a_shared_screen_they_are_counted_for_both(alice: Player):
    shared = services.create_game(host=alice, mark=Mark.X, guest=alice)
    for message in ("a", "b"):
        services.react(shared.pk, alice.pk, reaction="nice", message_id=message)
    with pytest.raises(errors.TooManyReactions):
        services.react(shared.pk, alice.pk, reaction="nice", message_id="c")

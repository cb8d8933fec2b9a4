import pytest

from games import protocol
from games.engine import clock
from games.models import Game, Player
from games.play import services
from games.play.lifecycle import SEEN_EVERY
from games.sockets import commands
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db

# What a player is refused in a game among people that has just begun, by the type of the message.
REFUSED: dict[str, tuple[str, dict[str, object]]] = {
    "move": ("stale_move", {"ply": 5, "cell": 0}),
    "rematch": ("not_over", {}),
    "claim": ("nobody_gone", {"result": "win"}),
    "undo": ("no_undo", {"ply": 0}),
    "decline": ("not_asked", {"ply": 0}),
    "decline_draw": ("not_offered", {"ply": 0}),
    "hint": ("no_hints", {"ply": 0}),
}
# What is answered to the others.
ACCEPTED: dict[str, tuple[str, dict[str, object]]] = {
    "sync": ("state", {}),
    "ping": ("pong", {"visible": True}),
    "say": ("ok", {"text": "Well done"}),
    "draw": ("ok", {"ply": 0}),
    "resign": ("ok", {}),
}


def test_every_message_is_tried_over_each_road():
    assert REFUSED.keys() | ACCEPTED.keys() == protocol.MESSAGES.keys()


@pytest.mark.django_db(transaction=True)
async def test_over_a_socket_each_message_reaches_its_service_and_its_refusal_comes_back(
    game, alice
):
    async with connected(game, alice) as x, connected(game, None) as watcher:
        for type, (code, fields) in REFUSED.items():
            no = await x.request(type, **fields)
            assert (no["type"], no["id"], no["code"]) == ("no", "k", code)
            assert no["message"].endswith(".")
            assert (no["state"]["version"], no["state"]["you"]) == (1, ["X"])
            assert (await watcher.request(type, **fields))["code"] == "not_your_game"
        assert await watcher.has_no_message()
        for type, (answer, fields) in ACCEPTED.items():
            await x.send_json_to({"type": type, "id": "k", **fields})
            while (await x.receive())["type"] != answer:
                continue
    assert (await Game.objects.aget()).reason == "resigned"


def ping(game: Game, player: Player) -> commands.Answer:
    message = protocol.Ping("k", visible=True)
    return commands.answer_ping(services.bring_up_to_date(game.pk), player.pk, message)


@pytest.mark.parametrize("fixture", ["game", "timed_game", "computer_game"])
def test_a_ping_reads_the_game_with_one_query(request, alice, fixture, django_assert_num_queries):
    game: Game = request.getfixturevalue(fixture)
    Game.objects.update(x_seen_at=clock.now())
    with django_assert_num_queries(1):
        answer = ping(game, alice)
    assert answer.message == {"type": "pong", "id": "k", "version": game.version}


def test_a_ping_that_stores_a_sign_of_life_writes_once(game, alice, bob, django_assert_num_queries):
    Game.objects.update(x_seen_at=clock.now() - 2 * SEEN_EVERY)
    with django_assert_num_queries(2):
        ping(game, alice)
    game.refresh_from_db()
    assert clock.now() - game.x_seen_at < SEEN_EVERY
    assert game.o_seen_at is None

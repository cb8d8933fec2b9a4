from datetime import timedelta

import pytest
from channels.db import database_sync_to_async as database
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model

from games.bus import broadcast
from games.models import TRANSFER_LIFETIME, Game, Player, Transfer
from games.play import errors, services
from games.web import players
from games.web.sessions import PLAYER, SessionStore, sign_in
from tests.playing import play, reload
from tests.sessions import cookie_header
from tests.sockets.sockets import GameSocket, connected

pytestmark = pytest.mark.django_db(transaction=True)


def session_of(player: Player | None) -> SessionStore:
    session = SessionStore()
    if player:
        sign_in(session, player.credential)
    session["theme"] = "dark"
    session.save()
    return session


def player_id_of(session: SessionStore) -> int | None:
    return players.id_in(SessionStore(session.session_key))


def test_a_link_goes_on_when_the_secret_is_changed(alice: Player, settings):
    secret = services.offer_transfer(alice)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret"
    assert services.accept_transfer(secret) == alice


def offer_transfer(player: Player) -> tuple[SessionStore, str]:
    session = session_of(player)
    return session, services.offer_transfer(player)


def test_a_guessed_link_brings_nobody(alice: Player):
    old, _ = offer_transfer(alice)
    for secret in ("", "x", "a" * 22, "é"):
        with pytest.raises(errors.LinkUsed):
            services.accept_transfer(secret)
    assert player_id_of(old) == alice.pk


@pytest.mark.parametrize(("seconds", "is_good"), [(-10, True), (1, False)])
def test_it_expires(alice: Player, seconds: int, is_good: bool):
    old, secret = offer_transfer(alice)
    age = TRANSFER_LIFETIME + timedelta(seconds=seconds)
    transfer = Transfer.objects.get()
    Transfer.objects.update(created_at=transfer.created_at - age)
    if is_good:
        assert services.find_transfer(secret).player == alice
    else:
        with pytest.raises(errors.LinkUsed):
            services.accept_transfer(secret)
    assert player_id_of(old) == alice.pk


def test_a_newer_link_takes_the_place_of_an_older(alice: Player, bob: Player):
    _, first = offer_transfer(alice)
    _, of_bob = offer_transfer(bob)
    _, second = offer_transfer(alice)
    with pytest.raises(errors.LinkUsed):
        services.accept_transfer(first)
    assert services.accept_transfer(second) == alice
    assert services.accept_transfer(of_bob) == bob


def test_the_secret_itself_is_not_stored(alice: Player):
    _, secret = offer_transfer(alice)
    stored = Transfer.objects.values().get()
    assert secret not in str(stored)


def test_a_session_of_before_there_were_generations_is_good_until_it_is_left(alice: Player):
    session = SessionStore()
    session[PLAYER] = alice.pk
    session.save()
    assert player_id_of(session) == alice.pk
    services.accept_transfer(services.offer_transfer(alice))
    assert player_id_of(session) is None


def test_a_session_that_was_read_before_and_is_saved_after_gets_no_seat_back(alice: Player):
    old, secret = offer_transfer(alice)
    stale = SessionStore(old.session_key)
    assert players.id_in(stale) == alice.pk
    services.accept_transfer(secret)
    stale["theme"] = "light"
    stale.save()
    assert player_id_of(old) is None


def test_a_device_on_which_staff_logged_in_meanwhile_is_left_too(browse, alice: Player):
    get_user_model().objects.create_superuser("staff", password="staff")
    device = browse(alice)
    secret = services.offer_transfer(alice)
    device.post("/admin/login/", {"username": "staff", "password": "staff"})
    assert device.get("/").context["visitor"] == alice
    services.accept_transfer(secret)
    assert device.get("/").context["visitor"] is None
    assert device.get("/admin/").status_code == 200


def test_the_first_form_sent_again_after_that_is_a_newcomers():
    player = services.create_player(token="first form")
    assert services.accept_transfer(services.offer_transfer(player)) == player
    assert services.create_player(token="first form") != player


async def connect(session: SessionStore, game: Game) -> GameSocket:
    socket = GameSocket(game.pk, cookie_header(str(session.session_key)))
    assert (await socket.connect())[0]
    await socket.receive()
    return socket


async def test_the_old_devices_open_page_watches_from_then_on(game, alice, bob):
    old, secret = await database(offer_transfer)(alice)
    left, tab = await connect(old, game), await connect(old, game)
    async with connected(game, bob) as o:
        assert left.state["you"] == tab.state["you"] == ["X"]
        new = await database(session_of)(await database(services.accept_transfer)(secret))
        for page in (left, tab):
            assert (await page.receive())["you"] == []
            assert (await page.request("move", ply=0, cell=4))["code"] == "not_your_game"
        here = await connect(new, game)
        assert (await here.request("move", ply=0, cell=4))["type"] == "ok"
        assert (await o.receive_ply(1))["seats"]["X"]["name"] == "Alice"
        assert (await left.receive_ply(1))["you"] == []
        for page in (left, tab, here):
            await page.disconnect()


async def lose_events(player: Player) -> None:
    layer, group = get_channel_layer(), broadcast.player_group(player.pk)
    for channel in list(layer.groups[group]):
        await layer.group_discard(group, channel)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "move", "ply": 2, "cell": 8},
        {"type": "say", "text": ":nice:"},
        {"type": "resign"},
        {"type": "hint", "ply": 2},
    ],
    ids=lambda message: message["type"],
)
async def test_the_old_device_changes_nothing_although_the_event_was_lost(
    game, alice, bob, message
):
    old, secret = await database(offer_transfer)(alice)
    left = await connect(old, game)
    await database(play)(game, 4, 0)
    await left.receive_ply(2)
    await lose_events(alice)
    await database(services.accept_transfer)(secret)
    answer = await left.request(**message)
    assert (answer["code"], answer["state"]["you"]) == ("not_your_game", [])
    assert (await database(reload)(game)).version == left.state["version"]
    await left.disconnect()

"""One's seat, and whole identity, moved to another device."""

from __future__ import annotations

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async as database
from channels.layers import get_channel_layer

from games import players, services
from games.models import TRANSFER_KEPT, Game, Player, Transfer
from games.realtime import broadcast
from games.services import errors
from games.sessions import PLAYER, SessionStore, forget_player
from tests.playing import play
from tests.realtime.test_consumers import HEADERS, Browser, application, looking

pytestmark = pytest.mark.django_db(transaction=True)


def session_of(player: Player | None) -> SessionStore:
    """Open a session, as one device has it."""
    session = SessionStore()
    if player:
        session[PLAYER] = player.pk
    session["theme"] = "dark"
    session.save()
    return session


def who(session: SessionStore) -> int | None:
    return players.id_in(SessionStore(session.session_key))


def offered(player: Player) -> tuple[SessionStore, str]:
    session = session_of(player)
    return session, services.offer_transfer(player, session_key=str(session.session_key))


def test_the_link_brings_the_player_and_the_old_session_forgets_them(alice: Player):
    old, secret = offered(alice)
    assert who(old) == alice.pk
    assert services.accept_transfer(secret) == alice
    assert who(old) is None
    assert SessionStore(old.session_key)["theme"] == "dark"


def test_the_seats_are_found_where_the_player_is(alice: Player, game: Game, invitation: Game):
    _, secret = offered(alice)
    play(game, 4)
    player = services.accept_transfer(secret)
    assert set(Game.objects.of(player)) == {game, invitation}
    assert Game.objects.get(pk=game.pk).marks_of(player.pk) == ["X"]


def test_it_works_once(alice: Player):
    _, secret = offered(alice)
    services.accept_transfer(secret)
    with pytest.raises(errors.LinkUsed):
        services.accept_transfer(secret)
    with pytest.raises(errors.LinkUsed):
        services.find_transfer(secret)


@pytest.mark.parametrize("secret", ["", "x", "a" * 22, "é"])
def test_a_guessed_link_brings_nobody(alice: Player, secret: str):
    old, _ = offered(alice)
    with pytest.raises(errors.LinkUsed):
        services.accept_transfer(secret)
    assert who(old) == alice.pk


@pytest.mark.parametrize(("seconds", "is_good"), [(-10, True), (1, False)])
def test_it_expires(alice: Player, seconds: int, is_good: bool):
    old, secret = offered(alice)
    age = TRANSFER_KEPT + timedelta(seconds=seconds)
    transfer = Transfer.objects.get()
    Transfer.objects.update(created_at=transfer.created_at - age)
    if is_good:
        assert services.find_transfer(secret).player == alice
    else:
        with pytest.raises(errors.LinkUsed):
            services.accept_transfer(secret)
    assert who(old) == alice.pk


def test_a_newer_link_takes_the_place_of_an_older(alice: Player, bob: Player):
    _, first = offered(alice)
    _, of_bob = offered(bob)
    _, second = offered(alice)
    with pytest.raises(errors.LinkUsed):
        services.accept_transfer(first)
    assert services.accept_transfer(second) == alice
    assert services.accept_transfer(of_bob) == bob


def test_the_secret_itself_is_not_stored(alice: Player):
    _, secret = offered(alice)
    stored = Transfer.objects.values().get()
    assert secret not in str(stored)


def test_looking_at_the_link_uses_nothing_up(alice: Player):
    old, secret = offered(alice)
    for _ in range(3):
        assert services.find_transfer(secret).player == alice
    assert who(old) == alice.pk
    assert services.accept_transfer(secret) == alice


def test_only_the_session_that_was_left_forgets(alice: Player, bob: Player):
    _, secret = offered(alice)
    others = [session_of(alice), session_of(bob)]
    services.accept_transfer(secret)
    assert [who(session) for session in others] == [alice.pk, bob.pk]


def test_to_forget_in_a_session_that_is_gone_or_a_newcomers_is_no_matter():
    newcomer = session_of(None)
    for key in ("nothing", str(newcomer.session_key)):
        forget_player(key)
    assert not SessionStore().exists("nothing")


# The sockets


@database
def cookies_of(session: SessionStore) -> tuple[bytes, bytes]:
    return (b"cookie", f"session={session.session_key}".encode())


async def opened_by(session: SessionStore, game: Game) -> Browser:
    headers = [await cookies_of(session), *HEADERS]
    browser = Browser(application, f"/ws/g/{game.pk}/", headers=headers)
    assert (await browser.connect())[0]
    await browser.hear()
    return browser


async def test_the_old_devices_open_page_watches_from_then_on(game, alice, bob):
    old, secret = await database(offered)(alice)
    left, tab = await opened_by(old, game), await opened_by(old, game)
    async with looking(game, bob) as o:
        assert left.state["you"] == tab.state["you"] == ["X"]
        new = await database(session_of)(None)
        new[PLAYER] = (await database(services.accept_transfer)(secret)).pk
        await database(new.save)()
        for page in (left, tab):
            assert (await page.hear())["you"] == []
            assert (await page.say("move", ply=0, cell=4))["code"] == "not_your_game"
        here = await opened_by(new, game)
        assert (await here.say("move", ply=0, cell=4))["type"] == "ok"
        assert (await o.hear_of(1))["seats"]["X"]["name"] == "Alice"
        assert (await left.hear_of(1))["you"] == []
        for page in (left, tab, here):
            await page.disconnect()


async def test_the_page_that_was_left_leaves_nothing_behind(game, alice):
    old, secret = await database(offered)(alice)
    left = await opened_by(old, game)
    await database(services.accept_transfer)(secret)
    await left.hear()
    await left.disconnect()
    assert broadcast.sockets_of(alice.pk) not in get_channel_layer().groups


async def test_the_opponent_sees_the_seat_empty_and_then_taken(game, alice, bob):
    old, secret = await database(offered)(alice)
    left = await opened_by(old, game)
    async with looking(game, bob) as o:
        await o.hear_of_people(seats={"X": "here", "O": "here"}, watchers=0)
        await database(services.accept_transfer)(secret)
        await o.hear_of_people(seats={"X": "reconnecting", "O": "here"}, watchers=1)
        async with looking(game, alice):
            await o.hear_of_people(seats={"X": "here", "O": "here"}, watchers=1)
        await left.disconnect()


async def test_a_game_removed_meanwhile_is_said_and_closed(game, alice):
    old, secret = await database(offered)(alice)
    left = await opened_by(old, game)
    await database(game.delete)()
    await database(services.accept_transfer)(secret)
    assert (await left.hear())["code"] == "no_such_game"
    assert (await left.receive_output())["code"] == 4001

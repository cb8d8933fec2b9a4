from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from games.engine import Mark, clock
from games.models import Game, Player
from games.people.accounts import services as accounts
from games.people.friends.chat import send_message
from games.people.moderation import restrictions
from games.people.moderation.models import Block, Report, Restriction
from games.people.moderation.restrictions import Silenced
from games.people.moderation.services import keep_apart, report, unblock
from games.play import services
from games.play.errors import CannotAsk, LinkUsed, NotInvited
from tests.accounts import with_account
from tests.people.accounts.accounts import sign_in, sign_up, signed_in, visitor
from tests.playing import create_game, play, url
from tests.sockets.sockets import connected

WORDS = "I know where you live"


@pytest.fixture
def silenced(browse, game: Game, bob: Player) -> Client:
    restrictions.restrict(bob, restrictions.Kind.SILENCE, 7)
    return browse(bob)


def rename(client: Client) -> int:
    return int(client.post("/name/", {"name": "I know you"}).status_code)


def test_a_silenced_person_plays_on_and_says_nothing(silenced, game: Game, alice, bob: Player):
    for text in (WORDS, ":nice:"):
        assert silenced.post(url(game, "say"), {"text": text}).status_code == 403
        with pytest.raises(Silenced):
            send_message(game.pk, bob.pk, text=text)
    assert rename(silenced) == 403
    play(game, 4, 0)
    send_message(game.pk, alice.pk, text=":nice:")
    Restriction.objects.update(until=clock.now() - timedelta(seconds=1))
    send_message(game.pk, bob.pk, text=WORDS)


def test_a_silenced_person_joins_by_the_name_they_have(silenced: Client, alice, bob: Player):
    invitation = services.create_game(host=alice, mark=Mark.X)
    assert silenced.post(url(invitation, "join"), {"name": "I know you"}).status_code == 403
    bob.refresh_from_db()
    assert bob.name == "Bob"
    silenced.post(url(invitation, "join"), {"name": "Bob"})
    invitation.refresh_from_db()
    assert invitation.o == bob


@pytest.mark.parametrize("way", ["/forget/", "/account/sign-up/"])
def test_who_comes_anew_in_the_browser_stays_silenced(silenced: Client, bob, alice, way: str):
    if way == "/forget/":
        silenced.post(way)
    else:
        sign_up(silenced, "Bob")
        silenced.post("/account/sign-out/")
    silenced.post("/g/", {"opponent": "friend"})
    newcomer = visitor(silenced)
    assert newcomer not in (None, bob)
    assert rename(silenced) == 403
    with pytest.raises(Silenced):
        send_message(create_game(newcomer, alice).pk, newcomer.pk, text=WORDS)


def test_an_account_is_silent_in_the_browser_alone(silenced: Client, charlie: Player, alice):
    with_account(charlie)
    sign_in(silenced, "Charlie")
    silenced.post("/account/games/", {"leave": ""})
    assert visitor(silenced) == charlie
    game = create_game(charlie, alice)
    assert silenced.post(url(game, "say"), {"text": WORDS}).status_code == 403
    assert signed_in(charlie).post(url(game, "say"), {"text": WORDS}).status_code == 302


def test_a_locked_guest_sees_only_that_and_begins_nothing(browse, game: Game, bob: Player):
    client = browse(bob)
    link = services.offer_transfer(bob)
    accounts.lock(bob, 7)
    with pytest.raises(LinkUsed):
        services.accept_transfer(link)
    until = Restriction.objects.get().end
    for page in ("/", url(game), "/account/sign-up/", "/lobby/", "/puzzles/"):
        response = client.get(page)
        assert (response.status_code, f"until {until}" in response.text) == (403, True), page
    client.cookies.pop("session")
    assert client.post("/g/", {"opponent": "friend"}).status_code == 403
    assert client.get(url(game), headers={"accept": "application/json"}).json()["code"] == "locked"
    assert Player.objects.people().count() == 2


@pytest.mark.parametrize("is_over", [True, False])
def test_a_guest_plays_on_once_the_lock_is_over(browse, game: Game, bob: Player, is_over: bool):
    client = browse(bob)
    accounts.lock(Player.objects.get(pk=bob.pk), 7)
    accounts.lock(Player.objects.get(pk=bob.pk), 3)
    assert client.get(url(game)).status_code == 403
    if is_over:
        Restriction.objects.update(until=clock.now())
        assert client.get(url(game)).status_code == 403  # until the job has seen it
        accounts.end_locks()
        accounts.end_locks()
    else:
        accounts.unlock(Player.objects.get(pk=bob.pk))
    state = client.get(url(game), headers={"accept": "application/json"}).json()
    assert state["you"] == ["O"]
    assert not Restriction.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_loses_its_seat_at_once(game: Game, bob: Player):
    async with connected(game, bob) as page:
        await sync_to_async(accounts.lock)(bob, 7)
        state = await page.receive()
        assert (state["type"], state["you"]) == ("state", [])


def test_an_account_is_unlocked_when_its_time_is_over(alice: Player):
    with_account(alice)
    client = signed_in(alice)
    accounts.lock(Player.objects.get(pk=alice.pk), 3)
    accounts.end_locks()
    assert "You are locked out until" in sign_in(Client(), "Alice").text
    Restriction.objects.update(until=clock.now())
    accounts.end_locks()
    assert sign_in(client, "Alice").status_code == 302
    Restriction.objects.update(until=clock.now() - timedelta(days=31))
    accounts.end_locks()
    assert not Restriction.objects.exists()


def test_two_whom_staff_keep_apart_join_no_game_of_each_other(game: Game, alice, bob: Player):
    def waiting(host: Player) -> Game:
        return services.create_game(host=host, mark=Mark.X, guest=None)

    report(game.pk, alice, kind="other")
    keep_apart(Report.objects.get())
    for host, other in ((alice, bob), (bob, alice)):
        with pytest.raises(NotInvited):
            services.join_game(waiting(host).pk, other)
    services.resign(game.pk, bob.pk)
    for player in (alice, bob):
        with pytest.raises(CannotAsk, match="cannot be asked"):
            services.rematch(game.pk, player.pk)
    unblock(alice, Block.objects.get().pk)
    assert Block.objects.exists()


def test_a_cookie_that_was_made_up_restricts_nobody(browse, bob: Player):
    restrictions.restrict(bob, restrictions.Kind.SILENCE, 7)
    client = browse()
    client.cookies["restricted"] = str(bob.pk)
    assert rename(client) == 302

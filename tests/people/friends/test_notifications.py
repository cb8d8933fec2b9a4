import asyncio
import time
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from games.bus import background
from games.engine import Mark
from games.models import Game, Player
from games.people.friends import notifications, push
from games.people.friends import services as friends
from games.people.friends.models import Notification, NotificationPreference, PushSubscription
from games.people.friends.notifications import Delivery
from games.people.moderation import services as moderation
from games.play import services
from tests.accounts import with_account
from tests.people.accounts.accounts import signed_in
from tests.people.friends.push_service import Browser, claims_of, push_service
from tests.people.lobby.seeks import find
from tests.plain_browser import PlainBrowser, attribute, has
from tests.playing import X_WINS, create_game, play, reload

JSON = {"accept": "application/json"}
OUTSIDE = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.fixture(autouse=True)
def _on_this_machine(settings) -> None:
    settings.PUSH_SERVICES += r"|http://127\.0\.0\.1:\d+"


def let_pass(game: Game, seconds: float = 21) -> Game:
    span = timedelta(seconds=seconds)
    fields = ("touched_at", "x_seen_at", "o_seen_at", "created_at")
    Game.objects.filter(pk=game.pk).update(**{field: F(field) - span for field in fields})
    return reload(game)


def wish(player: Player, **kinds: bool) -> None:
    NotificationPreference.objects.update_or_create(player=player, defaults=kinds)


def due() -> list[tuple[str, str]]:
    found = notifications.find_due()
    names = {player.pk: player.name for player in Player.objects.all()}
    return [(names[each.player_id], each.kind.value) for each in found]


def subscribe(browse, player: Player, endpoint: str = OUTSIDE) -> Browser:
    browser = Browser()
    assert browse(player).post("/calls/", browser.form(endpoint)).status_code == 200
    return browser


def joined(alice: Player, bob: Player) -> Game:
    return services.join_game(services.create_game(host=alice, mark=Mark.O).pk, bob)


def found(alice: Player, bob: Player) -> Game:
    find(alice)
    return find(bob)


def rematch(alice: Player, bob: Player) -> Game:
    return services.rematch(play(create_game(alice, bob), *X_WINS).pk, bob.pk)


@pytest.mark.parametrize("happens", [joined, found, rematch])
def test_who_waits_elsewhere_is_called_and_nobody_else(happens, alice: Player, bob: Player):
    game = happens(alice, bob)
    wish(alice)
    if happens is not found:  # which calls both
        wish(bob)
    let_pass(game, 7)
    assert due() == [("Alice", happens.__name__)]


def test_whoever_has_to_move_is_called_after_twenty_seconds_away(game: Game, bob: Player):
    wish(bob)
    game = let_pass(play(game, 4), 15)
    assert due() == []
    let_pass(game, 6)
    assert due() == [("Bob", "turn")]
    services.note_seen(reload(game), bob.pk)
    assert due() == []


def test_an_invitation_is_told_to_who_has_no_page_open(alice: Player, bob: Player):
    wish(bob)
    link = services.create_game(host=alice, mark=Mark.X)
    met_in = services.join_game(link.pk, bob)
    services.resign(met_in.pk, alice.pk)
    let_pass(friends.invite(alice, met_in.pk, address=None, mark=Mark.X), 7)
    assert due() == [("Bob", "rematch")]
    # As another process has stored it; this one has no page of Bob's.
    Player.objects.filter(pk=bob.pk).update(online_at=timezone.now())
    assert due() == []
    Player.objects.filter(pk=bob.pk).update(online_at=timezone.now() - timedelta(minutes=1))
    moderation.block(met_in.pk, bob)
    assert due() == []


def test_nobody_is_called_for_what_they_switched_off_or_never_asked_for(game: Game, bob: Player):
    let_pass(play(game, 4))
    assert due() == []
    wish(bob, turn=False)
    assert due() == []
    wish(bob, turn=True, joined=False, found=False, rematch=False)
    assert due() == [("Bob", "turn")]
    let_pass(game, 11 * 60)
    let_pass(create_game(bob, bob))
    assert due() == []


def later(**span: float) -> None:
    Notification.objects.update(at=F("at") - timedelta(**span))


def test_a_call_that_was_handed_over_is_not_made_again_for_an_hour(browse, game: Game, bob: Player):
    subscribe(browse, bob)
    let_pass(play(game, 4))
    [call] = notifications.claim()
    assert notifications.claim() == []  # another process found the same
    notifications.note_handed_over([call.notification_id])
    later(minutes=59)
    assert notifications.claim() == []
    later(minutes=2)
    assert len(notifications.claim()) == 1


def test_a_call_that_was_not_handed_over_is_made_again(browse, game: Game, bob: Player):
    subscribe(browse, bob)
    let_pass(play(game, 4))
    [call] = notifications.claim()
    later(seconds=31)  # and the process that had claimed it has ended
    assert len(notifications.claim()) == 1
    notifications.try_again(call.notification_id, 300)
    later(seconds=299)
    assert notifications.claim() == []
    later(seconds=2)
    assert len(notifications.claim()) == 1


def test_each_browser_of_a_person_is_called(browse, game: Game, bob: Player):
    subscribe(browse, bob)
    let_pass(play(game, 4))
    [first] = notifications.claim()
    notifications.note_handed_over([first.notification_id])
    client = browse(bob)
    client.post("/calls/", Browser().form(f"{OUTSIDE}-on-the-phone"))
    [second] = notifications.claim()
    assert second.browser != first.browser
    notifications.note_handed_over([second.notification_id])
    client.post("/calls/", Browser().form(f"{OUTSIDE}-renewed"))  # the same browser
    assert notifications.claim() == []


@pytest.mark.django_db(transaction=True)
async def test_a_push_service_gets_a_message_that_only_the_browser_can_open(browse, game, bob):
    async with push_service() as service:
        browser = await sync_to_async(subscribe)(browse, bob, service.address)
        await sync_to_async(lambda: let_pass(play(game, 4)))()
        await notifications.send_due_notifications()
        headers, body = await asyncio.wait_for(service.received.get(), 20)
        await asyncio.gather(*background._tasks)
    assert (await Notification.objects.aget()).is_handed_over
    said = browser.open(body)
    assert said["title"] == "Your turn against Alice"
    assert said["data"] == {"address": game.get_absolute_url()}
    assert headers["Content-Encoding"] == "aes128gcm"
    assert int(headers["TTL"]) > 0
    claims = claims_of(headers["Authorization"])
    assert service.address.startswith(claims["aud"])
    assert time.time() < claims["exp"] < time.time() + 24 * 60 * 60
    assert headers["Authorization"].endswith(f"k={push.public_key()}")


async def deliver(service_address: str, game: Game, bob: Player) -> Notification | None:
    keys = Browser().form(service_address)
    to = await PushSubscription.objects.acreate(player=bob, session_key="k", language="en", **keys)
    call = await Notification.objects.acreate(game=game, player=bob, browser=to, kind="turn")
    await notifications.deliver(Delivery(call.pk, to, b"{}"))
    return await Notification.objects.filter(pk=call.pk).afirst()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("status", [400, 410])
async def test_a_browser_that_its_push_service_does_not_know_is_forgotten(game, bob, status: int):
    async with push_service(status) as service:
        assert await deliver(service.address, game, bob) is None
    assert not await PushSubscription.objects.aexists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("status", "retry_after", "seconds"),
    [
        (429, "120", 120),
        (503, "Sat, 01 Jan 2000 00:00:00 GMT", 5),
        (503, "Fri, 01 Jan 2100 00:00:00 GMT", 600),
        (500, None, 60),
        (502, "soon", 60),
        (301, None, 60),
    ],
)
async def test_a_push_service_that_is_busy_is_tried_again_when_it_says(
    game: Game, bob: Player, status: int, retry_after: str | None, seconds: int
):
    async with push_service(status, retry_after) as service:
        call = await deliver(service.address, game, bob)
    assert not call.is_handed_over
    wait = (call.at - timezone.now()).total_seconds()
    assert seconds - 30 < wait <= seconds


@pytest.mark.django_db(transaction=True)
async def test_a_push_service_on_a_private_address_is_forgotten(game: Game, bob: Player):
    assert await deliver("https://10.0.0.8/send", game, bob) is None
    call = await deliver("http://127.0.0.1:1/send", game, bob)  # where nobody listens
    assert not call.is_handed_over


@pytest.mark.django_db(transaction=True)
async def test_a_push_service_that_never_answers_delays_nobody(browse, game, bob, monkeypatch):
    async with push_service(None) as silent, push_service() as quick:
        await sync_to_async(subscribe)(browse, bob, silent.address)
        await sync_to_async(subscribe)(browse, bob, quick.address)
        await sync_to_async(lambda: let_pass(play(game, 4)))()
        monkeypatch.setattr(push, "TIMEOUT", 2)
        await notifications.send_due_notifications()
        await silent.received.get()
        await quick.received.get()
        sending = [*background._tasks]  # to the silent one, at least
        assert sending
        await asyncio.gather(*sending)
    assert await PushSubscription.objects.acount() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        *({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"auth": "=!"}),  # which seal nothing
        *(
            {"endpoint": endpoint}
            for endpoint in (
                *("https://10.0.0.8/send", "https://push.example.com/send"),
                *("https://notapple.com/send", "https://apple.com.example.com/send"),
                *("https://web.push.apple.com@example.com/send", "http://web.push.apple.com/send"),
                *("https://web.push.apple.com:8443/send", "https://web.push.apple.com/a b"),
                *(
                    "https://web.push.apple.com/a\r\nX: y",
                    f"https://web.push.apple.com/{'a' * 1000}",
                ),
            )
        ),
    ],
)
def test_only_keys_and_an_address_of_a_push_service_are_taken(browse, bob: Player, wrong):
    response = browse(bob).post("/calls/", {**Browser().form(OUTSIDE), **wrong}, headers=JSON)
    assert (response.status_code, response.json()["code"]) == (400, "wrong_subscription")
    assert not PushSubscription.objects.exists()


def test_subscribing_needs_a_player_and_is_limited(browse, bob: Player):
    assert browse(None).post("/calls/", Browser().form(OUTSIDE)).status_code == 409
    client, form = browse(bob), Browser().form(OUTSIDE)
    answers = [client.post("/calls/", form, REMOTE_ADDR="203.0.113.5") for _ in range(11)]
    assert [each.status_code for each in answers] == [200] * 10 + [429]
    assert PushSubscription.objects.count() == 1


def test_a_browser_that_was_signed_out_is_not_called(browse, alice: Player, game: Game):
    with_account(alice)
    client = signed_in(alice)
    client.post("/calls/", Browser().form(OUTSIDE))
    let_pass(game)
    client.post(reverse("account_logout"))
    assert notifications.claim() == []
    assert not PushSubscription.objects.exists()


def test_without_a_push_service_an_open_page_hears_of_a_call(browse, game: Game, bob: Player):
    client = browse(bob)
    assert client.get("/calls/").json()["endpoint"] is None
    told = client.post("/calls/", {"endpoint": ""}).json()
    assert (told["endpoint"], told["key"]) == ("", push.public_key())
    let_pass(play(game, 4))
    assert notifications.claim() == []  # nothing that a push service takes
    assert browse(bob).get("/calls/?take").json()["calls"] == []  # another browser
    assert not Notification.objects.get().is_handed_over
    assert client.get("/calls/").json()["calls"] == []  # nor a page that shows none
    assert not Notification.objects.get().is_handed_over
    for _ in range(2):  # as an answer may be lost
        told = client.get("/calls/?take").json()
        assert [call["title"] for call in told["calls"]] == ["Your turn against Alice"]
    assert Notification.objects.get().is_handed_over
    assert browse(None).get("/calls/?take").json()["calls"] == []
    later(minutes=2)
    assert client.get("/calls/?take").json()["calls"] == []


def test_a_call_that_no_open_page_has_asked_for_is_claimed_again(browse, game: Game, bob: Player):
    client = browse(bob)
    client.post("/calls/", {"endpoint": ""})
    let_pass(play(game, 4))
    notifications.claim()
    later(seconds=71)
    assert client.get("/calls/?take").json()["calls"] == []  # it may not be wanted any more
    notifications.claim()
    assert len(client.get("/calls/?take").json()["calls"]) == 1


def test_a_page_reads_what_is_known_of_its_own_browser(browse, bob: Player):
    here, there = browse(bob), browse(bob)
    here.post("/calls/", Browser().form(OUTSIDE))
    assert here.get("/calls/").json()["endpoint"] == OUTSIDE
    told = there.get("/calls/").json()
    assert (told["endpoint"], "joined" in told["kinds"]) == (None, True)
    # The same browser after it has signed out and in.
    there.post("/calls/", Browser().form(OUTSIDE))
    assert there.get("/calls/").json()["endpoint"] == OUTSIDE
    assert here.get("/calls/").json()["endpoint"] is None
    there.post("/calls/", Browser().form(f"{OUTSIDE}-renewed"))
    assert PushSubscription.objects.get().endpoint == f"{OUTSIDE}-renewed"
    there.post("/calls/", {"endpoint": ""})
    assert PushSubscription.objects.get().endpoint is None


def test_who_asks_for_a_kind_that_was_switched_off_is_called_for_it(browse, bob: Player):
    wish(bob, joined=False, turn=False)
    client = browse(bob)
    assert "joined" not in client.post("/calls/", {"endpoint": ""}).json()["kinds"]
    told = client.post("/calls/", {"endpoint": "", "kind": "joined"}).json()
    assert told["kinds"] == ["joined", "found", "rematch"]
    assert client.post("/calls/", {"endpoint": "", "kind": "player"}).json() | told == told


def test_a_person_keeps_the_ten_browsers_that_came_last(browse, bob: Player):
    first = browse(bob)
    first.post("/calls/", {"endpoint": ""})
    for each in range(10):
        PushSubscription.objects.create(player=bob, session_key=f"{each}")
    first.post("/calls/", {"endpoint": ""})
    assert bob.push_subscriptions.count() == 10
    assert first.get("/calls/").json()["endpoint"] == ""


def test_the_kinds_are_chosen_on_a_form(browse, bob: Player):
    client = browse(bob)
    response = client.post("/calls/settings/", {"turn": "on", "next": "/how-to/"})
    assert (response.status_code, response["Location"]) == (302, "/how-to/")
    assert NotificationPreference.objects.get().kinds == ["turn"]
    shown = PlainBrowser(client)
    shown.open("/settings/")
    switches = [each for each in shown.all() if attribute(each, "role") == "switch"]
    assert [attribute(each, "name") for each in switches if has(each, "checked")] == ["turn"]
    newcomer = Player.objects.create(name="Zoë")
    assert "You are asked when you wait for somebody." in browse(newcomer).get("/settings/").text
    assert browse(None).post("/calls/settings/").status_code == 409

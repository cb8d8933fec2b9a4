from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Player
from games.people.friends import services as friends
from games.people.friends.models import Invitation
from games.people.moderation import services as moderation
from games.people.moderation.models import Block
from games.play import services
from tests.plain_browser import PlainBrowser, attribute, name_of
from tests.playing import X_WINS, create_game, play, reload, url
from tests.sockets.sockets import connected


def meet(host: Player, guest: Player) -> Game:
    game = services.create_game(host=host, mark=Mark.X)
    return services.join_game(game.pk, guest)


@pytest.fixture
def met_game(alice: Player, bob: Player) -> Game:
    return meet(alice, bob)


def names_met(player: Player) -> list[str]:
    return [each.person.name for each in friends.recent_opponents(player)]


def invite(host: Player, game: Game) -> Game:
    return friends.invite(host, game.pk, address=None, mark=Mark.X)


def open_invitations(player: Player) -> list[str]:
    return list(Invitation.objects.open().filter(player=player).values_list("pk", flat=True))


def test_the_last_five_met_by_a_link_are_offered_the_latest_first(alice: Player):
    people = [Player.objects.create(name=f"Friend {number}") for number in range(7)]
    for number, person in enumerate(people):
        game = meet(*((alice, person) if number % 2 else (person, alice)))
        at = timezone.now() - timedelta(days=7 - number)
        Game.objects.filter(pk=game.pk).update(created_at=at)
    play(meet(alice, people[0]), *X_WINS)
    assert names_met(alice) == [f"Friend {number}" for number in (0, 6, 5, 4, 3)]


def test_nobody_else_is_offered(alice: Player, bob: Player, charlie: Player, computer: Player):
    create_game(alice, alice)
    create_game(alice, computer)
    stranger = meet(alice, charlie)
    Game.objects.filter(pk=stranger.pk).update(relation="strangers")
    services.create_game(host=alice, mark=Mark.X)
    services.forget_player(meet(alice, bob).o)
    assert names_met(alice) == []
    with pytest.raises(friends.NotToBeInvited):
        invite(alice, stranger)


@pytest.mark.parametrize("by_host", [True, False])
def test_who_is_kept_apart_by_a_block_is_neither_offered_nor_asked(alice, bob, met_game, by_host):
    invite(alice, met_game)
    moderation.block(met_game.pk, alice if by_host else bob)
    assert open_invitations(bob) == []
    for one, other in ((alice, "Bob"), (bob, "Alice")):
        assert other not in names_met(one)
        with pytest.raises(friends.NotToBeInvited):
            invite(one, met_game)
    Block.objects.all().delete()
    assert len(open_invitations(bob)) == 1


def test_one_press_on_the_first_page_asks_a_friend_who_says_yes(browse, alice, bob, met_game):
    host, guest = PlainBrowser(browse(alice)), PlainBrowser(browse(bob))
    host.open("/?board=connect-four")
    host.press("Bob")
    assert "Bob is asked" in host.text()
    caches["process"].clear()  # as the commit does, which a test does not see
    guest.open("/")
    assert "Alice asks you to play Connect Four." in guest.text()
    game = Game.objects.get(status="waiting")
    [form] = [each for each in guest.all() if attribute(each, "action") == url(game, "join")]
    assert name_of(form) == "Play"
    guest.client.post(
        url(game, "join"), {"csrfmiddlewaretoken": guest.client.cookies["csrftoken"].value}
    )
    game = reload(game)
    assert (game.status, game.variant_code) == ("playing", "7x6x4+drop")
    assert {game.x, game.o} == {alice, bob}
    assert open_invitations(bob) == []


@pytest.mark.django_db(transaction=True)
async def test_the_host_hears_at_once_that_the_friend_cannot_play(browse, alice, bob):
    game = await sync_to_async(lambda: invite(alice, meet(alice, bob)))()
    async with connected(game, alice) as socket:
        client = await sync_to_async(browse)(bob)
        await sync_to_async(client.post)(url(game, "not-now"))
        while (state := await socket.receive()).get("status") != "closed":
            continue
        assert state["words"] == "Your friend cannot play now."
        await sync_to_async(client.post)(url(game, "not-now"))  # changes nothing
    assert await sync_to_async(open_invitations)(bob) == []


def test_an_open_page_asks_who_invites_and_shows_that_its_person_is_online(
    browse, alice: Player, bob: Player, charlie: Player, met_game: Game
):
    invite(alice, met_game)
    assert not friends.recent_opponents(alice)[0].is_online
    assert "Alice asks you to play Classic." in browser_text(browse(bob))
    assert "asks you" not in browser_text(browse(charlie))
    assert "asks you" not in browser_text(browse(None))
    friends.store_online()
    assert friends.recent_opponents(alice)[0].is_online
    Player.objects.update(online_at=timezone.now() - timedelta(seconds=41))
    assert not friends.recent_opponents(alice)[0].is_online


def browser_text(client: Client) -> str:
    browser = PlainBrowser(client)
    browser.open("/invitations/")
    return " ".join(browser.text().split())


def test_only_who_is_invited_declines(browse, alice: Player, charlie: Player, met_game: Game):
    game = invite(alice, met_game)
    for who in (charlie, None):
        browse(who).post(url(game, "not-now"))
    assert reload(game).status == "waiting"


def test_invitations_are_one_at_a_time_and_six_a_minute(browse, alice, bob, met_game):
    client = browse(alice)
    form = {"opponent": "friend", "again": met_game.pk}
    answers = [client.post("/g/", form, REMOTE_ADDR="203.0.113.5") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [302] * 6 + [429]
    assert len({answer["Location"] for answer in answers[:6]}) == 1
    assert "That is a lot of invitations" in answers[6].text


def test_nobody_asks_by_the_game_of_others(browse, bob: Player, charlie: Player, met_game: Game):
    for client in (browse(charlie), browse(None)):
        response = client.post("/g/", {"opponent": "friend", "again": met_game.pk})
        assert response.status_code == 409
    assert not Invitation.objects.exists()

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.engine import Mark, clock
from games.models import Game, Player, Transfer
from games.models.moves import ProcessedMessage
from games.people.accounts import merge
from games.people.duels.models import Rating
from games.people.friends.models import (
    Invitation,
    Notification,
    NotificationPreference,
    PushSubscription,
)
from games.people.moderation.models import Block, Report, Restriction
from games.play import errors, services
from tests.accounts import with_account
from tests.people.accounts.accounts import sign_in, visitor
from tests.people.duels.duels import start_duel
from tests.people.lobby.seeks import come, find, let_first_move_pass, set_seen, two_who_met
from tests.playing import create_game, play, reload


@pytest.fixture
def account(charlie: Player) -> Player:
    return with_account(charlie)


def test_what_a_guest_has_in_any_room_comes_along(alice, bob, account: Player, game: Game):
    services.offer_transfer(alice)
    rating = Rating.objects.create(player=alice, board="5x5")
    browser = PushSubscription.objects.create(player=alice, endpoint="e")
    told = Notification.objects.create(player=alice, game=game, browser=browser, kind="turn")
    message = ProcessedMessage.objects.create(game=game, player=alice, message="m")
    rows = [rating, browser, told, message]
    rows.append(NotificationPreference.objects.create(player=alice))
    rows.append(Restriction.objects.create(player=alice, kind="silence"))
    merge.merge(alice, account)
    for row in rows:
        row.refresh_from_db()
        assert row.player == account
    assert not Transfer.objects.exists()
    assert not merge.has_anything(alice)


def test_only_a_guest_comes_to_an_account(alice: Player, bob: Player, account: Player):
    with pytest.raises(errors.SignedOut):
        merge.merge(alice, bob)
    with pytest.raises(errors.SignedOut):
        merge.merge(account, with_account(bob))


def test_a_game_of_the_two_becomes_one_that_shares_a_screen(alice: Player, account: Player):
    game = play(services.create_game(host=alice, mark=Mark.X, guest=account), 4)
    merge.merge(alice, account)
    merged = reload(game)
    assert (merged.x, merged.o, merged.is_hot_seat) == (account, account, True)
    assert merged.version > game.version
    assert play(merged, 0, 1).ply == 3


def test_what_both_have_stays_once(alice: Player, bob: Player, account: Player, game: Game):
    today = timezone.localdate()
    for player in (alice, account):
        Block.objects.create(blocker=player, blocked=bob)
        Report.objects.create(reporter=player, reported=bob, kind="name", game=game)
    Block.objects.create(blocker=alice, blocked=account)
    now = timezone.now()
    both = {"tried": (0, None), "over": (1, now), "not tried": (None, None)}
    for puzzle, (tries, solved_at) in both.items():
        if tries is not None:
            account.puzzle_attempts.create(puzzle=puzzle, tries=tries, solved_at=solved_at)
        alice.puzzle_attempts.create(puzzle=puzzle, tries=5, solved_at=now, daily_on=today)
    merge.merge(alice, account)
    assert Block.objects.get().blocker == account
    assert Report.objects.get().reporter == account
    tries = dict(account.puzzle_attempts.values_list("puzzle", "tries"))
    assert tries == {"tried": 5, "over": 1, "not tried": 5}
    assert account.puzzle_attempts.filter(daily_on=today).count() == 3


@pytest.mark.parametrize("is_guests", [True, False])
def test_nobody_is_rid_of_what_staff_decided(is_guests, alice, bob, account: Player):
    severe, mild = (alice, account) if is_guests else (account, alice)
    day = clock.now() + timedelta(days=1)
    Restriction.objects.create(player=mild, kind="silence", until=day)
    Restriction.objects.create(player=severe, kind="silence")
    for player in (mild, severe):
        Block.objects.create(blocker=player, blocked=bob, by_staff=player == severe)
        Block.objects.create(blocker=bob, blocked=player, by_staff=player == severe)
    merge.merge(alice, account)
    assert [each.until for each in account.restrictions.all()] == [None]
    assert [block.by_staff for block in Block.objects.of(account.pk)] == [True, True]
    assert Restriction.objects.count() == 1


def test_nothing_is_left_between_the_two(alice: Player, account: Player):
    games = [services.create_game(host=alice, mark=Mark.X), create_game(alice, account)]
    Invitation.objects.create(game=games[0], player=account)
    Report.objects.create(reporter=account, reported=alice, kind="name", game=games[1])
    merge.merge(alice, account)
    assert not Invitation.objects.exists()
    assert not Report.objects.exists()


def test_a_merge_that_broke_off_goes_on_and_open_pages_hear_of_it(
    alice, bob, account, game: Game, monkeypatch
):
    games = [services.create_game(host=alice, mark=Mark.X, guest=bob) for _ in range(3)]
    services.resign(game.pk, alice.pk)
    over = reload(game)
    bring, brought = merge._bring_open, []

    def break_off(game_id: str, *players: Player) -> None:
        if brought:
            raise RuntimeError
        brought.append(game_id)
        bring(game_id, *players)

    with monkeypatch.context() as patch:
        patch.setattr(merge, "_bring_open", break_off)
        with pytest.raises(RuntimeError):
            merge.merge(alice, account)
    assert merge.count_games(alice) == 3
    merge.merge(alice, account)
    assert {reload(game).x for game in (*games, over)} == {account}
    assert reload(over).version == over.version + 1


def waiting(player: Player) -> list[Game]:
    return list(Game.objects.filter(status="waiting").of(player))


@pytest.mark.parametrize(
    ("is_guest_first", "is_away"), [(True, False), (False, False), (False, True)]
)
def test_of_two_searches_the_older_stays_if_somebody_is_at_its_page(
    is_guest_first: bool, is_away: bool, alice: Player, account: Player
):
    first, later = (alice, account) if is_guest_first else (account, alice)
    kept, left = find(first), find(later, "gomoku")
    if is_away:
        set_seen(kept, None)
        kept, left = left, kept
    merge.merge(alice, account)
    assert waiting(account) == [kept]
    assert (reload(left).reason, reload(kept).x or reload(kept).o) == ("stopped", account)


def test_nobody_is_looked_for_beside_a_match_that_has_begun(alice, bob, account: Player):
    find(alice, "gomoku")
    begun = two_who_met(account, bob)
    merge.merge(alice, account)
    assert not waiting(account)
    assert find(account, "gomoku") == begun


def test_two_matches_that_have_begun_stay_and_no_third_is_looked_for(alice, bob, account: Player):
    dora = Player.objects.create(name="Dora")
    begun = [two_who_met(account, bob), two_who_met(alice, dora)]
    merge.merge(alice, account)
    assert find(account, "gomoku") in begun
    assert {reload(game).status for game in begun} == {"playing"}
    assert not waiting(account)


def test_two_who_met_and_are_one_person_look_for_nobody(alice: Player, account: Player):
    game = two_who_met(alice, account)
    merge.merge(alice, account)
    come(game, account)
    let_first_move_pass(game)
    services.end_overdue_games()
    assert reload(game).status == "closed"
    assert not waiting(account)


def test_a_duel_of_a_lost_account_ends(alice: Player, bob: Player, account: Player):
    game = start_duel(alice, bob)
    User.objects.get(player=alice).delete()
    alice.refresh_from_db()
    merge.merge(alice, account)
    assert (reload(game).status, reload(game).reason) == ("finished", "resigned")
    assert not Game.objects.filter(previous=game).exists()


def test_signing_in_asks_whether_to_bring_the_games(alice, bob, account, browse, game: Game):
    client: Client = browse(alice)
    response = sign_in(client, account.name, next="/watch/")
    assert response["Location"] == "/account/games/?next=%2Fwatch%2F"
    page = client.get(response["Location"])
    assert "Bring the game played here" in page.text
    assert reload(game).x == alice
    response = client.post("/account/games/", {"bring": "on", "next": "/watch/"})
    assert response["Location"] == "/watch/"
    assert reload(game).x == account
    assert client.get("/account/games/")["Location"] == "/"
    assert visitor(client) == account


def test_what_is_not_brought_stays_and_nobody_plays_it(alice, account, browse, game: Game):
    client: Client = browse(alice)
    sign_in(client, account.name)
    client.post("/account/games/", {})
    assert reload(game).x == alice
    assert visitor(client) == account
    client.post("/account/sign-out/")
    assert visitor(client) is None


def test_nothing_is_asked_where_nothing_was_played(bob: Player, account: Player, browse):
    client: Client = browse(bob)
    assert sign_in(client, account.name)["Location"] == "/"
    client.post("/account/sign-out/")
    assert visitor(client) is None

from datetime import timedelta

import pytest

from games.models import Game, Player
from games.play import errors, limits, services
from tests.play.conftest import FakeClock

LIMITS = [(limits.GAMES, 10), (limits.JOINS, 20), (limits.REMATCHES, 6)]


def waiting_seconds(refusal: errors.Refused) -> int:
    return int(refusal.message.split("Please wait ")[1].split(" second")[0])


@pytest.mark.parametrize(("what", "often"), LIMITS)
def test_a_person_is_told_how_long_to_wait(what: str, often: int):
    for _ in range(often):
        limits.count(what, player_id=1)
    with pytest.raises(errors.RateLimited) as caught:
        limits.count(what, player_id=1)
    assert caught.value.code == "too_many"
    assert caught.value.message.startswith(f"That is a lot of {what}.")
    assert 0 < waiting_seconds(caught.value) <= 60


def test_an_address_may_start_so_many_games_a_day(fake_clock: FakeClock):
    for number in range(5000):
        fake_clock.now = 2.0 * number
        limits.count(limits.GAMES, address="192.0.2.7")
    fake_clock.now = 3 * 3600.0
    with pytest.raises(errors.RateLimited, match=r"lot of new games\. Please wait 21 hours\."):
        limits.count(limits.GAMES, address="192.0.2.7")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "", None])
def test_the_machine_itself_may_start_as_many_as_it_likes(address: str | None):
    for _ in range(100):
        limits.count(limits.GAMES, address=address)


def test_what_is_refused_for_the_address_does_not_count_for_the_player():
    for _ in range(60):
        limits.count(limits.GAMES, address="192.0.2.7")
    for _ in range(10):
        with pytest.raises(errors.RateLimited):
            limits.count(limits.GAMES, player_id=1, address="192.0.2.7")
    limits.count(limits.GAMES, player_id=1, address="192.0.2.8")


@pytest.mark.parametrize("moment", [0.0, 17.3, 59.9])
def test_who_has_waited_as_long_as_was_said_may_go_on(fake_clock: FakeClock, moment: float):
    fake_clock.now = moment
    for _ in range(6):
        limits.count(limits.REMATCHES, player_id=1)
    for _ in range(20):
        with pytest.raises(errors.RateLimited) as caught:
            limits.count(limits.REMATCHES, player_id=1)
        assert caught.value.retry_after <= timedelta(minutes=1)
        fake_clock.now += caught.value.retry_after.total_seconds() + 0.001
        limits.count(limits.REMATCHES, player_id=1)


@pytest.mark.parametrize(
    ("address", "neighbour", "is_one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
    ],
)
def test_an_ipv6_address_is_counted_by_its_first_64_bits(address, neighbour, is_one):
    assert (limits.address_key(address) == limits.address_key(neighbour)) is is_one


def test_newcomers_are_counted_by_socket_and_by_address():
    for number in range(400):
        limits.count_message(None, "192.0.2.7", f"socket {number % 10}")
    with pytest.raises(errors.RateLimited):
        limits.count_message(None, "192.0.2.7", "another")
    limits.count_message(None, "192.0.2.8", "socket 11")
    for number in range(1000):
        limits.count_message(None, "127.0.0.1", f"local {number % 30}")


def test_wrong_passwords_for_a_name_are_counted_over_all_addresses():
    for number in range(100):
        limits.count_guess("alice", f"192.0.2.{number}", None)
    with pytest.raises(errors.RateLimited):
        limits.count_guess("alice", "198.51.100.1", None)
    limits.count_guess("bob", "198.51.100.1", None)
    limits.count_guess("alice", "192.0.2.1", "a browser of hers")


def test_an_address_is_refused_far_above_what_a_class_mistypes():
    for number in range(300):
        limits.count_guess(f"pupil {number}", "192.0.2.7", None)
    with pytest.raises(errors.RateLimited):
        limits.count_guess("alice", "192.0.2.7", None)
    limits.count_guess("alice", "192.0.2.7", "a browser of hers")


def test_a_right_password_is_given_back():
    for _ in range(50):
        give_back = limits.count_guess("alice", "192.0.2.7", None)
        give_back()
    for _ in range(10):
        limits.count_guess("alice", "192.0.2.7", None)
    with pytest.raises(errors.RateLimited):
        limits.count_guess("alice", "192.0.2.7", None)


def rematches(game: Game, player: Player, count: int) -> Game:
    for _ in range(count):
        services.resign(game.pk, player.pk)
        game = services.rematch(game.pk, player.pk)
    return game


@pytest.mark.django_db(transaction=True)
def test_rematches_are_counted_once_each(game: Game, alice: Player, bob: Player):
    game = rematches(game, alice, 6)
    for _ in range(9):
        assert services.rematch(game.previous.pk, alice.pk) == game
    services.resign(game.pk, alice.pk)
    with pytest.raises(errors.RateLimited):
        services.rematch(game.pk, alice.pk)
    assert Game.objects.count() == 7
    assert services.rematch(game.pk, bob.pk).previous == game

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Player
from games.play import errors, services
from games.presentation import snapshots
from tests.playing import X_WINS, create_game, play, reload, set_last_activity

DAY = 24 * 3600


def set_last_seen(game: Game, seconds: float, mark: str = "o") -> None:
    then = timezone.now() - timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(touched_at=then, **{f"{mark}_seen_at": then})


@pytest.mark.parametrize(
    ("result", "winner", "words"),
    [("win", "X", "Bob left. You win."), ("draw", "", "Bob left. It's a draw.")],
)
def test_who_stays_may_end_the_game_after_a_day(game, alice, result, winner, words):
    play(game, 4)
    set_last_seen(game, DAY + 1)
    after = services.claim(game.pk, alice.pk, result=result)
    assert (after.status, after.reason, after.winner) == ("finished", "left", winner)
    assert snapshots.state_for(after, alice.pk)["words"] == words
    assert after.score() == {"X": int(result == "win"), "O": 0, "draws": int(result == "draw")}


def test_a_host_who_does_not_know_that_the_game_began_loses_nothing(invitation, alice, bob):
    game = services.join_game(invitation.pk, bob)
    set_last_seen(game, 2 * DAY)
    with pytest.raises(errors.NobodyGone):
        services.claim(game.pk, bob.pk, result="win")
    services.note_seen(reload(game), alice.pk)
    set_last_seen(game, DAY + 1, "x")
    assert services.claim(game.pk, bob.pk, result="win").winner == "O"


def test_who_has_not_come_to_a_rematch_loses_nothing(game: Game, alice: Player, bob: Player):
    services.note_seen(reload(game), alice.pk)
    over = services.resign(game.pk, bob.pk)
    assert over.winner == "X"
    rematch = services.rematch(game.pk, bob.pk)
    services.note_seen(reload(rematch), bob.pk)
    play(rematch, 4)
    set_last_seen(rematch, 2 * DAY, "x")
    with pytest.raises(errors.NobodyGone):
        services.claim(rematch.pk, bob.pk, result="win")
    state = snapshots.state_for(reload(rematch), bob.pk)
    assert (state["claim_in"], state["awaited"]) == (None, ["O"])
    services.note_seen(reload(rematch), alice.pk)
    assert snapshots.state_for(reload(rematch), bob.pk)["words"] == "Alice's turn"
    set_last_seen(rematch, DAY + 1)
    assert services.claim(rematch.pk, bob.pk, result="win").winner == "X"


def test_where_time_matters_it_is_a_minute(timed_game: Game, alice: Player, bob: Player):
    called = create_game(alice, bob, kind="open")
    for player in (alice, bob):
        services.come(reload(called), player.pk)
    for game in (timed_game, called):
        play(game, 4)
        set_last_seen(game, 50)
        with pytest.raises(errors.RateLimited, match="time: 10 seconds"):
            services.claim(game.pk, alice.pk, result="win")
        set_last_seen(game, 61)
        assert services.claim(game.pk, alice.pk, result="win").winner == "X"


def test_a_sign_of_life_puts_it_off(game: Game, alice: Player, bob: Player):
    play(game, 4)
    set_last_seen(game, DAY + 40)
    services.note_seen(reload(game), bob.pk)
    with pytest.raises(errors.RateLimited):
        services.claim(game.pk, alice.pk, result="win")
    assert reload(game).version == 2


def test_signs_of_life_are_noted_for_those_who_play(game, invitation, alice, charlie):
    for player in (alice, charlie):
        services.note_seen(reload(game), player.pk)
        services.note_seen(reload(invitation), player.pk)
    assert reload(game).x_seen_at
    assert not reload(game).o_seen_at
    assert not reload(invitation).x_seen_at  # nobody plays there yet
    first = reload(game).x_seen_at
    services.note_seen(reload(game), alice.pk)
    assert reload(game).x_seen_at == first


def test_an_invitation_can_be_withdrawn(invitation: Game, alice: Player, bob: Player):
    after = services.withdraw(invitation.pk, alice.pk)
    assert (after.status, after.reason, after.winner) == ("closed", "withdrawn", "")
    with pytest.raises(errors.Closed):
        services.join_game(invitation.pk, bob)
    with pytest.raises(errors.Closed):
        services.play_move(invitation.pk, alice.pk, ply=0, cell=0)
    assert services.withdraw(invitation.pk, alice.pk).version == after.version


def test_a_rematch_is_withdrawn_until_the_other_comes_and_another_may_follow(game, alice, bob):
    services.resign(game.pk, bob.pk)
    rematch = services.rematch(game.pk, bob.pk)
    services.note_seen(rematch, bob.pk)
    assert services.withdraw(rematch.pk, bob.pk).status == "closed"
    assert snapshots.state_for(reload(game), alice.pk)["rematch_by"] == ""
    another = services.rematch(game.pk, bob.pk)
    assert another.pk != rematch.pk
    services.note_seen(another, bob.pk)
    services.note_seen(reload(another), alice.pk)
    with pytest.raises(errors.NotWaiting):
        services.withdraw(another.pk, bob.pk)


@pytest.mark.parametrize(("days", "status"), [(6.9, "waiting"), (7.1, "closed")])
def test_an_invitation_that_nobody_took_is_closed_after_a_week(invitation, days, status):
    set_last_activity(invitation, days=days)
    assert services.close_stale_games() == (status == "closed")
    after = reload(invitation)
    assert (after.status, after.reason) == (status, "expired" if status == "closed" else "")


@pytest.mark.parametrize(("days", "status"), [(20.9, "playing"), (21.1, "closed")])
def test_a_game_that_nobody_plays_on_is_closed_after_three_weeks(game, days, status):
    play(game, 4)
    set_last_activity(game, days=days)
    services.close_stale_games()
    after = reload(game)
    assert (after.status, after.reason) == (status, "abandoned" if status == "closed" else "")
    assert after.score() == {"X": 0, "O": 0, "draws": 0}


def test_staff_close_what_nobody_plays_and_both_are_told(
    game: Game, invitation: Game, alice: Player, bob: Player, django_capture_on_commit_callbacks
):
    set_last_activity(play(game, 4), minutes=10.1)
    before = reload(game).version
    with django_capture_on_commit_callbacks() as announced:
        after = services.close_game(game.pk)
    assert announced
    assert (after.status, after.reason, after.winner) == ("closed", "abandoned", "")
    assert after.version == before + 1
    for player in (alice, bob):
        words = snapshots.state_for(reload(game), player.pk)["words"]
        assert words == "Nobody played on, so this game is closed."
    set_last_activity(invitation, minutes=10.1)
    assert services.close_game(invitation.pk).reason == "expired"


@pytest.mark.parametrize(
    ("quiet", "seen"), [(9.9, None), (11, ("x_seen_at", 9.9)), (11, ("o_seen_at", 0))]
)
def test_staff_close_no_game_that_is_played(game: Game, quiet: float, seen):
    set_last_activity(game, minutes=quiet)
    if seen:
        field, minutes = seen
        then = timezone.now() - timedelta(minutes=minutes)
        Game.objects.filter(pk=game.pk).update(**{field: then})
    with pytest.raises(errors.StillPlayed):
        services.close_game(game.pk)
    assert reload(game).status == "playing"


def test_staff_close_nothing_that_is_over(game: Game, invitation: Game, alice: Player):
    play(game, *X_WINS)
    services.withdraw(invitation.pk, alice.pk)
    for each, refusal in ((game, errors.GameOver), (invitation, errors.Closed)):
        set_last_activity(each, minutes=11)
        with pytest.raises(refusal):
            services.close_game(each.pk)
    with pytest.raises(errors.NoSuchGame):
        services.close_game("nothing")


def test_a_game_whose_time_is_up_ends_by_time_even_if_staff_close_it(timed_game: Game):
    play(timed_game, 0, 4, 1)
    set_last_activity(timed_game, minutes=11)
    Game.objects.filter(pk=timed_game.pk).update(deadline_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(errors.GameOver):
        services.close_game(timed_game.pk)
    assert reload(timed_game).reason == "time"

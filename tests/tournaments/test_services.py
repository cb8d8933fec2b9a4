from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from games.engine import clock
from games.models import Game, HiddenName, Player
from games.people.friends.chat import send_message
from games.play import services
from games.play.errors import NameHidden, Refused
from games.tournaments import entrants, errors, hosting, matches, questions
from games.tournaments.models import Entrant, Tournament
from tests.locked import is_waiting, other_connection
from tests.playing import play, reload
from tests.processes import wait_until
from tests.tournaments.tournaments import (
    both_come,
    enter,
    entrant,
    opened,
    pass_time,
    resign,
    running,
    seen,
    started,
)

pytestmark = pytest.mark.django_db


def test_whoever_comes_in_is_paired_once_it_has_begun():
    tournament = started(4)
    games = running(tournament)
    assert [(game.status, game.kind, game.control) for game in games] == [
        ("called", "tournament", "10s")
    ] * 2
    assert not any(game.is_public or game.allows_undo for game in games)
    enter(tournament, "Late")
    assert matches.pair(tournament.pk) == 0
    enter(tournament, "Later")
    assert matches.pair(tournament.pk) == 1


def test_a_game_counts_in_the_transaction_that_ends_it_and_both_are_free_again():
    tournament = started(2)
    [game] = running(tournament)
    resign(game, game.o)
    assert game.x
    assert game.o
    first, second = entrant(tournament, game.x), entrant(tournament, game.o)
    assert (first.points, first.wins, first.played, first.game) == (3, 1, 1, None)
    assert (second.points, second.wins, second.played, second.state) == (0, 0, 1, "here")


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_game_ends_while_the_tournament_is_locked_because_others_are_paired():
    tournament = started(2)
    game = both_come(running(tournament)[0])
    assert game.x
    with other_connection() as other:
        other.execute("SELECT FROM games_tournament FOR UPDATE")
        services.resign(game.pk, game.x.pk)
    assert entrant(tournament, game.x).played == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_who_presses_twice_comes_in_once():
    opened()
    player = Player.objects.create()

    def come_in(_press: int) -> int:
        try:
            return entrants.enter(Tournament.objects.get(), player, "Ben").pk
        finally:
            connection.close()

    with other_connection() as other, ThreadPoolExecutor(2) as presses:
        other.execute("SELECT FROM games_tournament FOR UPDATE")
        came = presses.map(come_in, range(2))
        wait_until(lambda: is_waiting(other, 2))
        other.rollback()
        assert len(set(came)) == 1


def test_sides_and_boards_change_from_game_to_game():
    tournament = started(2, boards=["classic", "connect-four"])
    [game] = running(tournament)
    resign(game, game.o)
    assert matches.pair(tournament.pk) == 1
    [following] = running(tournament)
    assert (following.x, following.o) == (game.o, game.x)
    assert (str(game.variant), str(following.variant)) == ("3x3x3", "7x6x4+drop")


def test_who_does_not_come_loses_and_rests_until_they_go_on():
    tournament = started(2)
    [game] = running(tournament)
    services.note_seen(reload(game), game.x.pk)
    pass_time(21)
    services.end_overdue_games()
    here, gone = entrant(tournament, game.x), entrant(tournament, game.o)
    assert (reload(game).status, here.points, gone.points) == ("finished", 3, 0)
    assert (here.state, gone.state) == ("here", "resting")
    assert matches.pair(tournament.pk) == 0
    entrants.come_back(gone)
    seen(here)
    assert matches.pair(tournament.pk) == 1


def test_a_first_move_that_does_not_come_loses_and_one_rests_but_later_moves_only_lose():
    tournament = started(4)
    first, second = map(both_come, running(tournament))
    play(second, 0, 1)
    pass_time(21)
    services.end_overdue_games()
    assert entrant(tournament, first.x).state == "resting"
    assert entrant(tournament, second.x).state == "here"
    assert {reload(first).winner, reload(second).winner} == {"O"}


def test_nobody_is_paired_who_is_not_seen():
    tournament = opened(3)
    hosting.start(tournament)
    absent = tournament.entrants.last()
    pass_time(11)
    for each in tournament.entrants.exclude(pk=absent.pk):
        seen(each)
    assert matches.pair(tournament.pk) == 1
    assert not entrant(tournament, absent.player).game


def test_no_game_begins_in_the_last_half_minute_and_those_that_run_count():
    tournament = started(2)
    [game] = running(tournament)
    Tournament.objects.update(ends_at=clock.now() + timedelta(seconds=29))
    enter(tournament, "Late")
    enter(tournament, "Later")
    assert matches.pair(tournament.pk) == 0
    both_come(game)
    Tournament.objects.update(ends_at=clock.now())
    hosting.tick()
    tournament.refresh_from_db()
    assert tournament.status == "running"
    resign(game, game.o)
    hosting.tick()
    tournament.refresh_from_db()
    assert (tournament.status, entrant(tournament, game.x).points) == ("over", 3)
    with pytest.raises(errors.TournamentOver):
        enter(tournament, "Last")


def test_time_stands_still_while_no_server_runs_and_while_it_is_paused():
    tournament = started(2, minutes=5)
    pass_time(60)
    hosting.tick()
    tournament.refresh_from_db()
    assert tournament.time_left().total_seconds() == pytest.approx(300, abs=1)
    hosting.pause(tournament)
    pass_time(100)
    hosting.tick()
    hosting.go_on(tournament)
    assert tournament.time_left().total_seconds() == pytest.approx(300, abs=1)


def test_when_all_are_stopped_games_are_broken_off_and_count_for_nobody():
    tournament = started(2)
    [game] = running(tournament)
    hosting.stop_all(tournament)
    assert (reload(game).status, reload(game).reason) == ("closed", "stopped")
    assert {each.played for each in tournament.entrants.all()} == {0}
    assert matches.pair(tournament.pk) == 0
    hosting.go_on(tournament)
    assert matches.pair(tournament.pk) == 1


def test_everybody_meets_everybody_in_rounds():
    tournament = started(4, kind=Tournament.Kind.ROUNDS)
    with pytest.raises(errors.AlreadyStarted):
        enter(tournament, "Late")
    met = set()
    for _ in range(3):
        games = running(tournament)
        assert len(games) == 2
        for game in games:
            met.add(frozenset((game.x_id, game.o_id)))
            assert matches.pair(tournament.pk) == 0
            resign(game, game.o)
        matches.pair(tournament.pk)
    hosting.tick()
    tournament.refresh_from_db()
    assert (len(met), tournament.status) == (6, "over")


def test_the_host_begins_the_next_round_before_all_are_done():
    tournament = started(4, kind=Tournament.Kind.ROUNDS)
    hosting.begin_next_round(tournament)
    tournament.refresh_from_db()
    assert tournament.round == 2
    assert {game.tournament_game.round for game in running(tournament)} == {2}


def test_everybody_plays_the_computer_as_a_race():
    tournament = started(3, level="easy")
    games = running(tournament)
    assert [game.level for game in games] == ["easy"] * 3
    assert {game.status for game in games} == {"playing"}
    person = games[0].x
    services.resign(games[0].pk, person.pk)
    assert entrant(tournament, person).played == 1
    assert matches.pair(tournament.pk) == 1


def test_names_that_look_alike_are_given_once_and_others_are_offered():
    tournament = opened()
    enter(tournament, "Ben")
    second = Player.objects.create(avatar="hedgehog")
    with pytest.raises(errors.NameGiven):
        entrants.enter(tournament, second, "BEN")
    assert entrants.twin_of(tournament, second, "Ben")["free_names"] == ["Ben Hedgehog", "Ben 2"]
    assert entrants.enter(tournament, second, "Ben 2").player.name == "Ben 2"


@pytest.mark.parametrize(("name", "refusal"), [(" " * 3, errors.NoName), ("x" * 99, errors.NoName)])
def test_a_name_that_is_none_is_refused(name, refusal):
    with pytest.raises(refusal):
        enter(opened(), name)


def test_hidden_names_stay_hidden():
    tournament = opened()
    HiddenName.objects.hide("Rude")
    with pytest.raises(NameHidden):
        enter(tournament, "Rude")


def test_a_locked_door_lets_nobody_new_in_but_those_back_who_rest():
    tournament = opened(2)
    hosting.change(tournament, is_locked=True)
    with pytest.raises(errors.DoorLocked):
        enter(tournament, "Stranger")
    resting = tournament.entrants.first()
    entrants.rest(resting)
    resting.refresh_from_db()
    assert entrants.enter(tournament, resting.player).state == "here"


def test_who_is_removed_gives_the_game_up_and_does_not_come_back():
    tournament = started(2)
    game = both_come(running(tournament)[0])
    removed = entrant(tournament, game.x)
    entrants.remove(removed)
    assert (reload(game).reason, entrant(tournament, game.o).points) == ("resigned", 3)
    removed.refresh_from_db()
    with pytest.raises(errors.DoorLocked):
        entrants.enter(tournament, removed.player)


def test_an_end_is_one_also_after_time_in_which_no_server_ran():
    tournament = opened(2)
    hosting.start(tournament)
    pass_time(60)
    hosting.end(tournament)
    hosting.tick()
    assert Tournament.objects.get().is_over


def test_who_came_to_an_arena_may_be_too_many_for_rounds():
    tournament = opened(13)
    tournament.kind = Tournament.Kind.ROUNDS
    tournament.save()
    with pytest.raises(errors.TooManyForRounds):
        hosting.start(tournament)


def test_it_takes_two_to_begin_and_it_begins_once():
    tournament = opened(1)
    with pytest.raises(errors.TooFewEntrants):
        hosting.start(tournament)
    enter(tournament, "Second")
    hosting.start(tournament)
    with pytest.raises(errors.AlreadyStarted):
        hosting.start(tournament)


def test_thirty_days_later_its_code_names_and_tallies_are_gone():
    tournament = started(2)
    [game] = running(tournament)
    resign(game, game.o)
    hosting.end(tournament)
    hosting.tick()
    pass_time(29 * 24 * 60 * 60)
    assert hosting.remove_old() == 0
    pass_time(2 * 24 * 60 * 60)
    assert hosting.remove_old() == 1
    assert not Entrant.objects.exists()
    assert not Player.objects.filter(name__startswith="Pupil").exists()
    assert Game.objects.get().status == "finished"


def test_nobody_talks_in_its_games():
    tournament = started(2)
    game = both_come(running(tournament)[0])
    with pytest.raises(Refused, match="Nobody says anything"):
        send_message(game.pk, game.x_id or 0, text=":hello:")


def test_nobody_is_called_to_a_game_while_a_position_is_shown_to_all():
    tournament = opened(2)
    hosting.start(tournament)
    questions.ask(tournament, "3x3x3", "a3-b2")
    assert matches.pair(tournament.pk) == 0
    questions.close(tournament)
    assert matches.pair(tournament.pk) == 1


def test_the_first_answer_counts_until_another_position_is_shown():
    tournament = opened(1)
    questions.ask(tournament, "3x3x3", "a3-b2")
    pupil = tournament.entrants.get()
    for cell in (1, 8):
        questions.answer(pupil, cell)
    pupil.refresh_from_db()
    assert pupil.answer == 1
    questions.ask(tournament, "3x3x3", "a3")
    pupil.refresh_from_db()
    assert pupil.answer is None


def test_without_its_host_it_goes_on_and_ends_by_itself():
    tournament = started(2, minutes=5)
    tournament.host.delete()
    for _ in range(301):
        pass_time(1)
        services.end_overdue_games()
        hosting.tick()
    tournament.refresh_from_db()
    assert tournament.status == "over"


def test_where_names_are_made_up_nobody_is_called_as_they_typed():
    tournament = opened()
    hosting.change(tournament, made_up_names=True)
    for _ in range(12):  # each by the face, and as nobody else
        player = Player.objects.create(name="Benjamin Maier", avatar="owl")
        assert entrants.enter(tournament, player, "Benjamin").name == player.name
        assert player.name.endswith(" Owl")

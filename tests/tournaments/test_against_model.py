"""Random people come, rest, play, time out and leave, while servers stop and pair at once."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest
from django.db.models import F

from games.engine import clock
from games.models import Game
from games.play import services
from games.play.errors import GameOver
from games.tournaments import entrants, hosting, matches, scoring
from games.tournaments.errors import DoorLocked
from games.tournaments.models import Entrant, Tournament
from tests.playing import player_to_move, reload
from tests.tournaments.tournaments import both_come, enter, opened, pass_time, running, seen

pytestmark = pytest.mark.django_db

STEPS = 150


class Class:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.tournament = opened(6, minutes=60)
        self.present = {each.pk for each in self.tournament.entrants.all()}
        self.count = 6
        hosting.start(self.tournament)

    def come_in(self) -> None:
        self.count += 1
        self.present.add(enter(self.tournament, f"Pupil {self.count}").pk)

    def rest(self) -> None:
        entrants.rest(self._somebody())

    def come_back(self) -> None:
        with suppress(DoorLocked):  # They were removed.
            entrants.come_back(self._somebody())

    def be_removed(self) -> None:
        if self.rng.random() < 0.2:
            gone = self._somebody()
            entrants.remove(gone)
            self.present.discard(gone.pk)

    def lose_net(self) -> None:
        self.present.discard(self._somebody().pk)

    def find_net(self) -> None:
        self.present.add(self._somebody().pk)

    def open_games(self) -> None:
        for game in running(self.tournament):
            for player in (game.x, game.o):
                row = self.tournament.entrants.get(player=player)
                if player and row.pk in self.present:
                    services.note_seen(reload(game), player.pk)

    def move(self) -> None:
        for game in running(self.tournament):
            if game.status == Game.Status.PLAYING:
                cell = self.rng.choice(game.board.legal_moves())
                with suppress(GameOver):  # Its time was up.
                    services.play_move(game.pk, player_to_move(game).pk, ply=game.ply, cell=cell)

    def resign(self) -> None:
        games = running(self.tournament)
        if games:
            game = both_come(self.rng.choice(games))
            loser = self.rng.choice((game.x, game.o))
            with suppress(GameOver):  # Its time was up.
                services.resign(game.pk, loser.pk)

    def wait(self) -> None:
        # The pages ask, and the periodic tasks run, each second.
        for _ in range(self.rng.choice((1, 3, 12))):
            pass_time(1)
            for each in Entrant.objects.filter(pk__in=self.present):
                seen(each)
            services.end_overdue_games()
            self.tick()

    def tick(self) -> None:
        last = dict(self.tournament.entrants.values_list("pk", "last_opponent"))
        before = {game.pk for game in running(self.tournament)}
        hosting.tick()
        for game in running(self.tournament):
            x, o = (self.tournament.entrants.get(player=each) for each in (game.x, game.o))
            if game.pk not in before and last[x.pk] == o.pk and last[o.pk] == x.pk:
                assert not self.tournament.entrants.free()

    def restart(self) -> None:
        # The site's heartbeat gives games the time in which no server ran.
        left = Tournament.objects.get().time_left()
        away = self.rng.choice((30, -3600))  # the clock may be set back meanwhile
        pass_time(away)
        due = Game.objects.filter(deadline_at__isnull=False)
        due.update(deadline_at=F("deadline_at") + timedelta(seconds=away))
        self.tick()
        after = Tournament.objects.get().time_left()
        assert abs((after - left).total_seconds()) < 2

    def _somebody(self) -> Entrant:
        return self.rng.choice(list(self.tournament.entrants.select_related("tournament")))

    @property
    def steps(self) -> list[Callable[[], None]]:
        often = [self.open_games, self.move, self.wait] * 3
        once = [self.rest, self.come_back, self.lose_net, self.find_net, self.resign]
        return [*often, *once, self.come_in, self.be_removed, self.restart]


def check(tournament: Tournament) -> None:
    games = running(tournament)
    seated = [player for game in games for player in (game.x_id, game.o_id)]
    assert len(seated) == len(set(seated))
    rows = list(tournament.entrants.all())
    assert {(row.player_id, row.game_id) for row in rows if row.game_id} == {
        (player, game.pk) for game in games for player in (game.x_id, game.o_id)
    }
    points, wins = scoring.totals(matches.results_of(tournament))
    for row in rows:
        assert (points[row.player_id], wins[row.player_id]) == (row.points, row.wins)
    free = list(tournament.entrants.free())
    long = [row for row in free if (clock.now() - row.waiting_since).total_seconds() > 10]
    assert len(long) < 2


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_in_two_games_points_are_those_of_the_games_and_nobody_waits_long(seed):
    shown = Class(seed)
    for _ in range(STEPS):
        shown.rng.choice(shown.steps)()
        shown.tick()
        check(shown.tournament)
    assert matches.games_of(shown.tournament)

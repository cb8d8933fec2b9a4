"""Short ways to have a tournament with people in it, and to bring its games on."""

from datetime import timedelta
from typing import Any

from django.test import Client

from games.engine import clock
from games.models import Game, Player
from games.play import services
from games.tournaments import entrants, hosting, matches
from games.tournaments.models import Entrant, Tournament
from games.web.sessions import PLAYER
from tests.people.lobby.seeks import come
from tests.playing import reload


def pass_time(seconds: float) -> None:
    clock.set_to(clock.now() + timedelta(seconds=seconds))


def opened(count: int = 0, **terms: Any) -> Tournament:
    host = Player.objects.create(name="Ms Berg")
    tournament = hosting.open_tournament(host, terms.pop("boards", ["classic"]), **terms)
    for number in range(count):
        enter(tournament, f"Pupil {number}")
    return tournament


def started(count: int, **terms: Any) -> Tournament:
    tournament = opened(count, **terms)
    hosting.start(tournament)
    matches.pair(tournament.pk)
    return tournament


def enter(tournament: Tournament, name: str) -> Entrant:
    return entrants.enter(tournament, Player.objects.create(), name)


def seen(entrant: Entrant) -> None:
    entrants.note_seen(entrant.pk)
    entrants.store_seen()


def running(tournament: Tournament) -> list[Game]:
    return matches.running_games(tournament)


def both_come(game: Game) -> Game:
    come(game, game.x, game.o)  # type: ignore[arg-type]
    return reload(game)


def resign(game: Game, loser: Player | None) -> Game:
    both_come(game)
    return services.resign(game.pk, loser.pk)


def entrant(tournament: Tournament, player: Player | None) -> Entrant:
    return tournament.entrants.get(player=player)


def signed_in(player: Player | None) -> Client:
    client = Client()
    session = client.session
    session[PLAYER] = player.pk
    session.save()
    return client

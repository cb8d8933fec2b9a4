import pytest
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Player
from games.play import services
from games.presentation import snapshots
from tests.playing import reload

LONGER_THAN_ANY_CLOCK = 1000  # seconds


def about(seconds: float) -> object:
    return pytest.approx(seconds, abs=2)


def start_timed_game(host: Player, guest: Player, control: str = "3+2", **options: bool) -> Game:
    return services.create_game(host=host, mark=Mark.X, guest=guest, control=control, **options)


def time_left(game: Game) -> dict[str, float]:
    clock = snapshots.summary(reload(game))["clock"]
    return {mark: milliseconds / 1000 for mark, milliseconds in clock["left"].items()}


def running_clock(game: Game) -> str | None:
    clock = snapshots.summary(reload(game))["clock"]
    return clock["running"]


def seconds_to_deadline(game: Game) -> float:
    deadline = reload(game).deadline_at
    return (deadline - timezone.now()).total_seconds()


def is_lost_on_time(game: Game, winner: str = "O") -> bool:
    stored = Game.objects.get(pk=game.pk)
    ending = (stored.status, stored.reason, stored.winner, stored.deadline_at)
    return ending == ("finished", "time", winner, None)

from datetime import timedelta

from games.engine import clock
from games.models import Game, Player
from games.play import lifecycle, services
from tests.playing import reload

GONE_FOR = timedelta(seconds=31)
WAS_HERE = timedelta(seconds=29)


def events(game: Game) -> list[str]:
    return [f"{event.mark} {event.kind}" for event in game.events.all()]


def set_seen(game: Game, mark: str, ago: timedelta) -> Game:
    Game.objects.filter(pk=game.pk).update(**{f"{mark.lower()}_seen_at": clock.now() - ago})
    return reload(game)


def test_an_absence_is_noted_with_its_first_and_last_moment(game: Game, bob: Player):
    gone = set_seen(game, "O", GONE_FOR)
    services.note_seen(gone, bob.pk)
    away, back = game.events.all()
    assert (away.kind, away.mark, away.at) == ("away", "O", gone.o_seen_at)
    assert (back.kind, back.mark, back.at) == ("back", "O", reload(game).o_seen_at)
    assert back.at - away.at >= GONE_FOR


def test_a_line_that_flickers_is_not_noted(game: Game, bob: Player):
    for _ in range(3):
        services.note_seen(set_seen(game, "O", WAS_HERE), bob.pk)
    assert events(game) == []


def test_absences_do_not_fill_the_table(game: Game, bob: Player, monkeypatch):
    monkeypatch.setattr(lifecycle, "MAX_EVENTS", 4)
    for _ in range(5):
        services.note_seen(set_seen(game, "O", GONE_FOR), bob.pk)
    assert sorted(events(game)) == ["O away", "O away", "O back", "O back"]
    assert clock.now() - reload(game).o_seen_at < GONE_FOR

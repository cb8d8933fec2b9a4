from contextlib import suppress

from games.models import Game
from games.people.lobby import services as lobby
from games.play import errors, limits
from games.study.exhibitions import services as exhibitions
from games.study.menace import services as menace
from tests.playing import X_WINS, play, url
from tests.puzzles import puzzle_of

ADDRESS = "203.0.113.9"  # this machine's own address has no limit
PLAYED_HERE = {"opponent": "device"}
EXHIBITION = {"x": "hard", "o": "random", "board": "classic"}


def test_who_does_too_much_is_told_how_long_to_wait(browse, game, invitation, bob):
    client, over, puzzle = browse(bob), url(play(game, *X_WINS)), puzzle_of("classic")
    for what, address, data in (
        (limits.GAMES, "/g/", PLAYED_HERE),
        (limits.GAMES, "/g/", {"opponent": "computer", "level": "easy", "cell": "4"}),
        (limits.NAMES, "/name/", {"name": "Ada"}),
        (limits.DEVICES, "/device/", {}),
        (limits.JOINS, url(invitation, "join"), {}),
        (limits.GAMES, "/games/import/", {"text": '[Board "classic"] 1. b2 *'}),
        (limits.ANSWERS, f"/puzzles/{puzzle.id}/answer/", {"cell": puzzle.solution}),
        (limits.EXPORTS, "/everything.json", None),
        (lobby.SEEKS, "/anyone/", {"board": "classic", "control": ""}),
        (exhibitions.EXHIBITIONS, "/exhibitions/", EXHIBITION),
        (menace.TRAINING, "/menace/", {}),
        (limits.REVIEWS, f"{over}review/", None),
        (limits.PICTURES, f"{over}picture.png", None),
    ):
        with suppress(errors.RateLimited):
            while True:
                limits.count(what, player_id=bob.pk, address=ADDRESS)
        send = client.get if data is None else client.post
        response = send(address, data, REMOTE_ADDR=ADDRESS)
        assert response.status_code == 429, address
        if what != limits.PICTURES:
            assert f"That is a lot of {what}. Please wait" in response.text
    assert Game.objects.count() == 2
    assert Game.objects.get(pk=invitation.pk).o is None

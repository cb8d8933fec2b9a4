from datetime import date
from pathlib import Path

from django.test import Client
from django.utils import timezone

from games.engine import Mark
from games.engine.game_file import read_game
from games.models import Game, Player
from games.play import services
from tests.management.running import run_command
from tests.playing import DRAW, X_WINS, play, url

FILES = {"game.txt": "text/plain; charset=utf-8", "game.json": "application/json"}


def test_a_game_as_a_file_that_our_commands_read(client: Client, game: Game, tmp_path: Path):
    play(game, *X_WINS)
    for name, content_type in FILES.items():
        response = client.get(url(game) + name)
        assert response["Content-Type"] == content_type
        assert response["Content-Disposition"] == (
            f'attachment; filename="{name.replace("game", f"tic-tac-toe-{game.pk}")}"'
        )
        file = read_game(response.text)
        assert (file.board, file.moves) == ("classic", X_WINS)
        assert file.tags == {
            "X": "Alice",
            "O": "Bob",
            "Date": date.isoformat(timezone.localdate(game.created_at)),
            "Result": "1-0",
            "Ending": "line",
        }
        (tmp_path / name).write_bytes(response.content)
        assert run_command("review", str(tmp_path / name)).startswith("  1. X a3")


def test_the_results_of_other_endings(client: Client, alice: Player, bob: Player):
    def tags(game: Game) -> dict[str, str]:
        return dict(read_game(client.get(url(game) + "game.txt").text).tags)

    resigned = services.create_game(host=alice, mark=Mark.X, guest=bob, opening=(4, 0))
    assert tags(resigned)["Result"] == "*"
    assert "Ending" not in tags(resigned)
    services.resign(resigned.pk, alice.pk)
    found = tags(resigned)
    assert (found["Result"], found["Ending"], found["SetUp"]) == ("0-1", "resigned", "2")
    drawn = play(services.create_game(host=alice, mark=Mark.X, guest=bob), *DRAW)
    assert tags(drawn)["Result"] == "1/2-1/2"


def test_files_are_for_all_with_the_link(browse, alice: Player, bob: Player, charlie: Player):
    private = services.create_game(host=alice, mark=Mark.X, guest=bob, is_public=False)
    for player in (alice, charlie, None):
        for name in FILES:
            assert browse(player).get(url(private) + name).status_code == 200
            assert browse(player).get(f"/g/nothing/{name}").status_code == 404

import json
import re
from typing import Any

from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Player, Transfer
from games.people.accounts.recovery_codes import RecoveryCodes
from games.people.friends.chat import send_message
from games.people.friends.models import PushSubscription
from games.people.moderation.models import Block, Report
from games.people.profiles import export
from games.play import services
from games.study.puzzles.models import PuzzleAttempt
from games.web import downloads
from tests.accounts import with_account
from tests.downloads import received
from tests.past_games import past_games
from tests.playing import X_WINS, play

ADDRESS = "/everything.json"
# What refers to a person. Whoever adds to it decides what of that others have said in confidence.
OF_PLAYER = [
    *("player", "transfers", "games_as_x", "games_as_o", "exhibitions", "puzzle_attempts"),
    *("blocks", "reports", "restrictions", "ratings", "invitations"),
    *("notification_preference", "push_subscriptions", "notifications"),
    *("hosted_tournaments", "entries"),
]
OF_ACCOUNT = ["user", "emailaddress", "authenticator", "usersession"]
SECRET = re.compile("token|generation|digest|password|session|endpoint|p256dh|auth|secret|data$")


def everything(client: Client) -> dict[str, Any]:
    return json.loads(received(client, ADDRESS))


def test_a_game_is_told_with_its_moves_hints_and_what_was_taken_back(browse, alice, computer):
    game = services.create_game(host=alice, mark=Mark.X, guest=computer, allows_undo=True)
    game.hinted.create(ply=0, position=game.position)
    play(game, 4, 0)
    services.undo(game.pk, alice.pk, ply=2, message_id="undo")
    kept = everything(browse(alice))
    [told] = kept["games_as_x"]
    assert (told["id"], told["o"], told["status"]) == (game.pk, "Computer (Champion)", "playing")
    assert (told["variant_code"], told["record"]) == ("3x3x3", [])
    assert [move["cell"] for move in told["moves"]] == [4, 0]
    assert all(move["undone_at"] for move in told["moves"])
    assert told["hinted"][0]["ply"] == 0
    assert kept["player"][0]["name"] == "Alice"
    assert list(kept) == OF_PLAYER  # a guest has no account


def test_the_file_has_what_every_room_keeps(browse, alice: Player, bob: Player, computer: Player):
    with_account(alice)
    won = play(services.create_game(host=alice, mark=Mark.X, guest=computer), *X_WINS)
    change = {"score": 1, "before": 1500, "after": 1600, "deviation": 300}
    alice.ratings.create(board="classic").changes.create(game=won, **change)
    PuzzleAttempt.objects.create(player=alice, puzzle="abc", tries=2, solved_at=timezone.now())
    Block.objects.create(blocker=alice, blocked=bob)
    Report.objects.create(reporter=alice, reported=bob, kind="name", name="Bob", game=won)
    kept = everything(browse(alice))
    assert list(kept) == OF_PLAYER + OF_ACCOUNT
    assert kept["user"][0]["username"] == "allce"
    assert kept["puzzle_attempts"][0]["tries"] == 2
    assert [change["game"] for change in kept["ratings"][0]["changes"]] == [won.pk]
    assert [block["blocked"] for block in kept["blocks"]] == ["Bob"]
    assert (kept["reports"][0]["name"], kept["reports"][0]["game"]) == ("Bob", won.pk)


def test_what_others_have_said_and_done_is_theirs(browse, alice: Player, bob: Player, game: Game):
    for player in (alice, bob):
        send_message(game.pk, player.pk, text=f"I am {player}")
    line = game.events.get(words="I am Alice")
    report = {"kind": "said", "name": "Alice", "words": "Very rude", "line": line}
    Report.objects.create(reporter=bob, reported=alice, game=game, **report)
    Report.objects.create(reporter=alice, reported=bob, game=game, kind="name", name="Rude name")
    Block.objects.create(blocker=bob, blocked=alice)
    kept = everything(browse(alice))
    events = [event for each in kept["games_as_x"] for event in each["events"]]
    assert [event["words"] for event in events] == ["I am Alice"]
    assert (kept["blocks"], len(kept["reports"])) == ([], 1)
    assert "reported" not in kept["reports"][0]  # by the name that is taken after it was hidden
    assert "Very rude" not in str(kept)
    assert not {"x_seen_at", "o_seen_at", "next_game", "reports"} & kept["games_as_x"][0].keys()


def test_no_secret_is_in_the_file(browse, alice: Player):
    user = with_account(alice).user
    codes = RecoveryCodes(user)
    Player.objects.filter(pk=alice.pk).update(token="secret token")
    Transfer.objects.create(player=alice, digest="secret digest")
    keys = dict.fromkeys(("session_key", "endpoint", "p256dh", "auth"), "secret key")
    PushSubscription.objects.create(player=alice, language="en", **keys)
    user.usersession_set.create(session_key="secret session", ip="192.0.2.1", user_agent="Firefox")
    text = received(browse(alice), ADDRESS)
    kept = json.loads(text)
    assert kept["usersession"][-1]["user_agent"] == "Firefox"
    assert all(
        len(kept[name]) == 1 for name in ("transfers", "push_subscriptions", "authenticator")
    )
    for secret in ("secret", user.password, *codes.unused, codes.row.data["seed"]):
        assert secret not in text


def test_no_column_of_the_file_is_named_like_a_secret():
    names = {name for model in apps.get_models() for name in export._names(model, None)}
    assert {"name", "words", "data__name"} < names
    assert not [name for name in names if SECRET.search(name)]


def test_many_games_are_written_in_parts_with_few_queries(browse, monkeypatch, alice, bob):
    monkeypatch.setattr(downloads, "PORTION", 20)
    games = past_games(alice, [bob], 70)
    with CaptureQueriesContext(connection) as queries:
        kept = everything(browse(alice))
    told = {game["id"] for side in ("games_as_x", "games_as_o") for game in kept[side]}
    assert told == {game.pk for game in games}
    assert len(queries) < 100

import pytest
from django.db import IntegrityError, transaction

from games.ai.computer_players import LEVELS
from games.models import ID_ALPHABET, ID_LENGTH, Game, Move, Player, new_id
from games.presentation import snapshots
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db


def test_ids_are_long_random_and_easy_to_copy():
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(id) == ID_LENGTH and set(id) <= set(ID_ALPHABET) for id in ids)
    assert not set("01ilo") & set(ID_ALPHABET)


def test_each_level_is_one_player_of_its_own():
    players = [Player.objects.of_level(level) for level in LEVELS.values()] * 2
    assert len({player.pk for player in players}) == len(LEVELS)
    assert all(player.is_computer for player in players)
    assert not Player.objects.people().exists()


@pytest.mark.parametrize("cells", [X_WINS[:4], X_WINS])
def test_a_snapshot_is_taken_of_the_row_that_was_read(game, django_assert_num_queries, cells):
    play(game, *cells)
    loaded = Game.objects.with_players().get(pk=game.pk)
    with django_assert_num_queries(int(loaded.is_over)):  # the rematch
        snapshot = snapshots.take(loaded)
    assert snapshot["moves"] == list(cells)


def test_a_snapshot_fits_its_version_however_the_game_goes_on(game: Game):
    read = play(game, 0)
    play(game, 4, 8)
    snapshot = snapshots.take(read)
    assert (snapshot["version"], snapshot["ply"], snapshot["moves"]) == (read.version, 1, [0])


@pytest.mark.parametrize(
    "move", [{"ply": 0, "cell": 8}, {"ply": 5, "cell": 4}, {"ply": 5, "cell": 225}]
)
def test_the_database_itself_refuses_moves_that_cannot_be(game: Game, move: dict[str, int]):
    play(game, 4)
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(game=game, **move)


@pytest.mark.parametrize(
    "change",
    [
        {"status": "playing", "o": None},
        {"status": "finished"},
        {"status": "finished", "reason": "full"},
        {"winner": "X"},
        {"reason": "line"},
    ],
)
def test_the_database_itself_refuses_games_that_cannot_be(game: Game, change: dict[str, object]):
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**change)

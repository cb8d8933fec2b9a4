from django.utils import translation

from games.models import Game, Player
from games.play import services
from games.presentation.pictures import rendering
from tests.playing import X_WINS, play, reload


def test_a_picture_of_the_same_is_made_once(snapshot_of):
    made = []

    def describe() -> str:
        made.append("described")
        return rendering.game_card(snapshot_of(0))

    first = rendering.get("key", lambda: made.append("asked"), describe)
    assert rendering.get("key", lambda: made.append("asked"), describe) == first
    assert made == ["asked", "described"]


def test_a_move_makes_another_picture(game: Game):
    keys = [rendering.key(reload(play(game, *moves))) for moves in ([], [0], [1])]
    assert len(set(keys)) == 3


def test_a_name_makes_another_picture_of_a_game_that_is_over(game: Game, alice: Player):
    play(game, *X_WINS)
    before = reload(game)
    services.rename_player(alice, name="Ann")
    renamed = reload(game)
    services.forget_player(alice)
    forgotten = reload(game)
    assert len({rendering.key(each) for each in (before, renamed, forgotten)}) == 3
    assert before.version == renamed.version


def test_games_and_languages_have_pictures_of_their_own(game: Game, invitation: Game):
    keys = {rendering.key(game), rendering.key(invitation)}
    assert rendering.key(reload(game)) in keys
    with translation.override("de"):
        keys.add(rendering.key(game))
    assert len(keys) == 3

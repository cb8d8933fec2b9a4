import pytest
from django.db import IntegrityError, transaction

from games.engine import CLASSIC, Mark, Variant, clock
from games.engine.presets import BOARDS
from games.models import Game, Move, Player, sql
from games.play import errors, services
from tests.playing import DRAW, X_WINS, play, reload

CONNECT_FOUR = BOARDS["connect-four"].variant
TWO, THREE = (4, 0), (4, 0, 8)
FOUR = Variant(4, 4, 4)
# Nobody can complete a line any more, though cells are free.
DEAD = (9, 13, 7, 3, 0, 4, 5, 10, 14)


def start(x: Player, o: Player | None, opening: tuple[int, ...], **terms: object) -> Game:
    return services.create_game(host=x, mark=Mark.X, guest=o, opening=opening, **terms)


def test_the_database_itself_refuses_a_move_on_a_cell_that_was_set_up(alice: Player, bob: Player):
    game, before = start(alice, bob, TWO), Game.objects.get()
    game.version += 1
    for cell in TWO:
        move = sql.NewMove(ply=2, cell=cell, message="m", created_at=clock.now())
        assert not sql.store_move(game, move, "version")
    assert (Game.objects.get().version, game.moves.count()) == (before.version, 0)


def test_a_game_is_never_before_its_start(alice: Player, bob: Player):
    start(alice, bob, TWO)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(start_ply=3)


@pytest.mark.parametrize(
    ("opening", "variant", "error"),
    [
        ((4, 4), CLASSIC, errors.WrongOpening),
        ((9,), CLASSIC, errors.WrongOpening),
        ((-1,), CLASSIC, errors.WrongOpening),
        ((*X_WINS, 8), CLASSIC, errors.WrongOpening),
        ((3,), CONNECT_FOUR, errors.WrongOpening),
        (X_WINS, CLASSIC, errors.FinishedOpening),
        (DRAW, CLASSIC, errors.FinishedOpening),
        (DEAD, FOUR, errors.FinishedOpening),
    ],
)
def test_an_opening_that_no_game_can_begin_with_stores_nothing(alice, bob, opening, variant, error):
    with pytest.raises(error):
        start(alice, bob, opening, variant=variant)
    assert not Game.objects.exists()
    assert not Move.objects.exists()


def test_a_text_that_is_no_opening_is_refused_in_a_sentence(subtests: pytest.Subtests):
    for text, code in [
        ("b2-d4", "wrong_opening"),
        ("b2-b2", "wrong_opening"),
        ("4-0", "wrong_opening"),
        ("b2,a3", "wrong_opening"),
        ("\x00", "wrong_opening"),
        ("b2-" * 10_000, "wrong_opening"),
        ("a3-a2-b3-b2-c3", "finished_opening"),
    ]:
        with subtests.test(text=text, code=code):
            with pytest.raises(errors.Refused) as caught:
                services.read_opening(text, CLASSIC)
            assert (caught.value.code, caught.value.http_status) == (code, 400)
            assert caught.value.message.endswith(".")


@pytest.mark.parametrize("opening", [TWO, THREE])
def test_nobody_is_awaited_in_a_rematch_who_has_moved_in_it(alice: Player, bob: Player, opening):
    game = start(alice, bob, opening)
    services.resign(game.pk, alice.pk)
    following = reload(services.rematch(game.pk, alice.pk))
    assert following.awaited == [Mark.X, Mark.O]
    after = play(following, 2)
    assert reload(after).awaited == [following.turn.opponent]

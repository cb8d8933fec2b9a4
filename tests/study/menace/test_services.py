from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.ai.computer_players import MENACE
from games.computer import replies
from games.engine import Board, Mark, clock
from games.models import Game, Player
from games.play import services
from games.study.menace import services as menace_services
from games.study.menace.learner import first_beads, position
from games.study.menace.models import LearnedGame, Matchbox
from tests.exhibitions import start_exhibition
from tests.playing import DRAW, O_WINS, X_WINS, play, reload

pytestmark = pytest.mark.django_db


@pytest.fixture
def menace(db) -> Player:
    return Player.objects.of_level(MENACE)


def against(player: Player, menace: Player, mark: Mark = Mark.O, **terms) -> Game:
    return services.create_game(host=player, mark=mark, guest=menace, **terms)


def totals() -> list[tuple[str, int, int, int]]:
    return list(LearnedGame.objects.values_list("mark", "won", "drawn", "lost"))


def beads(board: Board) -> dict[int, int]:
    return menace_services.menace_at(board).beads(board)


def test_it_learns_from_a_game_as_soon_as_that_ends(alice: Player, menace: Player):
    game = against(alice, menace, Mark.X)
    play(game, *X_WINS[:-1])
    assert not Matchbox.objects.exists()
    play(game, X_WINS[-1])
    assert beads(Board().play(X_WINS[0])) == {1: 3, 2: 4, 4: 4, 5: 4, 8: 4}
    assert [LearnedGame.objects.get().game, *totals()] == [game, ("O", 0, 0, 1)]


def test_it_learns_nothing_from_games_of_others(alice: Player, bob: Player, computer: Player):
    for guest in (bob, computer):
        play(services.create_game(host=alice, mark=Mark.X, guest=guest), *X_WINS)
    assert not LearnedGame.objects.exists()


def test_moves_that_were_taken_back_do_not_count(alice: Player, menace: Player):
    game = play(against(alice, menace, allows_undo=True), 4, 1, 0)
    services.undo(game.pk, alice.pk, ply=3)
    play(game, 8, 2, 0, 6)
    boards = (Board(), Board.parse(".../.X./..O"), Board.parse("O.X/.X./..O"))
    assert set(Matchbox.objects.values_list("pk", flat=True)) == set(map(position, boards))


def test_a_game_given_up_teaches_once_both_have_moved(alice: Player, menace: Player):
    at_once, later = against(alice, menace), against(alice, menace)
    play(at_once, 0)
    services.resign(at_once.pk, alice.pk)
    assert totals() == []
    play(later, 0, 4)
    services.resign(later.pk, alice.pk)
    assert totals() == [("X", 1, 0, 0)]
    assert beads(Board()) == {0: 7, 1: 4, 4: 4}


def test_a_game_that_nobody_ended_teaches_nothing(alice: Player, menace: Player):
    game = play(against(alice, menace), 0, 4)
    long_ago = clock.now() - timedelta(days=30)
    Game.objects.filter(pk=game.pk).update(touched_at=long_ago)
    services.close_stale_games()
    assert reload(game).status == Game.Status.CLOSED
    assert totals() == []


def test_it_learns_for_both_sides_of_a_game_with_itself(alice: Player, menace: Player):
    game = start_exhibition(x=MENACE.id, o=MENACE.id)
    play(game, *X_WINS)
    assert totals() == [("X", 1, 0, 0), ("O", 1, 0, 1)]


def test_the_totals_add_up_and_a_game_counts_once(alice: Player, menace: Player):
    for cells in (X_WINS, DRAW, O_WINS, X_WINS):
        play(against(alice, menace), *cells)
    assert totals()[-1] == ("X", 2, 1, 1)
    assert [learned.beads for learned in LearnedGame.objects.all()] == [3, 4, 3, 6]
    last = LearnedGame.objects.last()
    with pytest.raises(IntegrityError), transaction.atomic():
        LearnedGame.objects.create(game=last.game, mark="X", number=5, won=5, drawn=0, lost=0)


def test_it_replies_from_its_boxes(alice: Player, menace: Player):
    Matchbox.objects.put({position(Board()): {0: 0, 1: 0, 4: 1}})
    for _ in range(3):
        game = against(alice, menace)
        replies.reply(game.pk)
        assert reload(game).record == [4]


def test_starting_afresh_forgets_everything_but_the_games(alice: Player, menace: Player):
    game = play(against(alice, menace), *X_WINS)
    assert menace_services.start_afresh() == 1
    assert not Matchbox.objects.exists()
    assert totals() == []
    assert reload(game).status == Game.Status.FINISHED
    play(against(alice, menace), *DRAW)
    assert totals() == [("X", 0, 1, 0)]


def test_a_deleted_game_stays_learned(alice: Player, menace: Player):
    play(against(alice, menace), *X_WINS).delete()
    assert totals() == [("X", 1, 0, 0)]
    assert LearnedGame.objects.get().game is None


def test_set_up_moves_are_not_those_of_menace(alice: Player, menace: Player):
    game = against(alice, menace, opening=X_WINS[:2])
    play(game, *X_WINS[2:])
    assert totals() == [("X", 1, 0, 0)]
    assert beads(Board()) == first_beads(Board())

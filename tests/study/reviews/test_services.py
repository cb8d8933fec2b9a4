from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import F

from games.engine import Mark, clock
from games.models import Game, Player
from games.play import services
from games.study.reviews import services as review_services
from games.study.reviews.analysis import MISTAKES, Label, not_reviewed
from games.study.reviews.models import Review
from games.study.reviews.services import TAKEN_FOR, as_json
from tests.exhibitions import start_exhibition
from tests.playing import X_WINS, create_game, play, reload
from tests.reviews import O_LOSES_ON_MOVE_4, review_game, reviews_of

pytestmark = pytest.mark.django_db


def test_a_review_is_stored_with_the_mistakes_of_each_side(game: Game):
    review = review_game(play(game, *O_LOSES_ON_MOVE_4))
    assert review.is_complete
    assert [each["cell"] for each in review.moves] == list(O_LOSES_ON_MOVE_4)
    assert review.moves[3]["label"] == Label.LOST
    counts = Counter(
        f"{Mark.of_ply(ply).lower()}_{each['label']}" for ply, each in enumerate(review.moves)
    )
    for side in ("x", "o"):
        for label in MISTAKES:
            assert getattr(review, f"{side}_{label}") == counts[f"{side}_{label}"]
    assert review.o_lost == 1


def test_a_win_that_is_only_found_later_is_what_the_move_before_allowed(game: Game):
    play(game, *X_WINS)
    moves = [as_json(not_reviewed(cell)) for cell in X_WINS[:2]]
    moves[1].update(label=Label.KEPT_WIN, before={"value": "win", "plies": None})
    review_services.store_reviews(game.pk, 0, moves)
    first, second = review_services.find_review(game.pk).moves
    assert (first["label"], first["after"]["value"]) == (Label.ALLOWED, "loss")
    assert second["label"] == Label.KEPT_WIN


def test_what_two_processes_review_is_stored_once(game: Game):
    reviews = reviews_of(play(game, *X_WINS))
    for first, last in ((0, 3), (0, 3), (1, 4), (0, 5), (2, 5)):
        review_services.store_reviews(game.pk, first, reviews[first:last])
    review = review_services.find_review(game.pk)
    assert review.moves == reviews
    assert review.o_lost == sum(each["label"] == Label.LOST for each in reviews[1::2])


def test_to_ask_for_a_review_again_changes_nothing(game: Game):
    game = play(game, *X_WINS)
    for _ in range(2):
        review_services.ask_for_review(game.pk)
        assert not review_services.find_review(game.pk).is_complete
    review_game(game)
    review_services.ask_for_review(game.pk)
    assert review_services.find_review(game.pk).is_complete


def test_reviews_that_leave_moves_out_are_not_stored(game: Game):
    reviews = reviews_of(play(game, *X_WINS))
    review_services.store_reviews(game.pk, 0, reviews[:1])
    review_services.store_reviews(game.pk, 2, reviews[2:])
    assert review_services.find_review(game.pk).moves == reviews[:1]


def test_moves_that_were_set_up_are_not_reviewed(alice: Player, bob: Player):
    game = create_game(alice, bob, opening=(0, 3))
    review = review_game(play(game, 1, 4, 2))
    assert review.is_complete
    assert [each["cell"] for each in review.moves] == [1, 4, 2]
    assert review.o_lost == 0


def test_a_game_without_a_move_has_nothing_to_review(game: Game, alice: Player):
    services.resign(game.pk, alice.pk)
    assert review_services.find_review(game.pk).is_complete
    assert review_services.take_games_to_review(10) == []


def test_the_games_of_the_last_day_are_to_be_reviewed_oldest_first(alice: Player, bob: Player):
    games = [play(create_game(alice, bob), *X_WINS) for _ in range(4)]
    for age, game in enumerate(games):
        finished_at = clock.now() - timedelta(hours=10 * age)
        Game.objects.filter(pk=game.pk).update(finished_at=finished_at)
    assert review_services.take_games_to_review(1) == [games[2].pk]
    assert review_services.take_games_to_review(10) == [games[1].pk, games[0].pk]
    assert review_services.take_games_to_review(10) == []


def test_a_review_that_nobody_goes_on_with_is_taken_over(game: Game):
    game = play(game, *X_WINS)
    assert review_services.take_games_to_review(10) == [game.pk]
    let_pass(TAKEN_FOR)
    review_services.store_reviews(game.pk, 0, reviews_of(game)[:2])
    assert review_services.take_games_to_review(10) == []
    let_pass(TAKEN_FOR)
    assert review_services.take_games_to_review(10) == [game.pk]
    let_pass(TAKEN_FOR)
    review_game(game)
    assert review_services.take_games_to_review(10) == []


def let_pass(time: timedelta) -> None:
    Review.objects.update(taken_at=F("taken_at") - time)


def test_games_that_go_on_or_that_nobody_played_are_not_reviewed(game: Game, alice: Player):
    play(game, 0, 1)
    exhibition = reload(start_exhibition(x="easy", o="easy"))
    fields = {"status": "finished", "reason": "full", "finished_at": clock.now()}
    Game.objects.filter(pk=exhibition.pk).update(ply=F("start_ply") + 1, **fields)
    assert review_services.take_games_to_review(10) == []
    services.resign(game.pk, alice.pk)
    assert review_services.take_games_to_review(10) == [game.pk]

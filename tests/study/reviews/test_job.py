from functools import partial

import pytest
from channels.db import database_sync_to_async

from games.models import Game
from games.play import services
from games.study.reviews import job
from games.study.reviews import services as reviews
from games.study.reviews.analysis import Label
from games.study.reviews.models import Review
from tests.playing import X_WINS, play
from tests.reviews import reviews_of
from tests.study.conftest import NotingPool

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def finished(game: Game) -> Game:
    return play(game, *X_WINS)


async def finish(game: Game) -> None:
    await job._under_way[game.pk]


@pytest.mark.parametrize("made", [0, 3, 5])
async def test_a_review_is_made_and_stored_from_where_it_was(pool, finished, made: int):
    store = database_sync_to_async(reviews.store_reviews)
    await store(finished.pk, 0, reviews_of(finished)[:made])
    await job.start(finished.pk)
    await job.start(finished.pk)
    assert job.is_under_way(finished.pk)
    await finish(finished)
    assert not job.is_under_way(finished.pk)
    review = await database_sync_to_async(reviews.find_review)(finished.pk)
    assert review.is_complete
    assert review.moves == reviews_of(finished)
    assert [search.args[1] for search in pool.searches] == list(X_WINS[made:])
    assert all(options["in_background"] for options in pool.options)


async def test_the_games_that_ended_lately_are_reviewed_in_the_background(pool, finished):
    await job.start_latest()
    await finish(finished)
    assert (await Review.objects.aget()).is_complete
    assert pool.people == {""}  # all such games have one turn together
    await job.start_latest()
    assert not job.is_under_way(finished.pk)


async def test_a_review_for_which_somebody_waits_has_turns_of_its_own(pool, finished):
    await job.start_latest()
    await job.start(finished.pk)
    await finish(finished)
    assert pool.people == {finished.pk}


async def test_a_game_that_is_gone_is_not_reviewed(pool: NotingPool, finished: Game):
    await database_sync_to_async(services.delete_games)([finished.pk])
    await job.start(finished.pk)
    await finish(finished)
    assert pool.searches == []


async def test_a_review_that_is_rejected_is_taken_up_later(monkeypatch, pool, finished):
    closed = NotingPool()
    closed.close()
    monkeypatch.setattr(job, "pool", closed)
    await job.start(finished.pk)
    await finish(finished)
    assert not await Review.objects.aexists()
    monkeypatch.setattr(job, "pool", pool)
    await job.start(finished.pk)
    await finish(finished)
    assert (await Review.objects.aget()).is_complete


async def test_a_move_that_cannot_be_reviewed_is_left_unknown(
    pool: NotingPool, finished: Game, monkeypatch: pytest.MonkeyPatch, caplog
):
    # A cell that is not on the board makes the search fail.
    monkeypatch.setattr(
        job, "partial", lambda f, board, cell, *more: partial(f, board, cell + 90, *more)
    )
    await job.start(finished.pk)
    await finish(finished)
    review = await Review.objects.aget()
    assert {each["label"] for each in review.moves} == {Label.UNKNOWN}
    assert "A search failed" in caplog.text

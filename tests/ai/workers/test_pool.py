"""The pool of worker processes, some of which are killed or held up on purpose."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from random import Random
from subprocess import PIPE, Popen

import pytest

from games.ai.workers import worker_process
from games.ai.workers.pool import Pool, default_size
from games.ai.workers.tasks import Advise, ChooseMove, read
from games.ai.workers.worker import answer
from games.ai.workers.worker_process import (
    SearchFailed,
    SearchRejected,
    WorkerDied,
    WorkerProcess,
)
from games.engine import CLASSIC, Board, Variant
from tests.processes import TIMEOUT, have_ended, kill, suspended, wait_until

LARGE = ChooseMove.of("easy", Board(Variant(5, 5, 4)))
X_TO_WIN = ChooseMove.of("easy", Board.parse("XXX../OOO../...../...../.....", Variant(5, 5, 4)))
NOBODYS = ChooseMove("3x3x3", str(Board(CLASSIC)), "nobody")

NewPool = Callable[..., Pool]


@pytest.fixture
def new_pool() -> Iterator[NewPool]:
    """Make pools whose processes have started. They are closed after the test."""
    made: list[Pool] = []

    def make(size: int = 1, **options: float) -> Pool:
        pool = Pool(size, **{"limit": TIMEOUT, **options})
        made.append(pool)
        wait([pool.submit("warm", LARGE) for _ in range(size)])
        # A quick one may have done the other's work.
        while len(pool.pids()) < size:
            with suspended(pool.pids()):
                asked = [pool.submit("warm", LARGE) for _ in range(size)]
                wait_until(lambda: len(pool.pids()) == size)
            wait(asked)
        return pool

    yield make
    for pool in made:
        pids = pool.pids()
        pool.close()
        wait_until(lambda pids=pids: have_ended(pids))


def cell(future: Future[int]) -> int:
    return future.result(TIMEOUT)


def test_a_search_comes_to_a_cell(new_pool: NewPool):
    pool = new_pool()
    pids = pool.pids()
    for variant in (CLASSIC, Variant(5, 5, 4), Variant(4, 6, 3)):
        board = Board(variant)
        assert cell(pool.submit("a", ChooseMove.of("medium", board))) in board.legal_moves()
    assert pool.pids() == pids


def test_no_process_is_started_before_it_is_needed():
    pool = Pool(3)
    assert pool.pids() == []
    try:
        cell(pool.submit("a", LARGE))
        assert len(pool.pids()) == 1
    finally:
        pool.close()


def test_there_are_never_more_processes_than_allowed(new_pool: NewPool):
    pool = new_pool(2)
    with suspended(pool.pids()):
        searches = [pool.submit("a", LARGE) for _ in range(6)]
        wait_until(lambda: sum(search.running() for search in searches) == 2)
        assert len(pool.pids()) == 2
    wait(searches)
    assert len(pool.pids()) == 2
    assert default_size() >= 1


def test_a_search_whose_process_is_killed_is_done_again(new_pool: NewPool):
    pool = new_pool()
    old = pool.pids()
    with suspended(old):
        search = pool.submit("a", X_TO_WIN)
        wait_until(search.running)
        kill(old)
    assert cell(search) in X_TO_WIN.board.legal_moves()
    assert have_ended(old)
    assert len(pool.pids()) == 1


def test_a_process_that_died_at_rest_is_replaced(new_pool: NewPool):
    pool = new_pool()
    kill(pool.pids())
    assert cell(pool.submit("a", LARGE)) in LARGE.board.legal_moves()


def test_a_search_without_an_end_is_given_up_for_a_guess(new_pool: NewPool, caplog):
    pool = new_pool()
    old, pool.limit = pool.pids(), 0.1
    with suspended(old):
        assert cell(pool.submit("a", X_TO_WIN)) == 3
        assert have_ended(old)
    assert "The answer is a guess" in caplog.text
    pool.limit = TIMEOUT
    assert cell(pool.submit("a", LARGE)) in LARGE.board.legal_moves()


def test_a_search_that_kills_every_process_is_given_up_for_a_guess(monkeypatch, caplog):
    monkeypatch.setattr(worker_process, "COMMAND", (sys.executable, "-S", "-c", "input()"))
    pool = Pool(1)
    assert cell(pool.submit("a", X_TO_WIN)) == 3
    assert "The answer is a guess" in caplog.text
    pool.close()


def test_half_a_line_is_no_answer(monkeypatch):
    code = "input(); print('{\"answer\": 1', end='')"
    monkeypatch.setattr(worker_process, "COMMAND", (sys.executable, "-S", "-c", code))
    worker = WorkerProcess()
    with pytest.raises(WorkerDied):
        worker.run(X_TO_WIN, TIMEOUT)


def test_a_search_that_fails_says_why_and_harms_nothing(new_pool: NewPool):
    pool = new_pool()
    pids = pool.pids()
    with pytest.raises(SearchFailed, match="KeyError: 'nobody'"):
        cell(pool.submit("a", NOBODYS))
    assert cell(pool.submit("a", LARGE)) in LARGE.board.legal_moves()
    assert pool.pids() == pids


def test_many_searches_of_one_person_do_not_keep_another_waiting(new_pool: NewPool):
    pool, order = new_pool(), []
    with suspended(pool.pids()):
        for person in ["many"] * 20 + ["one"]:
            search = pool.submit(person, LARGE)
            search.add_done_callback(lambda _, person=person: order.append(person))
    wait_until(lambda: len(order) == 21)
    # One was under way, and it was the other's turn once.
    assert order.index("one") <= 2


def test_a_full_queue_puts_off_whoever_asks_most(new_pool: NewPool):
    pool = new_pool(waiting=3)
    with suspended(pool.pids()):
        many = [pool.submit("many", LARGE)]
        wait_until(many[0].running)
        many += [pool.submit("many", LARGE) for _ in range(4)]
        one = pool.submit("one", LARGE)
        assert isinstance(many[4].exception(TIMEOUT), SearchRejected)
        assert isinstance(many[3].exception(TIMEOUT), SearchRejected)
    for search in [*many[:3], one]:
        assert cell(search) in LARGE.board.legal_moves()


def test_what_nobody_waits_for_any_more_is_not_searched(new_pool: NewPool):
    pool = new_pool()
    with suspended(pool.pids()):
        first, unwanted = pool.submit("a", LARGE), pool.submit("a", NOBODYS)
        wait_until(first.running)
        assert unwanted.cancel()
    assert cell(pool.submit("a", LARGE)) in LARGE.board.legal_moves()


def test_closing_ends_everything_at_once(new_pool: NewPool):
    pool = new_pool(2)
    pids = pool.pids()
    with suspended(pids):
        searches = [pool.submit("a", LARGE) for _ in range(4)]
        wait_until(lambda: sum(search.running() for search in searches) == 2)
        pool.close()
        assert all(isinstance(search.exception(TIMEOUT), SearchRejected) for search in searches)
        wait_until(lambda: have_ended(pids))
    assert isinstance(pool.submit("a", LARGE).exception(TIMEOUT), SearchRejected)
    wait_until(lambda: not pool.pids())


def test_a_process_without_work_gives_its_memory_back(new_pool: NewPool):
    pool = new_pool(retirement=0.05)
    wait_until(lambda: not pool.pids())
    assert cell(pool.submit("a", LARGE)) in LARGE.board.legal_moves()


# What the process does


def test_a_search_is_a_line_and_so_is_its_answer():
    search = ChooseMove.of("champion", Board.parse("XX./OO./...", CLASSIC))
    assert read(search.line()) == search
    assert answer(search.line().decode()) == '{"answer": 2}'
    assert "InvalidVariant" in answer(ChooseMove("?", "", "easy").line().decode())
    assert "JSONDecodeError" in answer("nonsense\n")


def test_a_process_whose_server_is_gone_ends_without_a_word():
    command = worker_process.COMMAND
    pipes = {"stdin": PIPE, "stdout": PIPE, "stderr": PIPE}
    with Popen(command, cwd=worker_process.ROOT, **pipes) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(X_TO_WIN.line())
        process.stdin.flush()
        assert process.stderr.read() == b""


def test_a_task_reads_its_position_without_proving_that_play_can_reach_it():
    assert str(ChooseMove("3x3x3", "XXX/OOO/...", "easy").board) == "XXX/OOO/..."


def test_a_guess_wins_if_it_can():
    assert X_TO_WIN.guess(Random(1)) == 3
    assert {LARGE.guess(Random(seed)) for seed in range(300)} == set(range(25))


# What every move leads to


def test_a_position_is_solved_in_another_process(new_pool: NewPool):
    advice = new_pool().submit("a", Advise.of(X_TO_WIN.board, TIMEOUT)).result(TIMEOUT)
    assert advice["verdicts"]["3"] == {"value": "win", "plies": 1}
    assert advice["verdicts"].keys() == set(map(str, X_TO_WIN.board.legal_moves()))
    assert (advice["best"], advice["is_proven"]) == ([3], True)


def test_what_has_no_end_is_unknown_for_every_move():
    advice = Advise.of(LARGE.board, 1).guess(Random())
    unknown = {"value": "unknown", "plies": None}
    assert advice["verdicts"] == {str(cell): unknown for cell in range(25)}
    assert not advice["is_proven"]
    assert Advise.of(X_TO_WIN.board, 1).guess(Random())["best"] == [3]

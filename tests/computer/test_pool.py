import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from functools import partial
from multiprocessing.connection import Pipe
from subprocess import PIPE, Popen

import pytest

from games.ai.choosers import choose
from games.ai.opening_book import CONNECT_FOUR, exact_value
from games.computer import pool as pool_module
from games.computer.pool import Pool, SearchFailed, SearchRejected, default_size
from games.engine import CLASSIC, Board, Variant, play_moves, read_moves
from games.play.services import play_move
from tests.processes import TIMEOUT, have_ended, kill, suspended, wait_until

EMPTY = Board(Variant(5, 5, 4))
LARGE = partial(choose, "easy", EMPTY)
NOBODYS = partial(choose, "nobody", Board(CLASSIC))


@pytest.fixture
def new_pool() -> Iterator[Callable[..., Pool]]:
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


def test_a_worker_finds_the_book_of_openings(new_pool):
    board = play_moves(Board(CONNECT_FOUR), read_moves("4444413325", CONNECT_FOUR))
    assert exact_value(board) is not None
    assert new_pool().submit("a", partial(exact_value, board)).result(TIMEOUT) == exact_value(board)


def test_there_are_never_more_processes_than_allowed(new_pool):
    pool = new_pool(2)
    with suspended(pool.pids()):
        searches = [pool.submit("a", LARGE) for _ in range(6)]
        wait_until(lambda: sum(search.running() for search in searches) == 2)
        assert len(pool.pids()) == 2
    wait(searches)
    assert len(pool.pids()) == 2
    assert default_size() >= 1


def test_a_search_whose_process_is_killed_is_done_again(new_pool):
    pool = new_pool()
    old = pool.pids()
    with suspended(old):
        search = pool.submit("a", LARGE)
        wait_until(search.running)
        kill(old)
    assert cell(search) in range(25)
    assert have_ended(old)
    assert len(pool.pids()) == 1


def test_a_search_without_an_end_is_given_up(new_pool, caplog):
    pool = new_pool()
    old, pool.limit = pool.pids(), 0.1
    with suspended(old):
        with pytest.raises(SearchFailed, match=r"longer than 0\.1 seconds"):
            cell(pool.submit("a", LARGE))
        assert have_ended(old)
    [line] = caplog.records
    assert line.levelname == "ERROR"
    assert line.getMessage().startswith("A search failed: functools.partial(<function choose")
    pool.limit = TIMEOUT
    assert cell(pool.submit("a", LARGE)) in range(25)


def test_a_slow_search_for_which_nobody_waits_is_no_error(new_pool, caplog):
    pool = new_pool()
    pool.limit = 0.1
    with suspended(pool.pids()), pytest.raises(SearchFailed):
        cell(pool.submit("a", LARGE, in_background=True))
    pool.limit = TIMEOUT
    with pytest.raises(SearchFailed):
        cell(pool.submit("a", NOBODYS, in_background=True))
    assert [line.levelname for line in caplog.records] == ["WARNING", "ERROR"]


@pytest.mark.parametrize("command", [(sys.executable, "-c", "input()"), ("/nowhere/python",)])
def test_a_search_whose_process_never_lives_is_given_up(command, monkeypatch, caplog):
    pool = Pool(1)
    with monkeypatch.context() as patch:
        patch.setattr(pool_module, "COMMAND", command)
        with pytest.raises(SearchFailed, match="died each time, or could not be started"):
            cell(pool.submit("a", LARGE))
    assert cell(pool.submit("a", LARGE)) in range(25)
    pool.close()


def test_a_search_that_fails_says_why_and_harms_nothing(new_pool):
    pool = new_pool()
    pids = pool.pids()
    with pytest.raises(SearchFailed, match="nobody is none of easy"):
        cell(pool.submit("a", NOBODYS))
    assert cell(pool.submit("a", LARGE)) in range(25)
    assert pool.pids() == pids


def test_a_full_queue_puts_off_whoever_asks_most(new_pool):
    pool = new_pool(waiting=3)
    with suspended(pool.pids()):
        many = [pool.submit("many", LARGE)]
        wait_until(many[0].running)
        many += [pool.submit("many", LARGE) for _ in range(4)]
        one = pool.submit("one", LARGE)
        assert isinstance(many[4].exception(TIMEOUT), SearchRejected)
        assert isinstance(many[3].exception(TIMEOUT), SearchRejected)
    for search in [*many[:3], one]:
        assert cell(search) in range(25)


def test_a_move_finds_a_process_free_of_what_is_in_the_background(new_pool):
    pool = new_pool(2)
    with suspended(pool.pids()):
        studies = [pool.submit(person, LARGE, in_background=True) for person in "abc"]
        wait_until(studies[0].running)
        move, other = pool.submit("d", LARGE), pool.submit("d", LARGE)
        wait_until(move.running)
        assert not any(search.running() for search in (*studies[1:], other))
    for search in (*studies, other):
        assert cell(search) in range(25)


def test_what_nobody_waits_for_any_more_is_not_searched(new_pool):
    pool = new_pool()
    with suspended(pool.pids()):
        first, unwanted = pool.submit("a", LARGE), pool.submit("a", NOBODYS)
        wait_until(first.running)
        assert unwanted.cancel()
    assert cell(pool.submit("a", LARGE)) in range(25)


def test_closing_ends_everything_at_once(new_pool):
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


def test_a_process_without_work_gives_its_memory_back(new_pool):
    pool = new_pool(retirement=0.05)
    wait_until(lambda: not pool.pids())
    assert cell(pool.submit("a", LARGE)) in range(25)


def test_it_can_load_no_framework(new_pool):
    with pytest.raises(SearchFailed, match="ModuleNotFoundError: No module named 'django'"):
        new_pool().submit("a", play_move).result(TIMEOUT)


def test_it_gives_way_to_the_server_and_has_nothing_of_it_but_the_pipe(new_pool):
    pool = new_pool()
    [pid] = pool.pids()
    assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0) + 5
    assert os.getpgid(pid) == pid
    files = pool.submit("a", partial(os.listdir, "/proc/self/fd")).result(TIMEOUT)
    assert len(set(files) - {"0", "1", "2"}) == 2  # the pipe, and the folder that is being read


def test_a_process_whose_server_is_gone_ends_without_a_word():
    ours, theirs = Pipe()
    command = [*pool_module.COMMAND, str(theirs.fileno())]
    with Popen(command, cwd=pool_module.ROOT, pass_fds=[theirs.fileno()], stderr=PIPE) as process:
        theirs.close()
        ours.send(LARGE)
        ours.close()
        assert process.communicate(timeout=TIMEOUT) == (None, b"")
        assert process.returncode == 0

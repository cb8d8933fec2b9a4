from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.tournaments.models import Entrant
from games.tournaments.pairing import REPEAT_AFTER, have_just_met, pairs, schedule

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def waiting(*last: int | None, since: float = 0) -> list[Entrant]:
    """Some people 1, 2, 3, … in the order of the ranking, each with the last opponent."""
    people = [Entrant(pk=id, last_opponent_id=each) for id, each in enumerate(last, 1)]
    for each in people:
        each.waiting_since = NOW - timedelta(seconds=since)
    return people


def ids(made: list[tuple[Entrant, Entrant]]) -> set[frozenset[int]]:
    return {frozenset((first.pk, second.pk)) for first, second in made}


def test_neighbours_of_the_ranking_play_each_other():
    made = pairs(waiting(None, None, None, None), NOW, others_play=False)
    assert ids(made) == {frozenset((1, 2)), frozenset((3, 4))}


def test_two_who_have_just_met_are_exchanged_with_the_nearest_pair():
    made = pairs(waiting(None, None, 4, 3), NOW, others_play=False)
    assert ids(made) == {frozenset((1, 3)), frozenset((2, 4))}


def test_two_alone_who_have_just_met_wait_while_others_play():
    just, long = (waiting(2, 1, since=s) for s in (7.9, REPEAT_AFTER.total_seconds()))
    assert pairs(just, NOW, others_play=True) == []
    assert ids(pairs(long, NOW, others_play=True)) == {frozenset((1, 2))}
    assert ids(pairs(just, NOW, others_play=False)) == {frozenset((1, 2))}


def test_of_an_odd_number_that_one_stays_who_has_waited_least():
    first, *others = waiting(None, None, None, since=5)
    first.waiting_since = NOW
    assert ids(pairs([first, *others], NOW, others_play=False)) == {frozenset((2, 3))}


def test_who_comes_free_while_two_wait_who_have_just_met_plays_one_of_them_at_once():
    first, second = waiting(2, 1, since=5)
    third = Entrant(pk=3, last_opponent_id=4, waiting_since=NOW)
    assert ids(pairs([first, second, third], NOW, others_play=True)) == {frozenset((1, 3))}


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 40), min_size=4, max_size=40), st.booleans())
def test_nobody_is_in_two_pairs_and_none_repeats_while_another_is_free(last, others_play):
    ranked = waiting(*(each if each <= len(last) else None for each in last), since=60)
    made = pairs(ranked, NOW, others_play=others_play)
    players = [each.pk for pair in made for each in pair]
    assert len(players) == len(set(players)) == len(ranked) // 2 * 2
    repeats = [pair for pair in made if have_just_met(*pair)]
    # Somebody whom all others have played last has nobody else.
    for pair in repeats:
        others = [each for each in ranked if each not in pair]
        assert any(
            sum(have_just_met(each, other) for other in others) * 2 >= len(others) for each in pair
        )


@pytest.mark.parametrize("count", range(3, 13))
def test_everybody_meets_everybody_once_and_nobody_has_one_side_much_more_often(count):
    rounds = schedule(range(1, count + 1))
    assert len(rounds) == count - 1 + count % 2
    for made in rounds:
        seated = [player for pair in made for player in pair]
        assert len(seated) == len(set(seated)) == count - count % 2
    met = Counter(frozenset(pair) for made in rounds for pair in made)
    everybody = map(frozenset, combinations(range(1, count + 1), 2))
    assert met == Counter(everybody)
    balance = Counter[int]()
    for x, o in (pair for made in rounds for pair in made):
        balance[x] += 1
        balance[o] -= 1
    assert max(map(abs, balance.values())) <= 1

from collections import Counter
from itertools import combinations

import pytest

from games.tournaments.rounds import schedule


@pytest.mark.parametrize("count", range(3, 13))
def test_everybody_meets_everybody_once_and_nobody_has_one_side_much_more_often(count):
    rounds = schedule(range(1, count + 1))
    assert len(rounds) == count - 1 + count % 2
    for pairs in rounds:
        seated = [player for pair in pairs for player in pair]
        assert len(seated) == len(set(seated)) == count - count % 2
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    everybody = map(frozenset, combinations(range(1, count + 1), 2))
    assert met == Counter(everybody)
    balance = Counter[int]()
    for x, o in (pair for pairs in rounds for pair in pairs):
        balance[x] += 1
        balance[o] -= 1
    assert max(map(abs, balance.values())) <= 1

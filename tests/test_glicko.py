from itertools import pairwise

import pytest

from games.glicko import MAX_DEVIATION, PERIODS_A_DAY, SCALE, GlickoRating, rate


def test_glickmans_published_example():
    results = [
        (GlickoRating(1400, 30), 1.0),
        (GlickoRating(1550, 100), 0.0),
        (GlickoRating(1700, 300), 0.0),
    ]
    rated = rate(GlickoRating(1500, 200, 0.06), results, tau=0.5)
    assert rated.value == pytest.approx(1464.06, abs=0.01)
    assert rated.deviation == pytest.approx(151.52, abs=0.01)
    assert rated.volatility == pytest.approx(0.05999, abs=0.00001)


def test_what_one_wins_the_equal_other_loses():
    won, lost = (rate(GlickoRating(), [(GlickoRating(), score)]) for score in (1.0, 0.0))
    assert won.value - 1500 == pytest.approx(1500 - lost.value)
    assert won.deviation == lost.deviation < MAX_DEVIATION
    assert rate(GlickoRating(), [(GlickoRating(), 0.5)]).value == 1500


def test_a_surprise_raises_the_volatility_and_nothing_expected_does():
    strong, weak = GlickoRating(2200, 50), GlickoRating(1200, 50)
    assert rate(weak, [(strong, 1.0)] * 3).volatility > weak.volatility
    assert rate(strong, [(weak, 1.0)]).volatility <= strong.volatility


def test_who_does_not_play_becomes_uncertain():
    year = GlickoRating(1800, 60).after(365 * PERIODS_A_DAY)
    assert year.value == 1800
    assert year.deviation == pytest.approx(110, abs=0.5)
    assert GlickoRating().after(1000).deviation == MAX_DEVIATION


def test_the_time_that_has_passed_counts_with_the_new_volatility():
    weak, upsets = GlickoRating(1200, 50), [(GlickoRating(2200, 50), 1.0)] * 3
    at_once, later = (rate(weak, upsets, periods) for periods in (0, 1000))
    assert at_once.volatility == later.volatility > weak.volatility
    precision = at_once.deviation**-2 - weak.deviation**-2
    waited = weak.deviation**2 + 1000 * (SCALE * later.volatility) ** 2
    assert later.deviation == pytest.approx((waited**-1 + precision) ** -0.5)


def test_two_results_at_once_leave_more_doubt_after_a_longer_time():
    opponents = [(GlickoRating(1500, 100), 1.0)]
    deviations = [
        rate(GlickoRating(1500, 80), opponents, periods).deviation for periods in (0, 1, 10)
    ]
    assert all(less < more for less, more in pairwise(deviations))

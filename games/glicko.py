from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178  # between the scale that is shown and that of the formulas
TAU = 0.5  # how fast volatilities may change
MAX_DEVIATION = 350.0  # of somebody of whom nothing is known
PERIODS_A_DAY = 0.2144  # a year without playing then takes a deviation of 60 to 110
PRECISION = 1e-6


class GlickoRating(NamedTuple):
    value: float = 1500.0  # r
    deviation: float = MAX_DEVIATION  # RD
    volatility: float = 0.06  # sigma

    def after(self, periods: float) -> GlickoRating:
        deviation = sqrt(self.deviation**2 + periods * (self.volatility * SCALE) ** 2)
        return self._replace(deviation=min(MAX_DEVIATION, deviation))

    def periods_until(self, deviation: float) -> float:
        return (deviation**2 - self.deviation**2) / (self.volatility * SCALE) ** 2


def rate(
    rating: GlickoRating,
    results: Sequence[tuple[GlickoRating, float]],
    periods: float = 1.0,
    tau: float = TAU,
) -> GlickoRating:
    phi = rating.deviation / SCALE
    precision = improvement = 0.0  # 1/v, and delta/v
    for opponent, score in results:
        g = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(g * (opponent.value - rating.value) / SCALE))  # E
        precision += g * g * expected * (1 - expected)
        improvement += g * (score - expected)
    v = 1 / precision
    volatility = _volatility(rating.volatility, phi, v, (v * improvement) ** 2, tau)
    waited = phi**2 + periods * volatility**2  # phi*, squared
    phi = 1 / sqrt(1 / waited + precision)
    value = rating.value + SCALE * phi**2 * improvement
    return GlickoRating(value, min(MAX_DEVIATION, SCALE * phi), volatility)


def _volatility(sigma: float, phi: float, v: float, delta2: float, tau: float) -> float:
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low, high = a, a - tau
    if delta2 > phi**2 + v:
        high = log(delta2 - phi**2 - v)
    else:
        while f(high) < 0:
            high -= tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)

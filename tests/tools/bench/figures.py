"""How figures are written."""

from __future__ import annotations

import statistics


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.1f} ms"


def percentiles(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"{seconds(cuts[49])} at the 50th percentile, {seconds(cuts[98])} at the 99th"


def parts(used: dict[str, float]) -> str:
    return ", ".join(f"{part} {each * 1000:.2f} ms" for part, each in used.items())

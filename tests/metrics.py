"""What the metrics of this process say, to be compared before and after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import REGISTRY


def value(name: str, **labels: str) -> float:
    """Return a sample's value, 0 if nothing has been counted yet."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


@contextmanager
def counted(name: str, by: float, **labels: str) -> Iterator[None]:
    """Make sure that a sample rises so much in the block."""
    before = value(name, **labels)
    yield
    assert value(name, **labels) == before + by

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import REGISTRY


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@contextmanager
def counted(name: str, by: float, **labels: str) -> Iterator[None]:
    before = value(name, **labels)
    yield
    assert value(name, **labels) == before + by

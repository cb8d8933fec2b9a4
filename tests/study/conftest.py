import sys
from io import BytesIO, TextIOWrapper

import pytest


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch):
    def give(text: str | bytes) -> None:
        if isinstance(text, str):
            text = text.encode()
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text), encoding="utf-8"))

    return give

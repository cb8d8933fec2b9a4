from __future__ import annotations

from tests.ai.conftest import ticking_clock

__all__ = ["ticking_clock"]

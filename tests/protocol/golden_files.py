"""The messages of the wire format, as both sides must write and read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "golden"


def golden(name: str) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text())
    return messages

"""The models of all rooms of people, imported where Django looks for them."""

from __future__ import annotations

"""The pool of searches of the computer's tests."""

from __future__ import annotations

from tests.computer.conftest import pool  # noqa: F401

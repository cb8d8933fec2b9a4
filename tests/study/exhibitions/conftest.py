"""The pool of searches of the computer's tests."""

from tests.computer.conftest import pool  # noqa: F401

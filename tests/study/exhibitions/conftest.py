from tests.computer.conftest import pool  # noqa: F401

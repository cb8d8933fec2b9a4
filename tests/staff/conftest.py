import pytest


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Let every test of this room use the database."""

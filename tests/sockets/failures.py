"""Failures of the database, for tests of what the server does about them."""

from contextlib import asynccontextmanager

from channels.db import database_sync_to_async
from django.db import connection


@asynccontextmanager
async def missing_table(table: str):
    await _rename_table(table, "elsewhere")
    try:
        yield
    finally:
        await _rename_table("elsewhere", table)


@database_sync_to_async
def _rename_table(old: str, new: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")

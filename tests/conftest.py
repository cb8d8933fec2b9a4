import gc
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import limits
import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache, caches
from django.core.management.color import Style
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models.signals import post_migrate
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from games.ai import drop_search, evaluation, levels, search, solver
from games.ai.computer_players import LEVELS
from games.engine import Mark
from games.models import Game, Player
from games.ops import database_outages
from games.play import limiters, services
from games.play import limits as service_limits
from games.staff.apps import CREATE_ROLES
from games.web.sessions import PLAYER
from tests import postgres_server
from tests.server import migrated_database
from tests.timed_games import start_timed_game

pytest_plugins = ["tests.browser_fixtures", "tests.server_fixtures"]
# What locks, SQL, migrations and services do on PostgreSQL. Pages ask the same services; browsers
# meet servers with databases of their own, on both kinds, in the run on SQLite.
ON_POSTGRESQL = {
    "bus",
    "computer",
    "models",
    "people",
    "play",
    "site",
    "sockets",
    "staff",
    "study",
    "tournaments",
}
if connection.vendor == "postgresql":
    folders = [path.name for path in Path(__file__).parent.iterdir() if path.is_dir()]
    collect_ignore = [name for name in folders if name not in ON_POSTGRESQL]
    collect_ignore_glob = ["*/test_*views.py", "*/test_*page.py", "*/test_book.py"]

# They begin first, so that no process is alone with them at the end.
LONG = {"test_against_model.py", "test_lock_order.py", "test_axe.py"}


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    # It is migrated once for all processes, and copied.
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        shutil.copy(migrated_database(), test["NAME"])
    else:
        test["TEMPLATE"] = postgres_server.migrated(postgres_server.url())


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    _empty_tables_quickly()
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def _empty_tables_quickly() -> None:
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid=CREATE_ROLES, sender=apps.get_app_config("games"))
    type(connection.ops).sql_flush = _sql_of_deletion


def _sql_of_deletion(
    operations: BaseDatabaseOperations, style: Style, tables: Sequence[str], **_: bool
) -> list[str]:
    made_by_migrations = {model._meta.db_table for model in (ContentType, Permission)}
    return [
        f"DELETE FROM {operations.quote_name(table)}"  # noqa: S608
        for table in tables
        if table not in made_by_migrations
    ]


@pytest.fixture
def alice(db) -> Player:
    return Player.objects.create(name="Alice")


@pytest.fixture
def bob(db) -> Player:
    return Player.objects.create(name="Bob")


@pytest.fixture
def charlie(db) -> Player:
    return Player.objects.create(name="Charlie")


@pytest.fixture
def computer(db) -> Player:
    return Player.objects.of_level(LEVELS["champion"])


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    return services.create_game(host=alice, mark=Mark.X, guest=bob)


@pytest.fixture
def timed_game(alice: Player, bob: Player) -> Game:
    return start_timed_game(alice, bob)


@pytest.fixture
def computer_game(alice: Player, computer: Player) -> Game:
    return services.create_game(host=alice, mark=Mark.X, guest=computer, allows_undo=True)


@pytest.fixture
def invitation(alice: Player) -> Game:
    return services.create_game(host=alice, mark=Mark.X)


@pytest.fixture
def started_reviews(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    ids: list[str] = []

    async def start(game_id: str) -> None:
        ids.append(game_id)

    monkeypatch.setattr("games.study.reviews.job.start", start)
    return ids


@pytest.fixture(autouse=True)
def _reset_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    limiters.reset()
    until_midnight = -time.time() % (24 * 60 * 60)
    clock = SimpleNamespace(time=lambda: time.time() + until_midnight)
    for module in (limits.storage.memory, limits.strategies, service_limits):
        monkeypatch.setattr(module, "time", clock)


@pytest.fixture(autouse=True)
def _forget_outages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_outages, "outage", database_outages.Outage())


@pytest.fixture(autouse=True)
def _forget_pictures() -> None:
    cache.clear()
    caches["process"].clear()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    is_chosen = _is_for_sqlite if connection.vendor == "sqlite" else _is_for_postgresql
    if others := [item for item in items if not is_chosen(item)]:
        config.hook.pytest_deselected(items=others)
    items[:] = sorted(filter(is_chosen, items), key=_place)


def _is_for_sqlite(item: pytest.Item) -> bool:
    return not item.get_closest_marker("postgresql")


def _is_for_postgresql(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    uses_database = item.get_closest_marker("django_db") or {"db", "transactional_db"} & {*fixtures}
    brings_its_own = item.get_closest_marker("sqlite") or "shared_server" in fixtures
    return bool(uses_database) and not brings_its_own


def _place(item: pytest.Item) -> tuple[bool, bool]:
    # All there, as a group goes to a process with its first test, and one of it may use Playwright.
    uses_browser = "e2e" in item.path.parts
    is_first = item.get_closest_marker("xdist_group") or item.path.name in LONG
    return uses_browser, not is_first


@pytest.fixture
def browse() -> Callable[[Player | None], Client]:
    def make(player: Player | None = None) -> Client:
        client = Client()
        if player:
            session = client.session
            session[PLAYER] = player.pk
            session.save()
        return client

    return make


@pytest.fixture
def ticking_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    drop_search.drop_layout.cache_clear()  # what earlier searches found
    clock = SimpleNamespace(monotonic=map(float, count()).__next__)
    for module in (search, evaluation, levels, solver):
        monkeypatch.setattr(module, "time", clock)

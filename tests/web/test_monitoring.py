import asyncio
import shutil
import threading
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path

import pytest
from channels.layers import channel_layers
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import AsyncClient, Client
from prometheus_client.parser import text_string_to_metric_families

from games.bus.db_queue import THREADS, in_database
from games.bus.redis_layer import RelayingChannelLayer
from games.computer.pool import Pool
from games.ops import backups
from games.ops.program import version
from games.web import health as health_module
from games.web.health import Condition, Health
from tests.metrics import value
from tests.redis_server import RedisServer

pytestmark = pytest.mark.django_db(transaction=True)

VERSION = f"version: {version()}"
TOKEN = "a-token-of-16-or-more"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
PARTS = ("server", "database", "migrations", "events", "search", "clock")
FINE = {**dict.fromkeys(PARTS, "ok"), "events": "in memory"}
AS_JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def health(monkeypatch) -> Health:
    health = Health()
    monkeypatch.setattr(health_module, "health", health)
    return health


def test_a_process_that_lives_says_so_and_looks_at_nothing(
    client, settings, django_assert_num_queries
):
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_num_queries(0):
        response = client.get("/health/live", headers={"Host": "10.0.0.7"})
    assert (response.status_code, response.content) == (200, f"live\n{VERSION}\n".encode())
    assert not response.cookies
    assert "Content-Language" not in response
    assert "no-store" in response["Cache-Control"]
    assert client.post("/health/live").status_code == 405


def test_a_server_with_a_database_is_ready(client: Client):
    response = client.get("/health/ready", headers={"Host": "10.0.0.7"})
    assert (response.status_code, response["Content-Type"]) == (200, "text/plain; charset=utf-8")
    parts = [f"{part}: {state}" for part, state in FINE.items()]
    assert response.text.splitlines() == ["ready", VERSION, *parts]
    response = client.get("/health/ready", headers=AS_JSON)
    assert response.json() == {"status": "ready", "version": version(), "checks": FINE}


async def test_a_server_without_its_database_is_not_ready(monkeypatch, caplog):
    def fail(_: MigrationRecorder) -> None:
        raise OperationalError("gone: secret-host")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", fail)
    response = await AsyncClient().get("/health/ready")
    assert response.status_code == 503
    said = f"not ready\n{VERSION}\nserver: ok\ndatabase: no answer\nmigrations: unknown\n"
    assert response.text.startswith(said)
    assert "secret" not in response.text


async def test_a_database_that_does_not_answer_is_asked_once(health: Health, monkeypatch):
    monkeypatch.setattr(health_module, "TIMEOUT", 0.01)
    monkeypatch.setattr(health_module, "KEPT_FOR", 0.0)
    may_go_on = threading.Event()
    busy = [in_database(may_go_on.wait)() for _ in range(THREADS)]  # each of its threads
    try:
        assert (await health.report()).database == Condition.NO_ANSWER
        waiting = value("tictactoe_database_queue")
        assert (await health.report()).database == Condition.NO_ANSWER
        assert value("tictactoe_database_queue") == waiting >= 1
    finally:
        may_go_on.set()
    await asyncio.gather(*busy)
    monkeypatch.setattr(health_module, "TIMEOUT", 20.0)
    assert (await health.report()).is_ready


def test_a_server_whose_database_lacks_a_migration_is_not_ready(client: Client):
    recorder = MigrationRecorder(connection)
    [newest] = MigrationLoader(None).graph.leaf_nodes("games")
    recorder.record_unapplied(*newest)
    try:
        response = client.get("/health/ready", headers=AS_JSON)
    finally:
        recorder.record_applied(*newest)
    assert response.status_code == 503
    assert response.json()["status"] == "not ready"
    assert response.json()["checks"] == {**FINE, "migrations": "missing"}


def test_a_server_that_is_about_to_stop_is_not_ready_and_lives(client: Client, health: Health):
    assert client.get("/health/ready").status_code == 200
    health.stop()
    response = client.get("/health/ready", headers=AS_JSON)
    assert response.status_code == 503
    assert response.json()["checks"] == {**FINE, "server": "stopping"}
    assert client.get("/health/live").status_code == 200


async def test_many_who_ask_are_told_what_one_look_found(health: Health, monkeypatch):
    monkeypatch.setattr(health_module, "KEPT_FOR", 1000.0)
    first, *others = await asyncio.gather(*(health.report() for _ in range(20)))
    assert all(report is first for report in others)
    monkeypatch.setattr(health_module, "KEPT_FOR", 0.0)
    assert await health.report() is not first


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    redis = RedisServer()
    before = channel_layers["default"]
    channel_layers.set("default", RelayingChannelLayer(hosts=[f"redis://127.0.0.1:{redis.port}"]))
    yield redis
    channel_layers.set("default", before)
    redis.kill()


async def test_a_server_is_ready_without_redis_which_is_said(redis, health, monkeypatch):
    monkeypatch.setattr(health_module, "KEPT_FOR", 0.0)
    assert (await health.report()).events == Condition.OK
    redis.kill()
    report = await health.report()
    assert (report.is_ready, report.events) == (True, Condition.AWAY)
    redis.start()
    assert (await health.report()).events == Condition.OK


async def test_a_server_that_cannot_search_is_ready_which_is_said(health: Health, monkeypatch):
    monkeypatch.setattr(health_module, "KEPT_FOR", 0.0)
    assert (await health.report()).search == Condition.OK
    monkeypatch.setattr(health_module, "pool", Pool(1, waiting=0))
    assert ((report := await health.report()).is_ready, report.search) == (True, Condition.FULL)


def test_there_are_no_metrics_unless_somebody_may_read_them(client: Client):
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_metrics_are_read_with_the_token(client: Client, settings):
    settings.METRICS_TOKEN = TOKEN
    response = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    names = {family.name for family in text_string_to_metric_families(response.text)}
    assert {"tictactoe_sockets", "tictactoe_games_ended", "process_cpu_seconds"} <= names
    for wrong in ("", "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer é"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 403


@pytest.mark.parametrize("allowed", [["127.0.0.1/32"], ["10.0.0.0/8", "127.0.0.0/8"]])
def test_metrics_are_read_from_allowed_addresses(client: Client, settings, allowed: list[str]):
    settings.METRICS_ADDRESSES = [ip_network(text) for text in allowed]
    assert f'tictactoe_build_info{{version="{version()}"}} 1.0' in client.get("/metrics").text
    assert client.get("/metrics", **ELSEWHERE).status_code == 403
    forwarded = {"X-Forwarded-For": "127.0.0.1"}
    assert client.get("/metrics", headers=forwarded, **ELSEWHERE).status_code == 403


def test_what_an_operator_is_alarmed_by_is_measured_when_it_is_asked_for(
    client: Client, settings, health: Health, tmp_path: Path
):
    settings.METRICS_TOKEN, settings.DATA_DIR = TOKEN, tmp_path

    def asked() -> tuple[float, float, float]:
        text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
        found = {family.name: family for family in text_string_to_metric_families(text)}
        names = "ready", "last_backup_timestamp_seconds", "disk_free_bytes"
        ready, backup, free = (found[f"tictactoe_{name}"].samples[0].value for name in names)
        return ready, backup, free

    ready, backup, free = asked()
    assert (ready, backup) == (1, 0)
    assert 0 < free < shutil.disk_usage(tmp_path).total
    backups.note()
    health.stop()
    ready, backup, _ = asked()
    assert (ready, backup) == (0, (tmp_path / backups.STAMP).stat().st_mtime)

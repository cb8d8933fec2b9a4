import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.engine.presets import BOARDS
from games.models import Game
from games.pages import pwa
from tests.playing import url
from tests.server import ROOT

LIGHT, DARK, MEDIA = "#f7f3e8", "#1b2126", "(prefers-color-scheme"


def shell(client: Client) -> dict[str, object]:
    script = client.get("/service-worker.js").text
    found = re.match(r"self\.SHELL = (\{.*\});\nimportScripts\(", script)
    return dict(json.loads(found[1]))


@pytest.fixture
def static_folder(settings, tmp_path: Path) -> Path:
    for folder in ("css", "js/pages/offline"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "css/base.css").write_text("p {}")
    settings.STATICFILES_DIRS = [tmp_path]
    forget_files()
    yield tmp_path
    forget_files()


def forget_files() -> None:
    pwa._static_digest.cache_clear()
    pwa._shell_files.cache_clear()


def test_the_icons_of_the_manifest_exist(client: Client):
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest, icons = response.json(), response.json()["icons"]
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["sizes"] for icon in icons} == {"192x192", "512x512"}
    assert [icon.get("purpose") for icon in icons].count("maskable") == 1
    for icon in icons:
        assert finders.find(icon["src"].removeprefix("/static/"))


@pytest.mark.parametrize(
    ("theme", "colours"),
    [("", [(LIGHT, f"{MEDIA}: light)"), (DARK, f"{MEDIA}: dark)")]), ("chalk", [(DARK, "")])],
)
def test_pages_name_the_manifest_and_the_colours_of_the_theme(client, theme, colours):
    client.cookies["theme"] = theme
    page = client.get("/").text
    found = re.findall(r'name="theme-color" content="(\S+)"\s*(?:media="([^"]*)")?>', page)
    assert found == colours
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert re.search(r'<link rel="apple-touch-icon" href="/static/img/icon-apple-180\S*png">', page)


def test_the_worker_is_at_the_root_and_is_always_asked_for_anew(client: Client):
    response = client.get("/service-worker.js")
    assert response["Content-Type"] == "text/javascript"
    assert "no-cache" in response["Cache-Control"]
    assert "session" not in response.cookies


def test_the_worker_keeps_static_files_and_one_page(client: Client):
    kept = shell(client)
    assert (kept["page"], kept["prefix"]) == ("/offline/", "/static/")
    assert isinstance(kept["files"], list)
    assert all(finders.find(file.removeprefix("/static/")) for file in kept["files"])
    assert "/static/js/pages/offline/rules.js" in kept["files"]
    assert "/static/css/staff/admin.css" not in kept["files"]


def test_a_changed_file_is_another_release(client: Client, static_folder: Path):
    first = shell(client)
    forget_files()
    assert shell(client) == first
    (static_folder / "css/base.css").write_text("p { color: red }")
    forget_files()
    assert shell(client)["release"] != first["release"]


def test_there_is_no_worker_while_developing(client: Client, settings):
    settings.DEBUG = True
    assert client.get("/service-worker.js").status_code == 404


def test_the_offline_page_has_nothing_of_a_visitor(client: Client):
    client.cookies["theme"] = "chalk"
    response = client.get("/offline/")
    page = response.text
    assert "csrf" not in page
    assert "data-theme=" not in page
    assert not response.cookies
    assert "Cookie" not in response["Vary"]


def test_the_offline_page_has_every_board_and_its_rules(client: Client):
    page = client.get("/offline/").text
    found = re.search(r'<script id="boards" type="application/json">(.*?)</script>', page)
    boards = {board["id"]: board for board in json.loads(found[1])}
    assert boards.keys() == BOARDS.keys()
    assert boards["connect-four"]["drop"] is True
    assert boards["misere"]["misere"] is True
    for board in BOARDS:
        assert f'<template data-board-of="{board}">' in page
    assert page.count('class="cell"') == sum(b.variant.size for b in BOARDS.values())


def test_the_offline_page_brings_the_words_of_its_scripts(client: Client):
    page = client.get("/offline/").text
    found = re.search(r'<script id="catalogue" type="application/json">(.*?)</script>', page)
    scripts = "".join(path.read_text() for path in (ROOT / "static/js").glob("*.js"))
    assert json.loads(found[1])
    assert all(f'gettext("{text}")' in scripts for text in json.loads(found[1]))


def test_the_offline_page_is_small_and_fetched_once(client: Client):
    response = client.get("/offline/", headers={"accept-encoding": "gzip"})
    assert len(response.content) < 20_000
    again = client.get("/offline/", headers={"if-none-match": response["ETag"]})
    assert again.status_code == 304


def test_pages_of_games_are_not_for_keeping(client: Client, game: Game):
    assert "no-cache" in client.get(url(game))["Cache-Control"]
    worker = (ROOT / "static" / pwa.WORKER).read_text()
    assert worker.count("cache.put") == 1  # which tests/e2e/test_offline.py sees keep static files

from __future__ import annotations

from django.urls import path

from games.pages import actions, game, game_files, help_pages, home, pwa, settings, watch
from games.web import converters  # noqa: F401 - registers <game:...>

game_urls = [
    # /g/<id>/
    path("g/<game:game_id>/", game.detail, name="detail"),
    path("g/<game:game_id>/picture.png", game_files.card, name="picture"),
    path("g/<game:game_id>/game.txt", game_files.download, {"suffix": "txt"}, name="game_text"),
    path("g/<game:game_id>/game.json", game_files.download, {"suffix": "json"}, name="game_json"),
    *(path(f"g/<game:game_id>/{name}/", view, name=name) for name, view in actions.VIEWS.items()),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("g/", home.create, name="create"),
    path("watch/", watch.watch, name="watch"),
    path("how-to/", help_pages.how_to, name="how_to"),
    path("about/", help_pages.about, name="about"),
    path("settings/", settings.settings, name="settings"),
    path("settings/person/", settings.person, name="settings_person"),
    path("look/", settings.look, name="look"),
    path("theme/", settings.theme, name="theme"),
    path("favicon.ico", pwa.favicon),
    path("robots.txt", pwa.robots),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("service-worker.js", pwa.service_worker, name="service_worker"),
    path("offline/", pwa.offline, name="offline"),
    path("words/<slug:language>.js", pwa.javascript_catalog, name="words"),
    *game_urls,
]

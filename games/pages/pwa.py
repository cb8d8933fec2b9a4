from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext_noop, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe
from django.views.i18n import JavaScriptCatalog

from games.engine import Board
from games.engine.presets import BOARDS, Preset
from games.presentation import board_wording, geometry
from games.presentation.colours import LIGHT, PAPERS
from games.presentation.description import describe
from games.web import cookie_names
from games.web.context_processors import MARK_SYMBOLS

ICONS = {
    "img/icon-192.png": {"sizes": "192x192"},
    "img/icon-512.png": {"sizes": "512x512"},
    "img/icon-maskable-512.png": {"sizes": "512x512", "purpose": "maskable"},
}
# The static files that a worker stores at once: those of the offline page, and those that every
# page has. Others are stored when they are first used.
SHELL = (
    "css/*.css",
    "css/pages/offline.css",
    "fonts/*.woff2",
    "img/*.svg",
    "js/*.js",
    "js/pages/game/sound.js",
    "js/pages/offline/*.js",
)
WORKER = "js/pages/offline/worker.js"
RULES = ("width", "height", "run", "drop", "nested", "shared", "misere")

# What the scripts of the offline page say that other pages have from the server's catalogue.
SCRIPT_TEXTS = (
    gettext_noop("Tap again to play"),
    gettext_noop("Lift to play %(cell)s"),
    gettext_noop("That place is taken"),
    gettext_noop("play here"),
    gettext_noop("won by %(mark)s"),
    gettext_noop("closed"),
    gettext_noop("full"),
)

# Trees without end, each of which costs a search, and what is one's own alone. Pages of games
# stay open to the robots that make link previews; their ``X-Robots-Tag`` keeps them from lists,
# which an engine kept away would not see.
NOT_FOR_ROBOTS = ("/device/", "/admin/", "/ws/", "/tree/", "/explore/", "/own-player/")

revalidated = cache_control(public=True, no_cache=True)


@require_safe
@revalidated
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [{"src": static(path), "type": "image/png", **icon} for path, icon in ICONS.items()]
    fields = {
        "id": "/",
        "name": _("Tic-tac-toe"),
        "short_name": _("Tic-tac-toe"),
        "description": _("The computer, a friend anywhere, or someone beside you."),
        "lang": get_language(),
        "start_url": reverse("games:home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": LIGHT["paper"],
        "background_color": LIGHT["paper"],
        "icons": icons,
    }
    return JsonResponse(fields, content_type="application/manifest+json")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    return redirect(static("img/icon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@revalidated
def service_worker(request: HttpRequest) -> HttpResponse:
    # At the root, so that it serves all pages. None while developing, when static files change
    # without new names.
    if settings.DEBUG:
        raise Http404
    shell, worker = json.dumps(_shell()), json.dumps(static(WORKER))
    script = f"self.SHELL = {shell};\nimportScripts({worker});\n"
    return HttpResponse(script, content_type="text/javascript")


def _etag(request: HttpRequest) -> str:
    return f'"{_digest(_offline_page(get_language()))}"'


@require_safe
@revalidated
@gzip_page
@condition(etag_func=_etag)
def offline(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_offline_page(get_language()))


@cache
def _offline_page(language: str | None) -> str:
    context = {
        "cookie_ending": cookie_names.ending(),
        "mark_symbols": MARK_SYMBOLS,
        "papers": PAPERS,
        "boards": [_board(board) for board in BOARDS.values()],
        "drawings": {
            id: describe(Board(board.variant), seen_by="X") for id, board in BOARDS.items()
        },
        "state": {"you": ["X", "O"], "status": "playing", "turn": "X"},
        "catalogue": {text: _(text) for text in SCRIPT_TEXTS},
    }
    return render_to_string("pages/offline.html", context)


def _board(board: Preset) -> dict[str, Any]:
    rules = {name: getattr(board.variant, name) for name in RULES}
    words = {"rule": _(board.rule), "goal": board_wording.goal(board.variant)}
    shape = {"margin": geometry.margin(board.variant), "reach": geometry.reach(board.variant)}
    return {"id": board.id, "name": _(board.name), **words, **rules, **shape}


def _shell() -> dict[str, Any]:
    files = [static(name) for name in _shell_files()]
    release = _digest("\n".join([*files, _static_digest(), _offline_page(get_language())]))
    page, prefix = reverse("games:offline"), settings.STATIC_URL
    return {"release": release, "page": page, "files": files, "prefix": prefix}


@cache
def _shell_files() -> list[str]:
    found = [path for pattern in SHELL for path in _root().glob(pattern)]
    return sorted({path.relative_to(_root()).as_posix() for path in found})


@cache
def _static_digest() -> str:
    files = sorted(path for path in _root().rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _root() -> Path:
    return Path(settings.STATICFILES_DIRS[0])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_catalog = JavaScriptCatalog.as_view(packages=["games"])


@require_safe
@cache_control(public=True, max_age=60 * 60)  # seconds
@gzip_page
def javascript_catalog(request: HttpRequest, language: str) -> HttpResponseBase:
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return _catalog(request)

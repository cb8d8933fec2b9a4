from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

MAX_AGE = 60 * 60  # seconds for which browsers keep a catalogue

_catalog = JavaScriptCatalog.as_view(packages=["games"])


@require_safe
@cache_control(public=True, max_age=MAX_AGE)
@gzip_page
def javascript_catalog(request: HttpRequest, language: str) -> HttpResponseBase:
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return _catalog(request)

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

NAMES = {
    "paper": _("Paper"),
    "chalk": _("Chalk"),
    "night": _("Night"),
}
COOKIE = "theme"
FORMER = {"light": "paper", "dark": "chalk"}  # names in cookies of before


def chosen(request: HttpRequest) -> str:
    theme = request.COOKIES.get(COOKIE, "")
    theme = FORMER.get(theme, theme)
    return theme if theme in NAMES else ""

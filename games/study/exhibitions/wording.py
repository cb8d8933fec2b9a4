"""The names of the paces of exhibitions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

# By milliseconds between two moves.
PACE_NAMES = {
    500: _("Half a second"),
    1000: _("1 second"),
    2000: _("2 seconds"),
    5000: _("5 seconds"),
}

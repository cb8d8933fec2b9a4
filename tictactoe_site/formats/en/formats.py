"""How dates are written in English: the British way, in which the day comes first, and 24 hours."""

from __future__ import annotations

from django.conf.locale.en_GB.formats import *  # type: ignore[import-untyped]  # noqa: F403

TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j M"
DATETIME_FORMAT = "j M Y, H:i"

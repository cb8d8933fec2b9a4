"""How dates are written in English: the British way, in which the day comes first."""

from __future__ import annotations

from django.conf.locale.en_GB.formats import *  # type: ignore[import-untyped]  # noqa: F403

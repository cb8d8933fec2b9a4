"""Passwords are tried and stored one at a time in a process.

Each takes a core for 0.2 to 0.7 s. For the same reason nobody gets round a limit with many tries at
once: the earlier ones are counted first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from threading import Lock

from django.utils.translation import gettext_noop as _

from games.play.errors import Refused

MOMENT = 0.5  # seconds for which a login waits for others, and keeps a thread

_trying = Lock()


class LoginsBusy(Refused):
    code = "logins_busy"
    http_status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("Others are signing in just now. Please try again in a moment.")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other password is being tried.

    :raises LoginsBusy: if that takes longer than ``MOMENT``.
    """
    if not _trying.acquire(timeout=MOMENT):
        raise LoginsBusy
    try:
        yield
    finally:
        _trying.release()

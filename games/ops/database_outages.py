"""Transient errors of the database: it is away, locked or full, or transactions conflict."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from typing import TypeGuard

from django.db import InterfaceError, OperationalError

QUIET_FOR = 5.0  # seconds without such an error after which an outage is over
TRY_EVERY = 1.0  # seconds between attempts to connect to a database that is away
ATTEMPT_TAKES = 10.0  # seconds at most, for an attempt to connect

# PostgreSQL's codes for a transaction that was rolled back because of another one.
CONFLICTS = {"40001", "40P01"}
LOCKED = "55P03"
# SQLite's codes for a file that is no database, or one that has been overwritten.
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
READ_ONLY = "25006"  # a standby, which may be about to take over

logger = logging.getLogger(__name__)


def is_transient(error: BaseException | None) -> bool:
    if _code(error) == READ_ONLY or is_damaged(error):
        return True
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    # SQLite has one code for all mistakes in a statement, such as a missing table.
    return getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def is_damaged(error: BaseException | None) -> bool:
    while error is not None:
        if (code := getattr(error, "sqlite_errorcode", None)) is not None:
            return code & 0xFF in DAMAGED  # the upper bits are details
        error = error.__cause__ or error.__context__
    return False


def is_conflict(error: BaseException | None) -> bool:
    return _code(error) in CONFLICTS


def is_locked(error: BaseException | None) -> bool:
    return _code(error) == LOCKED


def is_busy(error: BaseException | None) -> TypeGuard[OperationalError]:
    return getattr(error and error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def _code(error: BaseException | None) -> str | None:
    return getattr(error.__cause__, "sqlstate", None) if error else None


class NotTried(OperationalError):
    """The database is away, and it is too early for another attempt to connect."""


class Outage:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failed_at: float | None = None  # None while all is well
        self._try_at: float | None = None  # when to try to connect next, None if it is not away
        self.has_damage = False  # stays True while this process runs

    def note_error(self, error: Exception, *, is_connected: bool) -> None:
        if not is_transient(error):
            # After a refusal, for example, the database has answered all the same.
            if is_connected:
                self.note_success()
        elif not isinstance(error, NotTried):
            self.note_failure(error, is_away=not is_connected)

    def note_failure(self, error: BaseException, *, is_away: bool) -> None:
        with self._lock:
            now = time.monotonic()
            if is_damaged(error):
                self._note_damage(error)
            elif self._failed_at is None:
                logger.error("The database does not save: %s", str(error).partition("\n")[0])
            self._failed_at = now
            if is_away:
                self._try_at = now + TRY_EVERY

    def _note_damage(self, error: BaseException) -> None:
        if not self.has_damage:
            logger.error("The database is damaged: %s. Put a backup in its place", error)
        self.has_damage = True

    def note_success(self) -> None:
        if self._failed_at is None:
            return
        with self._lock:
            self._try_at = None
            if self._failed_at and time.monotonic() - self._failed_at >= QUIET_FOR:
                self._failed_at = None
                if not self.has_damage:
                    logger.warning("The database saves again")

    def may_connect(self) -> bool:
        # One caller at a time: an attempt takes seconds while the server is away.
        with self._lock:
            now = time.monotonic()
            if self._try_at is None:
                return True
            if now < self._try_at:
                return False
            self._try_at = now + ATTEMPT_TAKES
            return True


outage = Outage()

import time

import psycopg
import pytest
from django.db import DatabaseError, DataError, InternalError, OperationalError, ProgrammingError
from psycopg import errors

from games.ops import database_outages
from games.ops.database_outages import NotTried, Outage


def caused(error: DatabaseError, cause: Exception) -> DatabaseError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        caused(OperationalError(), psycopg.OperationalError("server closed the connection")),
        caused(OperationalError(), errors.LockNotAvailable()),
        caused(OperationalError(), errors.DeadlockDetected()),
        caused(OperationalError(), errors.DiskFull()),
        caused(InternalError(), errors.ReadOnlySqlTransaction()),
        NotTried(),
    ],
)
def test_some_errors_pass(error: DatabaseError):
    assert database_outages.is_transient(error)


@pytest.mark.parametrize(
    "error",
    [
        None,
        ValueError(),
        caused(ProgrammingError(), errors.UndefinedTable()),
        caused(DataError(), errors.NumericValueOutOfRange()),
    ],
)
def test_others_do_not(error: BaseException | None):
    assert not database_outages.is_transient(error)


def test_only_conflicts_are_tried_again_at_once():
    assert database_outages.is_conflict(caused(OperationalError(), errors.DeadlockDetected()))
    assert database_outages.is_conflict(caused(OperationalError(), errors.SerializationFailure()))
    assert not database_outages.is_conflict(caused(OperationalError(), errors.LockNotAvailable()))


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_the_log_says_once_that_it_fails_and_once_that_it_is_well(now: list[float], caplog):
    outage = Outage()
    for _ in range(100):
        outage.note_failure(OperationalError("no room\nin detail"), is_away=False)
        outage.note_success()
    now[0] += database_outages.QUIET_FOR
    outage.note_success()
    outage.note_success()
    assert [record.message for record in caplog.records] == [
        "The database does not save: no room",
        "The database saves again",
    ]


def test_one_caller_at_a_time_connects_to_a_database_that_is_away(now: list[float]):
    outage = Outage()
    assert outage.may_connect()
    assert outage.may_connect()
    outage.note_failure(OperationalError(), is_away=True)
    assert not outage.may_connect()
    now[0] += database_outages.TRY_EVERY
    assert outage.may_connect()
    assert not outage.may_connect()
    outage.note_success()
    assert outage.may_connect()
    assert outage.may_connect()


def test_a_lock_keeps_nobody_from_connecting(now: list[float]):
    outage = Outage()
    outage.note_failure(OperationalError(), is_away=False)
    assert outage.may_connect()
    assert outage.may_connect()

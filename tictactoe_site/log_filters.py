"""What is left out of the log."""

from __future__ import annotations

from logging import Filter, LogRecord

from games import outages


class OnlyFaults(Filter):
    """Leaves out requests that failed because the database is away, which has a line of its own."""

    def filter(self, record: LogRecord) -> bool:
        return not (record.exc_info and outages.is_passing(record.exc_info[1]))

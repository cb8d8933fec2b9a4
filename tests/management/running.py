"""Runs the commands that answer questions, within the process of the tests."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command


def run_command(*arguments: str) -> str:
    """Run a command and return its output."""
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue()


def error_of(*arguments: str) -> str:
    """Run a command that must fail, and return its one sentence of error."""
    errors = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command(*arguments, stdout=StringIO(), stderr=errors)
    assert stopped.value.code == 2
    lines = errors.getvalue().splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(".")
    return lines[0]

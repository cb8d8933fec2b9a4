"""Runs the commands that answer questions, within the process of the tests."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run_command(*arguments: str) -> str:
    """Run a command and return its output."""
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue()


def error_of(*arguments: str) -> str:
    """Run a command that must fail, and return what it says."""
    with pytest.raises(CommandError) as refused:
        call_command(*arguments, stdout=StringIO())
    return str(refused.value)

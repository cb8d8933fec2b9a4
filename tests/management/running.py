from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run_command(*arguments: str) -> str:
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue()


def error_of(*arguments: str) -> str:
    with pytest.raises(CommandError) as refused:
        call_command(*arguments, stdout=StringIO())
    return str(refused.value)

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from datetime import datetime
from io import StringIO
from typing import Any

# The signs that begin a formula; East Asian spreadsheets read wide signs as plain ones.
FORMULA_SIGNS = (
    "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)
# The places where a formula may begin in a text. Some spreadsheets take a semicolon or a tab as the
# end of a cell, and then ignore the quotation marks.
FORMULA_START = re.compile(rf"""(^|[;,|\t\r\n])(?=[\s"]*[{re.escape(FORMULA_SIGNS)}])""")


def csv_lines(rows: Iterable[Iterable[Any]]) -> str:
    text = StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(map(csv_cell, row) for row in rows)
    return text.getvalue()


def csv_cell(value: Any) -> Any:
    # An apostrophe stands before anything that looks like a formula.
    if isinstance(value, datetime):
        return value.isoformat()
    return FORMULA_START.sub(r"\1'", value) if isinstance(value, str) else value

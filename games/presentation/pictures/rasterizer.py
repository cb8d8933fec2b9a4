"""A process with limits: SVG on standard input, PNG on standard output."""

from __future__ import annotations

import os
import resource
import sys
from contextlib import suppress

import resvg_py

NICENESS = 10  # a lower priority than the server and the computer's searches
MEMORY = 1024**3  # bytes of address space
SECONDS = 20  # of CPU time


def main() -> None:
    os.nice(NICENESS)
    with suppress(OSError, ValueError):  # Some systems know no such limit.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    svg = sys.stdin.buffer.read().decode()
    png = resvg_py.svg_to_bytes(svg_string=svg, font_files=[sys.argv[1]], skip_system_fonts=True)
    sys.stdout.buffer.write(png)


if __name__ == "__main__":
    main()

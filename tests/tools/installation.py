"""Measures what it takes to install the program, and to see its first page.

``python -m tests.tools.installation`` does so from a wheel, and from this checkout, each in an
environment of its own. pip takes from its cache what it has there already.
"""

import tempfile
import time
from pathlib import Path

from tests import wheel
from tests.server import ROOT, Server

MB = 1_000_000


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = wheel.build(folder)
        wheel.download(folder / "download", ours)
        whole = _size(folder / "download")
        print(f"wheel: {_size(ours):.1f} MB, with all that it needs {whole:.1f} MB")
        _measure("wheel", folder / "wheel", str(ours))
        _measure("checkout", folder / "checkout", "--editable", str(ROOT))


def _measure(name: str, folder: Path, *what: str) -> None:
    started = time.perf_counter()
    program = wheel.install(folder, *what)
    seconds = time.perf_counter() - started
    print(f"{name}: installed in {seconds:.1f} s, {_size(folder):.0f} MB;", end=" ")
    print(f"first page {_first_page(program, folder / 'data'):.1f} s after its first start")


def _first_page(program: Path, data: Path) -> float:
    started = time.perf_counter()
    with Server(data, program=(str(program),), is_first=True) as server:
        assert server.get().status == 200
        return time.perf_counter() - started


def _size(path: Path) -> float:
    files = [path] if path.is_file() else path.rglob("*")
    return sum(each.lstat().st_blocks * 512 for each in files) / MB


if __name__ == "__main__":
    main()

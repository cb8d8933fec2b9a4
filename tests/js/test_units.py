from pathlib import Path

from tests.js.node import run_node


def test_scripts():
    run_node("--test", *map(str, sorted(Path(__file__).parent.glob("*.test.js"))))

import doctest
from importlib import import_module
from pkgutil import walk_packages

from games import ai, engine


def modules() -> list[str]:
    return [
        module.name
        for package in (engine, ai)
        for module in walk_packages(package.__path__, f"{package.__name__}.")
    ]


def test_the_examples_in_docstrings_are_true():
    results = {name: doctest.testmod(import_module(name)) for name in modules()}
    assert [name for name, result in results.items() if result.failed] == []
    for name in ("games.engine.board", "games.engine.variant", "games.ai.solver"):
        assert results[name].attempted, f"The main interface {name} has no example."

"""Runs the examples in the docstrings of the rules and of the search."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from games import ai, engine


def modules() -> list[str]:
    return [
        module.name
        for package in (engine, ai)
        for module in walk_packages(package.__path__, f"{package.__name__}.")
    ]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings_are_true(name: str):
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["games.engine.board", "games.engine.variant", "games.ai.solver"])
def test_the_main_interfaces_have_examples(name: str):
    assert doctest.testmod(import_module(name)).attempted > 0

from __future__ import annotations

from random import Random

import pytest

from games import names


def test_made_up_names_are_friendly_and_fit():
    for seed in range(200):
        name = names.made_up(Random(seed))
        assert names.clean(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sam", "Sam"),
        ("  Sam \n Smith ", "Sam Smith"),
        ("Zoe\u0308", "Zoë"),
        ("李 👩‍🚀", "李 👩‍🚀"),
    ],
)
def test_a_name_is_tidied(text: str, name: str):
    assert names.clean(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "x" * 25,
        "Sam\u202eevil",
        "Sam\x00",
        "Sam\u200b",
        "computer",
        "Computer (Easy)",
        "\u200d",
        "\u3164",
        "\u2800\u2800",
        "\u0301",
        "Z\u0335\u0336\u0337algo",
        "The computer",
        "\u200dComputer",
        "\uff23omputer",
        "You",
        "Player 1",
    ],
)
def test_a_wrong_name_is_refused_with_a_sentence(text: str):
    with pytest.raises(names.InvalidName, match=r"^[A-Z].*\.$"):
        names.clean(text)

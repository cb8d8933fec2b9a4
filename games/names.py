"""Names for people: friendly ones made up for newcomers, and what may be chosen instead."""

from __future__ import annotations

import unicodedata
from random import Random

MAX_LENGTH = 24

ADJECTIVES = """
    Amber Bold Brave Breezy Bright Calm Cheerful Clever Cosy Curious Dapper Daring Eager Gentle
    Golden Happy Jolly Keen Kind Lively Lucky Merry Mighty Nimble Noble Patient Plucky Proud
    Quick Quiet Rosy Silver Sly Snappy Sunny Swift Tidy Velvet Wise Witty
"""
ANIMALS = """
    Badger Beaver Bison Cat Crane Deer Dolphin Falcon Ferret Finch Fox Gecko Goose Hare Heron
    Hedgehog Ibex Jackdaw Koala Lark Lemur Lynx Magpie Marmot Mole Moose Newt Otter Owl Panda
    Puffin Rabbit Raven Robin Seal Sparrow Squirrel Stoat Swan Tiger Toad Turtle Walrus Wren
"""


class InvalidName(ValueError):
    """The name cannot be shown to others as it is."""


def made_up(rng: Random) -> str:
    return f"{rng.choice(ADJECTIVES.split())} {rng.choice(ANIMALS.split())}"


def clean(text: str) -> str:
    """Return a name as it will be shown: composed, with single spaces.

    :raises InvalidName: if it is empty, too long, has characters that do not show or that turn
        text around, or could be taken for the computer's.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise InvalidName("Please write a name.")
    if len(name) > MAX_LENGTH:
        raise InvalidName(f"A name has at most {MAX_LENGTH} characters.")
    if any(_is_hidden(character) for character in name):
        raise InvalidName("That name has characters that cannot be shown.")
    if name.casefold().startswith("computer"):
        raise InvalidName("That name would be taken for the computer's.")
    return name


def _is_hidden(character: str) -> bool:
    # The joiner holds composed emoji together; other format characters can mislead.
    return unicodedata.category(character)[0] == "C" and character != "\N{ZERO WIDTH JOINER}"

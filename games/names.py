"""Names for people: friendly ones made up for newcomers, and what may be chosen instead."""

from __future__ import annotations

import unicodedata
from random import Random

MAX_LENGTH = 24
FORMER = "Former player"  # the name of somebody who asked to be forgotten

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


# What the pages say of those who have not chosen a name, or are no people.
RESERVED = {"you", "nobody", "nobody yet", "player 1", "player 2", "the computer"}
# Letters and symbols by their category that show nothing.
JOINER = "\N{ZERO WIDTH JOINER}"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
MAX_ACCENTS = 2  # on one letter, above which they draw over the lines around


class InvalidName(ValueError):
    """The name cannot be shown to others as it is."""


def made_up(rng: Random) -> str:
    return f"{rng.choice(ADJECTIVES.split())} {rng.choice(ANIMALS.split())}"


def clean(text: str) -> str:
    """Return a name as it will be shown: composed, with single spaces.

    :raises InvalidName: if it is empty, too long, cannot be seen or draws over other text, or could
        be taken for something the page says or for the computer.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise InvalidName("Please write a name.")
    if len(name) > MAX_LENGTH:
        raise InvalidName(f"A name has at most {MAX_LENGTH} characters.")
    if not _can_be_shown(name):
        raise InvalidName("That name has characters that cannot be shown.")
    if _is_taken(name):
        raise InvalidName("That name would be taken for the computer's or the page's own.")
    return name


def _can_be_shown(name: str) -> bool:
    kinds = [unicodedata.category(character)[0] for character in name]
    # The joiner holds composed emoji together; other characters that do not show can mislead.
    is_plain = all(
        kind != "C" or c == "\N{ZERO WIDTH JOINER}" for c, kind in zip(name, kinds, strict=True)
    )
    is_stacked = "M" * (MAX_ACCENTS + 1) in "".join(kinds)
    shows = any(kind in "LNSP" for kind in kinds)
    return is_plain and shows and not is_stacked and not set(name) & set(BLANK)


def _is_taken(name: str) -> bool:
    folded = unicodedata.normalize("NFKC", name.replace(JOINER, "")).casefold().strip()
    return folded in RESERVED or folded.startswith("computer")

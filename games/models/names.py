"""People's names: made-up ones for newcomers, and the rules for names that people choose."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from random import Random

from games.engine.translation import gettext_noop as _

MAX_LENGTH = 24
NOBODY = _("Nobody yet")  # what stands in the place of a name
PLAYER_1, PLAYER_2 = _("Player 1"), _("Player 2")  # who share a screen
FORMER = _("Former player")  # the name of somebody who asked to be forgotten

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

# Words that pages show in place of a name, and that the computer's names begin with.
RESERVED = ("you", "nobody", NOBODY, PLAYER_1, PLAYER_2, FORMER)
RESERVED_STARTS = ("computer", "the computer")

JOINER = "\N{ZERO WIDTH JOINER}"
# Which of two pictures a symbol has; drawn in black like text, or in colours.
STYLES = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"
SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
# Letters, symbols and marks that show nothing, by what Unicode says of them or as fonts draw them.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\ufffc\ufffd"
    "\U00013441-\U00013446\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
VIRAMA = 9  # the combining class of the sign that a joiner may follow inside a word
MAX_ACCENTS = 2  # on one letter, above which they draw over the lines around

# Latin letters in another shape, by their Unicode names: small capitals, white on black, flags.
SHAPED = re.compile(
    r"(?:LATIN|REGIONAL INDICATOR|MODIFIER)\b.*\bLETTER (?:SMALL |CAPITAL )*([A-Z])(?: WITH .*)?$"
)
# The alphabets in which a letter with a mark may be taken for the one without.
WITH_ACCENTS = re.compile(r"\b(?:LATIN|GREEK|CYRILLIC)\b")
# Letters of other alphabets, digits and signs that look like a Latin letter of a reserved word. A
# small letter stands for its capital too. Characters that Unicode decomposes, or that ``SHAPED``
# finds by their names, are left out. ``confusable_homoglyphs``, which has Unicode's
# confusables.txt, knows half of these: it lacks letters that look alike only when read quickly, and
# takes 9 MB and 0.1 s to import.
LOOKALIKES = {
    "a": "аɑαᎪ@∂",
    "b": "вьβъᏴƄ8",
    "c": "сΣᏟ¢€ҫς",
    "d": "ԁժᏧᎠ",
    "e": "еεєҽ℮Ꭼɛз3эə",
    "f": "ϝғք",
    "h": "һհΗᎻнԋ",
    "m": "мΜᎷϻ",
    "n": "пηոռΝᴎи",
    "o": "оοσօ0ⲟסθө°",
    "p": "рρᏢþϸ",
    "r": "гяᴦʀᎡԻ",
    "t": "тτᎢ7†ե",
    "u": "υսцʋμ∪ꓴЏ",
    "y": "уγүΥᎩ¥ყч",
    "l": "1iιіӏᏞ|ɩı∣ا",
    "2": "ƧᒿϨ",
}
LATIN_OF = {other: letter for letter, others in LOOKALIKES.items() for other in others}


class InvalidName(ValueError):
    """The name cannot be shown to others; the text of the error says why.

    ``sentence`` is that text as a format for its ``values``, which can be translated.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence, self.values = sentence, values
        super().__init__(sentence % values)


def random_name(rng: Random) -> str:
    return f"{rng.choice(ADJECTIVES.split())} {rng.choice(ANIMALS.split())}"


def clean(text: str) -> str:
    """Return a name as it will be shown: in composed Unicode form, with single spaces.

    :raises InvalidName: if it is empty or too long, has characters that are invisible or draw over
        other text, or looks like the computer's name or a word of the pages.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise InvalidName(_("Please write a name."))
    if len(name) > MAX_LENGTH:
        raise InvalidName(_("A name has at most %(limit)s characters."), limit=MAX_LENGTH)
    if not _can_be_shown(name):
        raise InvalidName(_("That name has characters that cannot be shown."))
    if _is_reserved(name):
        raise InvalidName(_("That name would be taken for the computer's or the page's own."))
    return name


def _can_be_shown(name: str) -> bool:
    if INVISIBLE.search(name):
        return False
    kinds = "".join(unicodedata.category(character)[0] for character in name)
    is_stacked = "M" * (MAX_ACCENTS + 1) in kinds
    shows = any(kind in kinds for kind in "LNSP")
    return shows and not is_stacked and all(_has_effect(name, at) for at in range(len(name)))


def _has_effect(name: str, at: int) -> bool:
    """Return whether a character is visible, or changes how its neighbours look."""
    character, before = name[at], name[:at].rstrip(STYLES + SKIN_TONES)[-1:]
    if character == JOINER:
        return _joins(before, name[at + 1 : at + 2])
    if character in STYLES:
        return _is_symbol(name[at - 1 : at]) or name[at + 1 : at + 2] == "\u20e3"  # a keycap
    return unicodedata.category(character)[0] != "C"


def _joins(before: str, after: str) -> bool:
    """Return whether a joiner between these characters changes how they look.

    It joins symbols such as emoji and, after a virama, letters of Indian scripts (RFC 5892).
    """
    is_after_virama = before != "" and unicodedata.combining(before) == VIRAMA
    return is_after_virama or (_is_symbol(before) and _is_symbol(after))


def _is_symbol(character: str) -> bool:
    return character != "" and unicodedata.category(character) in ("So", "Sm", "Sk", "Po")


def _is_reserved(name: str) -> bool:
    look = skeleton(name)
    is_start = any(look.startswith(skeleton(start)) for start in RESERVED_STARTS)
    return is_start or any(look == skeleton(word) for word in RESERVED)


def skeleton(name: str) -> str:
    """Return the skeleton of a name: its look in plain small letters and digits, without marks.

    Two names are confusable if their skeletons are equal (Unicode technical standard 39,
    section 4). Letters that look alike become the same one: "l" also stands for "i" and "1".
    """
    return _letters(unicodedata.normalize("NFKD", name))


def look(name: str) -> str:
    """Return what is equal for names that look alike.

    Unlike in the skeleton, a mark on a letter of most scripts stays: the vowels of Thai and Hindi
    are marks. A name without letters and digits is compared by its visible signs.
    """
    decomposed = unicodedata.normalize("NFKD", name)
    letters = _letters(decomposed, _marks_that_distinguish(decomposed))
    return letters or "".join(filter(_is_visible, decomposed)) or name


def _letters(decomposed: str, marks: Container[int] = ()) -> str:
    """Return the letters and digits that a text looks like, with the marks at some places."""
    plain = (
        character if at in marks else "".join(filter(str.isalnum, _plain(character)))
        for at, character in enumerate(decomposed)
    )
    return "".join(plain).replace("rn", "m").replace("vv", "w")


def _marks_that_distinguish(decomposed: str) -> set[int]:
    """Return the places of the marks on letters that are neither Latin, Greek nor Cyrillic."""
    places, is_kept = set(), False
    for at, character in enumerate(decomposed):
        kind = unicodedata.category(character)[0]
        if kind == "M" and is_kept:
            places.add(at)
        elif kind not in "MC":
            is_kept = kind == "L" and not WITH_ACCENTS.search(unicodedata.name(character, ""))
    return places


def _is_visible(character: str) -> bool:
    return character not in STYLES and unicodedata.category(character)[0] not in "CZ"


def _plain(character: str) -> str:
    """Return the small Latin letter that a character looks like, else the character."""
    if latin := LATIN_OF.get(character) or LATIN_OF.get(character.casefold()):
        return latin
    shaped = SHAPED.search(unicodedata.name(character, ""))
    return LATIN_OF.get(letter := shaped[1].casefold(), letter) if shaped else character

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import regex

from games.engine.translation import gettext_noop as _
from games.models import texts
from games.models.avatars import AVATARS

# Unicode's table of what looks alike (UTS 39); ``python -m tests.tools.confusables`` writes it.
CONFUSABLES = Path(__file__).with_name("confusables.txt")
# Latin letters in another shape, by their Unicode names: small capitals, white on black, flags.
SHAPED = re.compile(
    r"(?:LATIN|REGIONAL INDICATOR|MODIFIER)\b.*\bLETTER (?:SMALL |CAPITAL )*([A-Z])(?: WITH .*)?$"
)
# The letters on which marks count: of all but those in which some of us leave accents out.
UNACCENTED = regex.compile(r"[\p{L}--[\p{Latin}\p{Greek}\p{Cyrillic}\p{Zyyy}]]", regex.V1)
MARKS = regex.compile(r"\p{M}+")
SIGN = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
UNSEEN = regex.compile(r"[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}--\p{Cn}]", regex.V1)
LATIN = regex.compile(r"\p{Latin}")
CASED = regex.compile(r"[\p{Lu}\p{Ll}--\p{Latin}]", regex.V1)
DASHES = ("-", "\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}")


def looks(name: str) -> set[str]:
    """Return the looks of which an account may have none if the name is to be free."""
    # A capital Greek nu looks like N, a small one like v.
    return {look(name), _look(name, is_as_written=True)}


def look(name: str) -> str:
    """Return the skeleton of UTS 39, without spaces, and without signs at both ends."""
    # In Latin, Greek and Cyrillic letters no accents and signs count. In other scripts marks do:
    # the vowels of Thai and Hindi are marks.
    decomposed = unicodedata.normalize("NFKD", name)
    mixes_alphabets = bool(LATIN.search(decomposed) and CASED.search(decomposed))
    return _look(name, is_as_written=mixes_alphabets)


class LookPart(NamedTuple):
    text: str
    is_mark: bool
    is_sign: bool
    has_marks: bool  # if marks on it count


def _look(name: str, *, is_as_written: bool) -> str:
    written = UNSEEN.sub("", unicodedata.normalize("NFD", name))
    parts = [*_counted(_part(character, is_as_written) for character in written)]
    skeleton = "".join(part.text for part in parts)
    if UNACCENTED.search(skeleton):
        skeleton = "".join(_trimmed(parts))
    else:
        skeleton = "".join(filter(_counts, skeleton)) or skeleton
    in_order = MARKS.sub(lambda marks: "".join(sorted(marks[0])), UNSEEN.sub("", skeleton))
    return in_order.replace("vv", "w") or name


def _counted(parts: Iterable[LookPart]) -> Iterator[LookPart]:
    has_marks = False
    for part in parts:
        if not part.is_mark:
            has_marks = part.has_marks
        if has_marks or not part.is_mark:
            yield part


def _trimmed(parts: list[LookPart]) -> list[str]:
    looks = [DASHES[1] if part.text in DASHES else part.text for part in parts]
    letters = [at for at, part in enumerate(parts) if not part.is_sign or looks[at] == DASHES[1]]
    return looks[letters[0] : letters[-1] + 1] if letters else looks


def _counts(character: str) -> bool:
    return character not in DASHES and (character.isalnum() or bool(MARKS.match(character)))


@lru_cache(8192)
def _part(character: str, is_as_written: bool) -> LookPart:
    text = _plain(character, is_as_written)
    is_sign = bool(SIGN.match(character) and SIGN.fullmatch(text))
    has_marks = bool(UNACCENTED.match(character))
    return LookPart(text, bool(MARKS.match(character)), is_sign, has_marks)


def _plain(character: str, is_as_written: bool) -> str:
    # "l" also stands for "i" and "1".
    shaped = SHAPED.search(unicodedata.name(character, ""))
    folded = (shaped[1] if shaped else character).casefold()
    written = [character] if is_as_written else []
    forms = [_prototype(form) for form in (folded, *written, folded.upper())]
    if not UNACCENTED.match(character):
        forms = [MARKS.sub("", form) or form for form in forms]
    latin = (form for form in (*forms[1:-1], *forms) if form.isascii() and form.isalnum())
    found = next(latin, forms[0])
    if len(found) == 1 and found != character and not found.isascii():
        return _plain(found, is_as_written)
    return found.replace("i", "l")


def _prototype(text: str) -> str:
    before = None
    while text != before:
        before, text = text, "".join(map(_simpler, text))
    return text


def _simpler(character: str) -> str:
    decomposed = unicodedata.normalize("NFKD", character)
    if decomposed != character and decomposed.isascii():
        return decomposed
    small = decomposed.lower() if decomposed.isascii() else decomposed
    return _confusables().get(character) or small


@cache
def _confusables() -> dict[str, str]:
    lines = CONFUSABLES.read_text("utf-8").splitlines()
    rows = [line.split(": ") for line in lines if not line.startswith("#")]
    return {
        chr(int(one, 16)): "".join(chr(int(code, 16)) for code in prototype.split())
        for prototype, ones in rows
        for one in ones.split()
    }


MAX_LENGTH = 24  # clusters
NOBODY = _("Nobody yet")  # what stands in the place of a name
PLAYER_1, PLAYER_2 = _("Player 1"), _("Player 2")  # who share a screen
FORMER = _("Former player")  # the name of somebody who asked to be forgotten

ADJECTIVES = """
    Amber Bold Brave Breezy Bright Calm Cheerful Clever Cosy Curious Dapper Daring Eager Gentle
    Golden Happy Jolly Keen Kind Lively Lucky Merry Mighty Nimble Noble Patient Plucky Proud
    Quick Quiet Rosy Silver Sly Snappy Sunny Swift Tidy Velvet Wise Witty
"""

# Words that pages show in place of a name, and that the computer's names begin with.
RESERVED = ("you", "nobody", NOBODY, PLAYER_1, PLAYER_2, FORMER)
RESERVED_STARTS = ("computer", "the computer")


class InvalidName(ValueError):
    # ``sentence`` is the text as a format for its ``values``, which can be translated.
    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence, self.values = sentence, values
        super().__init__(sentence % values)


def random_name(rng: Random, avatar: str = "") -> str:
    animal = AVATARS.get(avatar) or rng.choice([*AVATARS.values()])
    return f"{rng.choice(ADJECTIVES.split())} {animal}"


def clean(text: str) -> str:
    """Return ``texts.shown``, or raise ``InvalidName``."""
    try:
        name = texts.shown(text, MAX_LENGTH)
    except texts.TooLong:
        raise InvalidName(_("A name has at most %(limit)s characters."), limit=MAX_LENGTH) from None
    if not name:
        unseen = _("That name has characters that cannot be shown.")
        raise InvalidName(unseen if text.strip() else _("Please write a name."))
    if _is_reserved(name):
        raise InvalidName(_("That name would be taken for the computer's or the page's own."))
    return name


def _is_reserved(name: str) -> bool:
    starts = tuple(_letters_of(look(start)) for start in RESERVED_STARTS)
    words = {_letters_of(look(word)) for word in RESERVED}
    letters = {_letters_of(each) for each in looks(name)}
    return not words.isdisjoint(letters) or any(each.startswith(starts) for each in letters)


def _letters_of(look: str) -> str:
    return "".join(filter(str.isalnum, look))

"""The one rule by which people's texts are shown."""

# A text is in composed form (NFC) with single spaces. What has no effect on how it looks goes, and
# so do controls, what turns the direction of the text around it, and private or no characters (RFC
# 8264). Limits count extended grapheme clusters (UAX 29), which the package ``regex`` knows.

from __future__ import annotations

from unicodedata import normalize

import regex

MAX_POINTS = 8  # code points for each cluster of a limit, on the average; a column has as many
MAX_TYPED = 4000  # code points of which a text is looked at
BRAILLE_SPACE = "\u2800"

CLUSTER = regex.compile(r"\X")
VISIBLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}\p{Cn}]")
RIGHT_TO_LEFT = regex.compile(r"[\p{bc=R}\p{bc=AL}&&\p{L}]", regex.V1)
DIRECTION_MARKS = regex.compile(r"[\u200e\u200f\u061c]")
REPEATED = regex.compile(r"([\p{Mn}\p{Default_Ignorable_Code_Point}])\1+")
# Marks pile up over the lines around: at most four of those that all scripts share (UTS 39, 5.4),
# and eight of a script's own, as many as stacks of Tibetan and pointed Hebrew have.
PILED_UP = regex.compile(
    r"(?<=[\p{M}&&[\p{Zinh}\p{Zyyy}]]{4})[\p{M}&&[\p{Zinh}\p{Zyyy}]]+"
    r"|(?<=[\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+",
    regex.V1,
)
# What shows nothing by itself, but changes its neighbours.
EFFECTIVE = r"""
    # Joiners in words: after a virama, where they part or join letters (RFC 5892, appendix A), and
    # before a virama, as in Bengali.
    [\u200c\u200d] (?<=[\p{ccc=9}\u17c9\u17ca] .)
    | \u200d (?=\p{ccc=9})
    | \u200c (?<=[\p{jt=L}\p{jt=D}] \p{jt=T}* .) (?=\p{jt=T}* [\p{jt=R}\p{jt=D}])
    | \u200d (?<=[\p{jt=L}\p{jt=D}] \p{jt=T}* .) (?!\p{jt=T}* [\p{jt=R}\p{jt=D}])
    | \u200d (?<![\p{jt=L}\p{jt=D}] \p{jt=T}* .) (?=\p{jt=T}* [\p{jt=R}\p{jt=D}])
    # Between pictures, of which no more than four make up one.
    | \u200d (?<=\p{ExtPict} [\p{EMod}\ufe0f]* .) (?=\p{ExtPict})
      (?<!(?:\p{ExtPict} [\p{EMod}\ufe0f]* \u200d){4})
    # Styles of pictures, keycaps, and flags of countries within a country.
    | [\ufe0e\ufe0f] (?<=[[\p{Emoji}\p{ExtPict}]--[0-9\#*\p{EMod}]] .)
    | \ufe0f (?<=[0-9\#*] .) (?=\u20e3)
    | (?<=\U0001f3f4) [\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6} \U000e007f
    # Variants of letters and signs.
    | [\ufe00-\ufe02\U000e0100-\U000e01ef] (?<=\p{Han} .)
    | \ufe00 (?<=[\p{Mymr}\p{Phag}\p{Sm}] .)
    | [\u180b-\u180f] (?<=[\p{Mong}&&\p{L}] [\u180b-\u180d\u180f]? .)
    # Between marks that would change places, and where a line may break without a space.
    | \u034f (?<=\p{M} .) (?=\p{M})
    | \u200b (?<=\p{lb=SA} .) (?=\p{lb=SA})
"""
GONE = (
    r"[\p{Cc}\p{Cs}\p{Co}\p{NChar}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}"
    r"\ufff9-\ufffd\U00013441-\U00013446\U00016fe4\U0001d159]"
)
EFFECTIVE_OR_GONE = regex.compile(f"(?P<kept>{EFFECTIVE}) | {GONE}", regex.V1 | regex.VERBOSE)


class TooLong(ValueError):
    pass


def shown(text: str, limit: int) -> str:
    """Return a text as it is shown, "" if nothing can be seen; raise ``TooLong`` over the limit."""
    if len(text) > MAX_TYPED:
        raise TooLong
    tidied = _tidy(text)
    if length(tidied) > limit or len(tidied) > room(limit):
        raise TooLong
    return tidied if VISIBLE.search(tidied) else ""


def length(text: str) -> int:
    return len(CLUSTER.findall(text))


def room(limit: int) -> int:
    """Return the code points that a text within a limit may have."""
    return MAX_POINTS * limit


def cut(text: str, limit: int) -> str:
    return "".join(CLUSTER.findall(_tidy(text[:MAX_TYPED]))[:limit])[: room(limit)]


def _tidy(text: str) -> str:
    keeps_direction = RIGHT_TO_LEFT.search(text)

    def kept(found: regex.Match[str]) -> str:
        stays = found["kept"] or (keeps_direction and DIRECTION_MARKS.match(found[0]))
        return found[0] if stays else ""

    before = None
    while text != before:
        before = text
        text = " ".join(normalize("NFC", text).replace(BRAILLE_SPACE, " ").split())
        text = EFFECTIVE_OR_GONE.sub(kept, PILED_UP.sub("", REPEATED.sub(r"\1", text)))
    return text

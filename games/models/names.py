from __future__ import annotations

from random import Random

from games.engine.translation import gettext_noop as _
from games.models import texts
from games.models.avatars import AVATARS
from games.models.looks import look as look
from games.models.looks import looks as looks

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


def random_name(rng: Random) -> str:
    return f"{rng.choice(ADJECTIVES.split())} {rng.choice([*AVATARS.values()])}"


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

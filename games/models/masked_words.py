"""Words that operators keep from being read: masked in what people say, and refused in names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Self

from django.db import models

from games.models import names

LONGEST_RUN = 3  # words that are read as one, and any number of single letters
BETWEEN_WORDS = re.compile(r"([\s.,;:!?/_-]+)")
DRAWN_OUT = re.compile(r"(.)\1{2,}")


class MaskedWord(models.Model):
    word = models.CharField(max_length=names.MAX_LENGTH, unique=True)
    with_endings = models.BooleanField(
        "longer words that begin with it too", default=False, db_default=False
    )

    class Meta:
        app_label = "games"
        ordering = ("word",)

    def __str__(self) -> str:
        return self.word


class Listed(NamedTuple):
    """The looks of all words that are masked."""

    whole: frozenset[str]
    beginnings: tuple[str, ...]

    @classmethod
    def read(cls) -> Self:
        words = MaskedWord.objects.values_list("word", "with_endings")
        looks = [(names.look(word), with_endings) for word, with_endings in words]
        beginnings = tuple(look for look, with_endings in looks if with_endings)
        return cls(frozenset(look for look, _ in looks), beginnings)

    def has(self, look: str) -> bool:
        """Say whether a look is that of a masked word, also with letters drawn out."""
        plain = DRAWN_OUT.sub(r"\1", look)
        return any(each in self.whole or each.startswith(self.beginnings) for each in (look, plain))

    def are_in(self, name: str) -> bool:
        if not self.whole:
            return False
        return any(self.has(look) for look in looks_of(split(name)[::2]).values())


def split(text: str) -> list[str]:
    """Return the words of a text, with what stands between each two of them."""
    return BETWEEN_WORDS.split(text)


def looks_of(words: list[str]) -> dict[tuple[int, int], str]:
    """Return the looks of all that may be read as one word, by where it begins and ends."""
    return {run: names.look("".join(words[slice(*run)])) for run in _runs(words)}


def _runs(words: list[str]) -> Iterator[tuple[int, int]]:
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            if end - start > LONGEST_RUN and max(map(len, words[start:end])) > 1:
                break
            if words[start] and words[end - 1]:  # nothing stands before or after a sign
                yield start, end

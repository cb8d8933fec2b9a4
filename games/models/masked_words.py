"""Words that operators keep from being read: masked in what people say, and refused in names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Self

import regex
from django.db import models

from games.models import names

LONGEST_RUN = 3  # words that are read as one, and any number of single letters
# Signs of all scripts part words, but for those that stand for letters.
BETWEEN_WORDS = regex.compile(r"([[\p{Z}\p{P}\p{S}]--[@$|]]+)", regex.V1)
# Letters of scripts that put no spaces between words.
UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{lb=SA}]")
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


class MaskedLooks(NamedTuple):
    whole: frozenset[str]
    beginnings: tuple[str, ...]
    within: tuple[str, ...]  # of words that may stand anywhere, as nothing parts them

    @classmethod
    def read(cls) -> Self:
        words = dict(MaskedWord.objects.values_list("word", "with_endings"))
        return cls(
            frozenset(map(names.look, words)),
            tuple(names.look(word) for word, with_endings in words.items() if with_endings),
            tuple(names.look(word) for word in words if UNSPACED.search(word)),
        )

    def has(self, look: str, words: int) -> bool:
        # Also with letters drawn out. One word may also begin with it, or have it within; what is
        # read of several may not.
        plain = DRAWN_OUT.sub(r"\1", look)
        return any(
            each in self.whole or (words == 1 and self._is_longer(each)) for each in (look, plain)
        )

    def are_in(self, name: str) -> bool:
        if not self.whole:
            return False
        looks = looks_of(split(name)[::2])
        return any(self.has(look, end - start) for (start, end), look in looks.items())

    def _is_longer(self, look: str) -> bool:
        return look.startswith(self.beginnings) or any(word in look for word in self.within)


def split(text: str) -> list[str]:
    parts: list[str] = BETWEEN_WORDS.split(text)
    return parts


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

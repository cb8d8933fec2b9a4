from __future__ import annotations

import unicodedata
from random import Random

import pytest

from games.models import names


def test_made_up_names_are_friendly_and_fit():
    for seed in range(200):
        name = names.random_name(Random(seed))
        assert names.clean(name) == name


def test_a_name_is_tidied(subtests: pytest.Subtests):
    for text, name in [
        ("Sam", "Sam"),
        ("  Sam \n Smith ", "Sam Smith"),
        ("Zoe\u0308", "Zoë"),
        ("李 👩‍🚀", "李 👩‍🚀"),
        ("👩‍🚀  Ann", "👩‍🚀 Ann"),
    ]:
        with subtests.test(text=text, name=name):
            assert names.clean(text) == name


def test_a_name_that_can_be_seen_is_kept(subtests: pytest.Subtests):
    for name in [
        *("❤️", "1️⃣ Sam", "👍🏽", "👩🏽‍🚀", "🏳️‍🌈", "🇫🇷 Zoe", "?!", "7", "x" * 24),
        *("ශ්‍රී", "क्‍ष", "Zoë", "Nguyễn", "Ольга", "Нина", "Σοφία", "Αγγελος", "Z\u0335\u0336a"),
        *("Compass", "Young", "Player 12", "Player 3", "My computer", "Your Max"),
    ]:
        with subtests.test(name=name):
            assert names.clean(name) == unicodedata.normalize("NFC", name)


def test_an_empty_name_is_refused(subtests: pytest.Subtests):
    for text in ["", "  ", "\n\t", "\u3000"]:
        with (
            subtests.test(text=text),
            pytest.raises(names.InvalidName, match=r"^Please write a name\.$"),
        ):
            names.clean(text)


def test_a_name_that_is_too_long_is_refused():
    with pytest.raises(names.InvalidName, match=r"^A name has at most 24 characters\.$"):
        names.clean("x" * 25)


INVISIBLE = """
    Sam\u202eevil Sam\x00 Sam\u200b \u200d \u3164 \u2800\u2800 \u0301 Z\u0335\u0336\u0337algo
    \U0001d159 Sam\U0001d159 \ufffc Sam\ufffc \ufe0f Sam\ufe0f S\ufe0eam \ufe0f❤ a\ufe00 \u034f
    Sam\U000e0101 辻\U000e0100 S\u200dam Sam\u200d \u200d👩 👩\u200d 👩\u200da a\u200d🚀 á\u200da
    \U000e0041 \u115f \u1160 \uffa0 \u17b4 \u180b \u180e \U00013441 \U00016fe4 Sam\ue000 Sam\u0378
    \u2061Sam \u061cSam Sam\u00ad \ufeffSam Sam\u200c
"""


def test_what_cannot_be_seen_is_refused(subtests: pytest.Subtests):
    for text in INVISIBLE.split():
        with (
            subtests.test(text=text),
            pytest.raises(
                names.InvalidName, match=r"^That name has characters that cannot be shown"
            ),
        ):
            names.clean(text)


LOOKALIKES = [
    *("computer", "Computer (Easy)", "The computer", "Computers", "_Computer_", "C.o.m.p.u.t.e.r"),
    *("Computer", "𝐂𝐨𝐦𝐩𝐮𝐭𝐞𝐫", "Ⓒⓞⓜⓟⓤⓣⓔⓡ", "🅒🅞🅜🅟🅤🅣🅔🅡", "🅲🅾🅼🅿🆄🆃🅴🆁", "🇨🇴🇲🇵🇺🇹🇪🇷", "ᴄᴏᴍᴘᴜᴛᴇʀ"),
    *("Соmрutеr", "СОМРUТЕR", "Сомрцтег", "Ϲοmρυτεr", "CΟΜputer"),
    *("C0mputer", "Cornputer", "Cömputer", "Cømputer", "Comput3r", "Ⅽomputer"),
    *("You", "Y0u", "Уоu", "YOU!", "Ｙｏｕ", "Nobody", "nobody yet", "NоЬоdу", "Nobody-yet"),
    *("Player 1", "PIayer l", "Player I", "PLAYER ①", "Рlауеr 2", "player1", "P1ayer 1"),
    *("Former player", "Forrner P1ayer"),
]


def test_what_looks_like_the_computer_or_a_word_of_the_page_is_refused(subtests: pytest.Subtests):
    for text in LOOKALIKES:
        with (
            subtests.test(text=text),
            pytest.raises(names.InvalidName, match=r"^That name would be taken for"),
        ):
            names.clean(text)


def test_names_that_differ_have_different_looks(subtests: pytest.Subtests):
    for one, other in [
        *(("ดี", "ดู"), ("राम", "रमा"), ("কি", "কা"), ("かき", "がき"), ("שָׁ", "שִׁ"), ("أ", "ا")),
        *(("👍", "👎"), ("👍", "👍🏽"), ("***", "+++"), ("´", "¨")),
    ]:
        with subtests.test(one=one, other=other):
            assert names.look(names.clean(one)) != names.look(names.clean(other))


def test_names_that_look_alike_have_the_same_look(subtests: pytest.Subtests):
    for one, other in [
        *(("Zoë", "zoe"), ("Άννα", "Αννα"), ("Ёлка", "Елка"), ("Sam", "S-a.m")),
        *(("👍", "👍\ufe0f"), ("👍\ufe0e", "👍\ufe0f"), ("👩‍🚀", "👩🚀"), ("？!", "? !")),
        *(("1\u0301", "1"), ("क्‍ष", "क्ष"), ("Sam ❤️", "Sam")),
    ]:
        with subtests.test(one=one, other=other):
            assert names.look(one) == names.look(other) != ""


# Known by their small letters, by their names, or by what Unicode decomposes them into.
DERIVED = {
    **{"a": "ᴀΑА", "b": "ЬЪΒВʙ", "c": "ϲⅽСϹᴄ", "d": "ɗⅾԀ", "e": "ΕЕᴇ", "f": "ƒ", "m": "Мᴍⅿ"},
    **{"n": "ɴñ", "o": "ᴏΟОՕӨøº", "p": "ᴘΡР", "r": "ɾ", "t": "ᴛΤТ", "u": "ᴜՍ", "y": "ʏУҮ"},
    "l": "ⅼІΙӀ",
}


def test_every_lookalike_of_a_letter_is_taken_for_it():
    for letter, others in names.LOOKALIKES.items():
        for word in ("computer", "nobody", "player1", "player2", "formerplayer"):
            for other in others + DERIVED.get(letter, "") if letter in word else ():
                with pytest.raises(names.InvalidName):
                    pytest.fail(names.clean(word.replace(letter, other)))

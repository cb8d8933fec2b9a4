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
        ("Sam\u202eevil\u200b", "Samevil"),
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


def test_what_cannot_be_seen_is_no_name(subtests: pytest.Subtests):
    for text in "\u200d\u3164\u0301\ufe0f\U000e0041\u2061\ue000\ud800\u202e":
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
    *("Соmрutеr", "СОМРUТЕR", "Ϲοmρυτεr", "CΟΜputer"),
    *("C0mputer", "Cornputer", "Cömputer", "Cømputer", "Ⅽomputer"),
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

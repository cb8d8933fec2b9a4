import unicodedata
from random import Random

import pytest

from games.models import names


def test_made_up_names_are_friendly_and_fit():
    for seed in range(200):
        name = names.random_name(Random(seed))
        assert names.clean(name) == name
        assert names.random_name(Random(seed), "owl").endswith(" Owl")


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


LOOKALIKES = [
    *("computer", "Computer (Easy)", "The computer", "Computers", "_Computer_", "C.o.m.p.u.t.e.r"),
    *("Computer", "𝐂𝐨𝐦𝐩𝐮𝐭𝐞𝐫", "Ⓒⓞⓜⓟⓤⓣⓔⓡ", "🅒🅞🅜🅟🅤🅣🅔🅡", "🅲🅾🅼🅿🆄🆃🅴🆁", "🇨🇴🇲🇵🇺🇹🇪🇷", "ᴄᴏᴍᴘᴜᴛᴇʀ"),
    *("Соmрutеr", "СОМРUТЕR", "Ϲοmρυτεr", "CΟΜputer"),
    *("C0mputer", "Cornputer", "Cömputer", "Cømputer", "Ⅽomputer"),
    *("You", "Y0u", "Уоu", "YOU!", "Ｙｏｕ", "Nobody", "nobody yet", "NоЬоdу", "Nobody-yet"),
    *("Player 1", "PIayer l", "Player I", "PLAYER ①", "Рlауеr 2", "player1", "P1ayer 1"),
    *("Former player", "Forrner P1ayer"),
]


REFUSED = {
    r"^Please write a name\.$": ["", "  ", "\n\t", "\u3000"],
    r"^A name has at most 24 characters\.$": ["x" * 25],
    r"^That name has characters that cannot be shown": [
        *"\u200d\u3164\u0301\ufe0f\U000e0041\u2061\ue000\ud800\u202e"
    ],
    r"^That name would be taken for": LOOKALIKES,
}


def test_what_is_no_name_is_refused_in_a_sentence(subtests: pytest.Subtests):
    for sentence, texts in REFUSED.items():
        for text in texts:
            with subtests.test(text=text), pytest.raises(names.InvalidName, match=sentence):
                names.clean(text)

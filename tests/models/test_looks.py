from unicodedata import normalize

import pytest

from games.models.names import LATIN, look, looks
from tests.tools.confusables import CONFUSABLES

ALIKE = """
    น้ำฝน=นํ้าฝน आशा=अाशा ニ=二 کریم=كريم علی=علي ﻋﻠﻲ=علي Anna-Lena=Anna–Lena Anna-Lena=Anna—Lena
    ラーメン=ラ-メン ラーメン=ラ一メン ラーメン=ラ—メン ﾆ=ニ A.B=A․B 山・川=山·川
    山・川=山•川 แดง=เเดง ဖြိုး=ဖြုိး Keʻala=Ke'ala
    Keʻala=Ke‘ala ١=1 דויד=דו'ד 李=李. Zoë=zoe Άννα=Αννα Ёлка=Елка Sam=S-a.m Sаm=Sam Ꭺnna=Anna
    Галина=ГАЛИНА Νίκος=ΝΙΚΟΣ Γιώργος=ΓΙΩΡΓΟΣ straße=STRASSE Đặng=DANG Tom=ТОМ Tom=Том Ian=lan
    Sam1=Saml Corn=Com 𝐒𝐚𝐦=Sam
"""
ALIKE_TOO = [
    *(("👍", "👍\ufe0f"), ("👍\ufe0e", "👍\ufe0f"), ("1\u0301", "1")),
    ("👩\u200d🚀", "👩🚀"),
    ("？!", "? !"),
    ("Sam ❤️", "Sam"),
    ("क्\u200dष", "क्ष"),
    ("می\u200cخواهم", "میخواهم"),
]
DIFFERENT = """
    ดี=ดู राम=रमा কি=কা かき=がき שָׁ=שִׁ أ=ا サラ=サーラ דוד=דויד Nina=Vina Νίνα=Γίνα Галя=Варя
    李=王 👍=👎
    👍=👍🏽 ***=+++ ´=¨ Ann=Anna
"""
DIFFERENT_TOO = [
    ("علی ٢", "علی ٢٠"),
]


def pairs(text: str) -> list[tuple[str, ...]]:
    return [tuple(pair.split("=")) for pair in text.split()]


def test_names_that_look_alike_have_the_same_look(subtests: pytest.Subtests):
    for one, other in [*pairs(ALIKE), *ALIKE_TOO]:
        with subtests.test(one=one, other=other):
            assert look(one) == look(other) != ""


def test_names_that_differ_have_different_looks(subtests: pytest.Subtests):
    for one, other in [*pairs(DIFFERENT), *DIFFERENT_TOO]:
        with subtests.test(one=one, other=other):
            assert look(one) != look(other)


def test_a_greek_name_in_capitals_keeps_off_who_looks_like_a_latin_one():
    assert look("Νίνα") == look("ΝΙΝΑ")
    assert look("NINA") in looks("ΝΙΝΑ")


def test_letters_without_capitals_look_like_their_prototypes_in_unicodes_table():
    rows = [line.split(": ") for line in CONFUSABLES.read_text("utf-8").splitlines()[9:]]
    pairs = [(chr(int(one, 16)), prototype) for prototype, ones in rows for one in ones.split()]
    plain = [(one, code) for one, code in pairs if " " not in code and one.lower() == one.upper()]
    differing = [
        one
        for one, code in plain
        if one.isalpha() and not LATIN.match(one) and normalize("NFD", one) == one
        if look(f"字{one}字") != look(f"字{_characters(code)}字")
    ]
    assert len(plain) > 1000
    assert differing == []


def _characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())

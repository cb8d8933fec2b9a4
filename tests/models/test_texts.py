from unicodedata import normalize

import pytest

from games.models import names, texts
from games.models.people import Player
from games.people.moderation.models import MAX_WORDS as MAX_REPORTED
from games.people.moderation.models import Report
from games.protocol import MAX_WORDS, MAX_WORDS_POINTS

FAMILY, SCOTLAND = "👨‍👩‍👧‍👦", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"

# Names and words as people write them, with what joins, parts, or stands on letters.
WRITTEN = """
    ဖြိုး ကျော် ကြွို့ ငြွှံ့ ကျွန်ုပ်ဦး བསྟན་འཛིན་རྒྱ་མཚོ་ ཧཱུྃ
    ཀྵྨླྺྃ སྒྲོལ་མ ក្រសួង ស្រីម៉ៅ ស្ត្រី יְרוּשָׁלִַ֔ם דָּוִד מֹשֶׁה
    ג׳ורג׳ علی\u200cرضا می\u200cخواهم خانه\u200cای مُحَمَّدٌ محمّد
    گلناز ه\u200d ١٤٤٥ه\u200d র\u200d্যা র\u200d্যাব ক্ষ രാജീവ്
    അവന്\u200d മലര്\u200d ശ്രീ ශ්\u200dරී ක\u200d්ෂ ක්\u200dෂ क्षितिज
    क्\u200dष क्\u200cष कार्त्स्न्य ರ\u200d್ಯ ఆదిత్య ਗੁਰਪ੍ਰੀਤ ગૌરવ
    ଓଡ଼ିଆ தமிழ் ஸ்ரீ Nguyễn Đặng Việt น้ำฝน ปิ่น สุทธิ์ ນ້ຳ ສຸກ 박지성
    ᄀᆞᆷ ᠪᠠᠶᠠᠷ ᠪᠠᠶᠢᠭ\u180eᠠ ᠰᠠᠷ\u180bᠨ አበበ ᏣᎳᎩ ꭰꮃ Keʻala Kealiʻi ꦗꦮ
    ᬩᬮᬶ ߒߞߏ 𞤀𞤣𞤤𞤢𞤥 ⵜⵉⴼⵉⵏⴰⵖ ܐܪܡܝܐ Ἀριστοτέλης ᾧ Владимѣръ О́льга 李小龙
    葛\U000e0100城 渡邉\U000e0102 さくら が ꯃꯩꯇꯩ ᱥᱟᱱᱛᱟᱲ 𑄌𑄋𑄴 ޝިވެހި ᨲ᩠ᩅᩫ ọ̀bà
    ǹjẹ́ ǫ́ ə̀ ƛ̓ ǃXóõ O’Neil Jean-Luc ﷽ 々 👩🏽‍🚀 🇫🇷 1️⃣ #️⃣ ❤️ ❤️‍🔥
    🏳️‍🌈 🏳️‍⚧️ 👩🏻‍❤️‍💋‍👨🏼 🧑🏿‍🦯‍➡️ 🙂‍↔️ ♂️ 🩷 🫩 ⠃⠗⠇ ** \U0001fac8
    \U0001facf \U0001f6d8 \U0001fadf \U0001f777 \U00016ea0 \U0001e6c0
    \u0c5c \ua7ce \u0378 \U000323b0
"""


def test_what_people_write_stays_as_it_is(subtests: pytest.Subtests):
    for text in [*WRITTEN.split(), FAMILY, SCOTLAND]:
        with subtests.test(text=text):
            assert texts.shown(text, names.MAX_LENGTH) == normalize("NFC", text)
            assert texts.shown(normalize("NFD", text), 24) == normalize("NFC", text)


def test_what_has_no_effect_goes(subtests: pytest.Subtests):
    for text, shown in [
        *(("a \u202e b", "a b"), ("Sam\u2066\u2069", "Sam"), ("Sam\x00\x1b", "Sam")),
        *(("a\tb\nc", "a b c"), ("Sam\u200d", "Sam"), ("S\u200cam", "Sam")),
        *(("می\u200c\u200cخواهم", "می\u200cخواهم"), ("👩\u200d", "👩"), ("\u200d👩", "👩")),
        *(("👩\u200da", "👩a"), ("x\ufe0f", "x"), ("1\ufe0f", "1"), ("🏴\U000e0067", "🏴")),
        *(("a\U000e0061", "a"), ("辻\U000e0100", "辻\U000e0100"), ("a\U000e0100", "a")),
        *(("Sam\ud800", "Sam"), ("Sam\ue000", "Sam"), ("Sam\uffff", "Sam"), ("a\u200fb", "ab")),
        *(("אב\u200f c", "אב\u200f c"), ("\u2800\u2800", ""), ("\u0301", ""), ("\u3164", "")),
        *(("a\u200b", "a"), ("ไป\u200bมา", "ไป\u200bมา"), ("a\u00a0\u3000b", "a b")),
        ("\u200e\u200b", ""),
    ]:
        with subtests.test(text=text):
            assert texts.shown(text, 24) == shown
            assert texts.shown(shown, 24) == shown


def test_marks_do_not_pile_up_higher_than_scripts_need():
    assert texts.shown("a" + "\u0301" * 79, 24) == "á\u0301"
    several = "".join(chr(0x300 + number) for number in range(16))
    assert len(texts.shown("a" + several * 5, 24)) <= 5
    thai = "".join(chr(mark) for mark in (0xE31, 0xE34, 0xE35, 0xE36, 0xE37, 0xE47, 0xE48))
    assert len(texts.shown("ก" + thai * 9, 24)) <= 9
    assert len(texts.shown("क" + "्\u200d़" * 30, 24)) <= 9


def test_no_more_than_four_pictures_make_up_one():
    assert texts.length(texts.shown("👨\u200d" * 20 + "👨", 24)) == 18


def test_limits_count_what_people_see():
    for sign in (FAMILY, SCOTLAND, "é", "ကျ", "🇫🇷", "क्षि"):
        assert texts.shown(sign * 24, 24) == sign * 24
        with pytest.raises(texts.TooLong):
            texts.shown(sign * 25, 24)
    with pytest.raises(texts.TooLong):
        texts.shown("क्" * 200, 24)
    with pytest.raises(texts.TooLong):
        texts.shown("\u200d" * 5000, 24)


def test_a_beginning_has_whole_characters():
    assert texts.cut(FAMILY * 3, 2) == FAMILY * 2
    assert texts.cut("\u202e a  b", 3) == "a b"


def test_columns_have_room_for_what_is_shown():
    for column, limit in ((Player, names.MAX_LENGTH), (Report, names.MAX_LENGTH)):
        assert column._meta.get_field("name").max_length == texts.room(limit)
    assert Report._meta.get_field("words").max_length == texts.room(MAX_REPORTED)
    assert texts.room(MAX_WORDS) == MAX_WORDS_POINTS

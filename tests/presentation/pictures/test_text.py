import pytest

from games.presentation.pictures import text


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Lucky Lemur", "Lucky Lemur"),
        ("Łukasz Şule", "Łukasz Şule"),
        ("Вера", "Вера"),
        ("Nguyễn", "Nguyễn"),
        ("Ann 😀 Lee", "Ann Lee"),
        ("小林", ""),
        ("\u202eסיום\u200d", ""),
    ],
)
def test_what_the_font_cannot_draw_is_left_out(name: str, drawn: str):
    assert text.drawable(name) == drawn


def test_lines_break_between_words_and_keep_to_the_room():
    lines = text.wrap("Lucky Lemur invites you to Connect Four", 64, 500)
    assert " ".join(lines) == "Lucky Lemur invites you to Connect Four"
    assert all(text.width(line, 64) <= 500 for line in lines)
    assert len(lines) > 1


def test_a_word_that_is_too_long_for_a_line_is_broken():
    lines = text.wrap("W" * 24, 44, 500)
    assert "".join(lines) == "W" * 24
    assert all(text.width(line, 44) <= 500 for line in lines)


def test_what_fits_in_no_size_is_cut_off():
    lines, size = text.fit("many words " * 30, [72, 44], 500, 3)
    assert (len(lines), size) == (3, 44)
    assert lines[-1].endswith("…")
    assert all(text.width(line, 44) <= 500 for line in lines)

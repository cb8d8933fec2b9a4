from datetime import timedelta

import pytest

from games.engine.clock import CONTROLS, Control, InvalidControl


def test_a_clock_is_seconds_a_move_or_minutes_and_what_a_move_adds(subtests: pytest.Subtests):
    for text, base, increment in [
        ("1s", 1, None),
        ("10s", 10, None),
        ("180s", 180, None),
        ("1+0", 60, 0),
        ("3+2", 180, 2),
        ("60+180", 3600, 180),
    ]:
        with subtests.test(text=text, base=base, increment=increment):
            control = Control.parse(text)
            assert control.base == timedelta(seconds=base)
            assert control.increment == (
                None if increment is None else timedelta(seconds=increment)
            )


def test_it_refuses_any_other_text(subtests: pytest.Subtests):
    for text in ["", "10", "0s", "181s", "5 s", "0+2", "61+0", "3+181", "3+", "3+2\n", "٣+٢"]:
        with subtests.test(text=text), pytest.raises(InvalidControl, match="written as"):
            Control.parse(text)


@pytest.mark.parametrize(("text", "then"), [("10s", 10), ("3+2", 6), ("3+0", 4)])
def test_a_move_brings_its_time(text: str, then: int):
    left = Control.parse(text).after_move(timedelta(seconds=4))
    assert left == timedelta(seconds=then)


def test_every_clock_on_offer_but_none_can_be_set():
    assert CONTROLS[""] == "No clock"
    assert all(Control.parse(text).base for text in CONTROLS if text)

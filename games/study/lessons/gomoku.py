"""The lesson on gomoku: fours, open threes, two threats at once, and how to defend."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.study.lessons.questions import Threat


def _threat(played: str, cells: str, asked: str, because: str) -> Threat:
    return Threat("gomoku", played, asked, because, cells)


QUESTIONS = [
    _threat(
        "f8-e8-g8-k8-i8-g7-j8-i9",
        "h8",
        _("Five in a row wins. Where does %(mark)s make it?"),
        _("A four may have a gap. Look for gaps first."),
    ),
    _threat(
        "h8-h9-i7-i9-f9-g9-g6-j9",
        "k9",
        _("%(opponent)s has a four. Where must %(mark)s play?"),
        _("A four leaves one answer: the place where the five would be."),
    ),
    _threat(
        "g8-h9-h8-i9-i8-g7",
        "f8-j8",
        _("This is an open three. Which move makes it unstoppable?"),
        _("An open four: both ends are free, and %(opponent)s can block only one."),
    ),
    _threat(
        "h8-h9-g10-i9-i7-j9",
        "g9-k9",
        _("Now %(opponent)s has an open three. How does %(mark)s stop it?"),
        _("Right at an end, before it is an open four."),
    ),
    _threat(
        "f7-i5-g7-e6-h8-g11-h9-i9",
        "h7",
        _("Where does %(mark)s make two open threes at once?"),
        _("%(opponent)s can stop one of them. The other becomes an open four."),
    ),
    _threat(
        "f8-e8-g8-j11-h8-g7-i9-j9-i10-g10",
        "i8",
        _("A four and an open three with one stone: where?"),
        _("%(opponent)s has to block the four. Then the three becomes an open four."),
    ),
    _threat(
        "f8-e8-g8-i4-h8-h6-i5-j6-i6-h5-i7-j5",
        "i8",
        _("Where do two fours meet?"),
        _("Two fives are threatened, and one stone blocks only one."),
    ),
    _threat(
        "f8-e8-g8-g11-h8-h11-j7-i11-j5-l8-k9-g9",
        "j8",
        _("%(opponent)s has an open three, but it is %(mark)s to move. What wins?"),
        _("A four comes first, as it must be answered. The three of %(opponent)s is too late."),
    ),
]

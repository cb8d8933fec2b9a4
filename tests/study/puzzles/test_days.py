import re
from datetime import date

import pytest
from django.utils import timezone

from games.study.puzzles import book
from games.study.puzzles.days import Days, DayState, NoSuchMonth
from games.study.puzzles.models import PuzzleAttempt

TODAY = date(2026, 11, 22)


def days(*solved: str) -> Days:
    return Days(frozenset(map(date.fromisoformat, solved)), TODAY)


def test_each_day_of_a_month_is_solved_kept_missed_or_to_come():
    weeks = days("2026-11-15", "2026-11-17", "2026-11-18").weeks(date(2026, 11, 1))
    states = {day.date.day: day.state for week in weeks[:-1] for day in week}
    assert [states[day] for day in range(14, 24)] == [
        *(DayState.OTHER, DayState.SOLVED, DayState.KEPT, DayState.SOLVED, DayState.SOLVED),
        *(DayState.MISSED, DayState.MISSED, DayState.MISSED, DayState.TODAY, DayState.OTHER),
    ]
    assert all(week[0].date.weekday() == 0 for week in weeks)


def test_there_are_the_months_from_the_first_day_to_this_one():
    seen = days("2026-09-30")
    assert [seen.month(f"2026-{month}").month for month in ("09", "10", "11")] == [9, 10, 11]
    for text in ("2026-08", "2026-12", "2026-13", "0000-01", "1", "x"):
        with pytest.raises(NoSuchMonth):
            seen.month(text)


def test_a_week_is_shared_as_squares():
    assert days("2026-11-17", "2026-11-19", "2026-11-22").week == "⬜🟦✏️🟦⬜⬜🟦"


@pytest.mark.django_db
def test_the_page_shows_ones_days_and_leads_to_the_puzzle_of_each(browse, alice, monkeypatch):
    now = timezone.make_aware(timezone.datetime(2026, 11, 22, 12))
    monkeypatch.setattr(timezone, "now", lambda: now)
    solved = book.of_day(date(2026, 11, 20)).id
    PuzzleAttempt.objects.create(
        player=alice, puzzle=solved, tries=1, solved_at=now, daily_on=date(2026, 11, 20)
    )
    PuzzleAttempt.objects.create(player=alice, puzzle="gone", daily_on=date(2026, 9, 30))
    client = browse(alice)
    for month, links in (("09", ["10"]), ("10", ["09", "11"]), ("11", ["10"])):
        html = client.get(f"/puzzles/days/?month=2026-{month}").text
        assert re.findall(r'href="\?month=2026-(\d+)"', html) == links
    page = client.get("/puzzles/days/")
    html = " ".join(page.text.split())
    assert (page.context["streak"].now, page.context["streak"].best) == (1, 1)
    assert "kept by the pencil" in html
    assert f'href="/puzzles/{solved}/"' in html
    yesterday = book.of_day(date(2026, 11, 21)).id
    assert f'action="/puzzles/{yesterday}/show/"' in html
    wrong = client.get("/puzzles/days/?month=2026-13")
    assert wrong.status_code == 404
    assert "There is nothing of that month." in wrong.text

"""Words of lessons are found by those who translate."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from django.core.management import call_command

from games.study.lessons.catalogue import DATA


@pytest.mark.skipif(not shutil.which("xgettext"), reason="GNU gettext is not installed")
def test_makemessages_finds_the_words_of_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("locale").mkdir()
    shutil.copy(DATA / "misere.toml", tmp_path)
    call_command("makemessages", locale=["eo"], verbosity=0)
    messages = Path("locale/eo/LC_MESSAGES/django.po").read_text()
    assert 'msgid "Where does X begin?"' in messages
    assert "b2-b3" not in messages

import shutil
from pathlib import Path

from django.core.management.commands.makemessages import TranslatableFile

from games.study.lessons.catalogue import DATA
from games.study.management.commands.makemessages import BuildFile, Command


def test_makemessages_finds_the_words_of_lessons(tmp_path: Path):
    shutil.copy(DATA / "misere.toml", tmp_path)
    found = TranslatableFile(str(tmp_path), "misere.toml", None)
    build_file = BuildFile(Command(), "django", found)
    build_file.preprocess()
    words = Path(build_file.work_path).read_text()
    assert 'gettext("Where does X begin?")' in words
    assert "b2-b3" not in words

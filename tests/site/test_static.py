import os
import re
from pathlib import Path

import pytest
from django.conf import settings

from tictactoe_site import static
from tictactoe_site.static import StaticFilesStorage

STYLE = "body{color:red}" * 100


class Site:
    def __init__(self, folder: Path) -> None:
        self.source, self.collected = folder / "source", folder / "collected"
        (self.source / "js").mkdir(parents=True)
        (self.source / "js" / "main.js").write_text("let one = 1;" * 100)
        self.write(STYLE)

    def write(self, style: str) -> None:
        (self.source / "base.css").write_text(style)

    def collect(self) -> bool:
        before = self._inode("staticfiles.json")
        static.collect()
        return self._inode("staticfiles.json") != before

    def _inode(self, name: str) -> int:
        path = self.collected / name
        return path.stat().st_ino if path.exists() else 0

    @property
    def style(self) -> Path:
        storage = StaticFilesStorage(location=self.collected, base_url="/static/")
        return self.collected / storage.stored_name("base.css")


@pytest.fixture
def site(tmp_path: Path, settings) -> Site:
    site = Site(tmp_path)
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "tictactoe_site.static.StaticFilesStorage"},
    }
    settings.STATIC_ROOT = site.collected
    settings.STATICFILES_DIRS = [site.source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    return site


def mask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def compressed(path: Path) -> list[Path]:
    return [Path(f"{path}{suffix}") for suffix in (".br", ".gz")]


def test_what_only_a_reader_of_the_source_needs_is_left_out(site: Site):
    site.write("/* Red. */\nbody {\n  color: red;\n}\n")
    assert site.collect()
    assert site.style.read_text() == "body{color:red}"


def test_no_script_has_a_template_literal_within_another():
    # The minifier would take the inner one for code, and take spaces out of its text.
    for script in (settings.BASE_DIR / "static").rglob("*.js"):
        assert not re.search(r"\$\{[^}`]*`", script.read_text()), script


@pytest.mark.parametrize("style", [STYLE.replace("red", "tan"), STYLE.replace("red", "blue")])
def test_what_an_older_version_brings_is_processed_too(site: Site, style: str):
    assert site.collect()
    assert not site.collect()
    before = site.style
    site.write(style)
    os.utime(site.source / "base.css", (0, 0))
    assert site.collect()
    assert site.style != before
    assert site.style.read_text() == style
    # Pages of the other version are still open.
    assert before.read_text() == STYLE
    assert all(path.exists() for path in compressed(before))


def test_a_file_that_is_being_sent_is_replaced_in_one_step(site: Site):
    site.collect()
    (site.source / "more.css").write_text("p{margin:0}")
    with site.style.open() as being_sent:
        assert site.collect()
        assert being_sent.read() == site.style.read_text() == STYLE
    assert list(site.collected.glob("more.????????????.css"))


def test_what_was_interrupted_is_done_again(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(StaticFilesStorage, "create_compressor", interrupted)
    before = mask()
    with pytest.raises(KeyboardInterrupt):
        site.collect()
    assert mask() == before
    assert [path.name for path in site.collected.iterdir()] == ["draft"]
    monkeypatch.undo()
    assert site.collect()
    assert all(path.exists() for path in compressed(site.style))
    assert not (site.collected / "draft").exists()


@pytest.mark.parametrize(("mode", "of_folders"), [(0o600, 0o700), (0o644, 0o755)])
def test_files_are_as_readable_as_the_settings_say(site: Site, settings, mode, of_folders):
    settings.PUBLIC_STATIC_ROOT = "named" * (mode == 0o644)
    settings.FILE_UPLOAD_PERMISSIONS = mode
    settings.FILE_UPLOAD_DIRECTORY_PERMISSIONS = of_folders
    site.collect()
    scripts = site.collected / "js"
    files = [site.style, *compressed(site.style), *scripts.iterdir()]
    assert {path.stat().st_mode & 0o777 for path in files} == {mode}
    assert {path.stat().st_mode & 0o777 for path in (site.collected, scripts)} == {of_folders}


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt

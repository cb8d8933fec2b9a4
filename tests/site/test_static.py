"""Static files are hashed and compressed when they have changed, and only then."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from tictactoe_site.static import HashedStaticFilesStorage

STYLE = "body { color: red }" * 100


class Site:
    """A folder of sources with one style sheet, and one in which they are collected."""

    def __init__(self, folder: Path) -> None:
        self.source, self.collected = folder / "source", folder / "collected"
        self.source.mkdir()
        self.write(STYLE)

    def write(self, style: str) -> None:
        (self.source / "base.css").write_text(style)

    def collect(self) -> list[str]:
        """Collect the sources as a start does; return the new names of what was processed."""
        shutil.copytree(self.source, self.collected, dirs_exist_ok=True)
        storage, sources = self._storage(), FileSystemStorage(self.source)
        paths = {name: (sources, name) for name in os.listdir(self.source)}
        return sorted({new for _, new, _ in storage.post_process(paths)})

    def name(self) -> str:
        """Return the name under which pages refer to the style sheet."""
        return self._storage().stored_name("base.css")

    def _storage(self) -> HashedStaticFilesStorage:
        return HashedStaticFilesStorage(location=self.collected, base_url="/static/")


@pytest.fixture
def site(tmp_path: Path, settings) -> Site:
    settings.STATIC_ROOT = tmp_path / "collected"
    return Site(tmp_path)


def test_what_has_not_changed_is_not_processed_again(site: Site):
    assert site.collect()
    assert site.collect() == []
    assert (site.collected / site.name()).read_text() == STYLE


@pytest.mark.parametrize("style", [STYLE.replace("red", "tan"), STYLE.replace("red", "blue")])
def test_what_an_older_version_brings_is_processed_too(site: Site, style: str):
    site.collect()
    before = site.name()
    site.write(style)
    os.utime(site.source / "base.css", (0, 0))
    assert site.collect()
    assert site.name() != before
    assert (site.collected / site.name()).read_text() == style


def test_another_file_is_processed(site: Site):
    site.collect()
    (site.source / "more.css").write_text("p { margin: 0 }")
    assert any(name.startswith("more.") for name in site.collect())


def test_what_was_interrupted_is_done_again(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(HashedStaticFilesStorage, "create_compressor", interrupted)
    with pytest.raises(KeyboardInterrupt):
        site.collect()
    monkeypatch.undo()
    assert site.collect()
    assert (site.collected / f"{site.name()}.gz").exists()


def test_what_was_deleted_is_made_again(site: Site):
    site.collect()
    name = site.name()
    for path in site.collected.glob(f"{name}*"):
        path.unlink()
    assert name in site.collect()
    assert (site.collected / name).read_text() == STYLE
    assert (site.collected / f"{name}.gz").exists()


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt

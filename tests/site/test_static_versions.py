"""Static files while an upgrade goes on, when processes of two versions serve them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from tictactoe_site.static import HashedStaticFilesStorage, SiteCompressor

NAME = "css/base.0123456789ab.css"


@pytest.fixture
def storage(tmp_path: Path) -> HashedStaticFilesStorage:
    return HashedStaticFilesStorage(location=tmp_path, base_url="/static/")


def test_a_file_is_replaced_in_one_step(storage: HashedStaticFilesStorage, tmp_path: Path):
    (tmp_path / "css").mkdir()
    (tmp_path / NAME).write_bytes(b"before")
    with storage.open(NAME) as being_sent:
        storage.delete(NAME)
        assert storage.exists(NAME)
        storage._save(NAME, ContentFile(b"after"))
        assert being_sent.read() == b"before"
    assert (tmp_path / NAME).read_bytes() == b"after"
    assert [path.name for path in (tmp_path / "css").iterdir()] == ["base.0123456789ab.css"]


@pytest.mark.parametrize("name", ["css/base.css", NAME])
def test_what_nobody_is_sent_is_deleted(storage: HashedStaticFilesStorage, name: str):
    storage._save(name, ContentFile(b"new"))
    storage.delete(name)
    assert not storage.exists(name)


def test_a_compressed_file_keeps_its_size(tmp_path: Path):
    path = tmp_path / "base.0123456789ab.css"
    path.write_bytes(b"a" * 1000)
    compressor = SiteCompressor(quiet=True)
    names = [f"{path}.br", f"{path}.gz"]
    assert compressor.compress(path) == names
    sent = [os.stat(name) for name in names]
    assert compressor.compress(path) == names
    assert [os.stat(name) for name in names] == sent
    assert sorted(os.listdir(tmp_path)) == sorted(Path(name).name for name in [path, *names])

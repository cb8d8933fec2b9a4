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
    storage._save(NAME, ContentFile(b"before"))
    with storage.open(NAME) as being_sent:
        storage.delete(NAME)
        assert storage.exists(NAME)
        storage._save(NAME, ContentFile(b"after"))
        assert being_sent.read() == b"before"
    assert (tmp_path / NAME).read_bytes() == b"after"
    assert [path.name for path in (tmp_path / "css").iterdir()] == ["base.0123456789ab.css"]


def test_what_may_be_written_anew_is_deleted(storage: HashedStaticFilesStorage):
    storage._save("css/base.css", ContentFile(b"before"))
    storage.delete("css/base.css")
    assert not storage.exists("css/base.css")


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

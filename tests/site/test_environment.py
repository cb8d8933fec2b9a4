from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tictactoe_site import environment


@pytest.mark.parametrize(
    ("value", "meaning"), [("1", True), ("TRUE", True), ("yes", True), ("0", False), ("", False)]
)
def test_a_yes_or_no_is_read(monkeypatch, value: str, meaning: bool):
    monkeypatch.setenv("OPTION", value)
    assert environment.env_bool("OPTION") is meaning


def test_what_is_neither_is_refused(monkeypatch):
    monkeypatch.setenv("OPTION", "maybe")
    with pytest.raises(ImproperlyConfigured, match="OPTION must be 1 or 0, not 'maybe'"):
        environment.env_bool("OPTION")


def test_a_list_is_read_without_its_blanks(monkeypatch):
    monkeypatch.setenv("HOSTS", " a.example, ,b.example,")
    assert environment.env_list("HOSTS") == ["a.example", "b.example"]
    monkeypatch.delenv("HOSTS")
    assert environment.env_list("HOSTS") == []


def test_what_is_required_must_be_there(monkeypatch):
    with pytest.raises(ImproperlyConfigured, match="KEY must be set"):
        environment.env_required("KEY")
    monkeypatch.setenv("KEY", "k")
    assert environment.env_required("KEY") == "k"


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path):
    folder = tmp_path / "new" / "var"
    secret = environment.stored_secret(folder)
    assert len(secret) >= 50
    assert environment.stored_secret(folder) == secret
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_is_said_in_a_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match="Cannot write to the data folder"):
        environment.stored_secret(tmp_path / "file" / "var")


def test_this_machine_is_found_by_its_own_names():
    hosts = environment.local_hosts()
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(hosts)
    assert environment.lan_address() in {*hosts, None}

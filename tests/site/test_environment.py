from __future__ import annotations

import base64
import os
import re
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tictactoe_site import environment
from tictactoe_site.environment import read


def test_a_mail_server_is_read_as_djangos_settings():
    assert environment.email_server("") == {}
    read = environment.email_server("submission://me:p%40ss@mail.example.net")
    expected = {"EMAIL_HOST": "mail.example.net", "EMAIL_PORT": 587, "EMAIL_USE_TLS": True}
    assert read | expected | {"EMAIL_HOST_PASSWORD": "p@ss"} == read


def test_a_value_is_read_without_blanks(monkeypatch):
    for parse, value, meaning in (
        (environment.count, "1", 1),
        (environment.count, "64", 64),
        (environment.flag, "1", True),
        (environment.flag, "TRUE", True),
        (environment.flag, "yes", True),
        (environment.flag, "0", False),
        (environment.flag, "", False),
        (environment.seconds, "0", 0),
        (environment.redis_urls, "redis://a:1/2, unix:///b", ["redis://a:1/2", "unix:///b"]),
        (
            environment.hosts,
            " a.example, ,.b_c.example,[::1],*,",
            ["a.example", ".b_c.example", "[::1]", "*"],
        ),
        (
            environment.networks,
            "192.0.2.1, 10.0.0.1/8,2001:db8::/32",
            [ip_network(each) for each in ("192.0.2.1", "10.0.0.0/8", "2001:db8::/32")],
        ),
    ):
        monkeypatch.setenv("OPTION", value)
        assert read("OPTION", parse) == meaning, value


@pytest.mark.parametrize(
    ("parse", "value", "sentence"),
    [
        (environment.flag, "maybe", "\"OPTION\" invalid: It must be 1 or 0, not 'maybe'."),
        (environment.time_zone, "Mars", "It must be a time zone such as Europe/Berlin"),
        (environment.count, "0", "It must be a whole number from 1 to 64, not '0'."),
        (environment.count, "65", "It must be a whole number from 1 to 64, not '65'."),
        (environment.count, "two", "It must be a whole number from 1 to 64, not 'two'."),
        (
            environment.networks,
            "10.0.0.1,here",
            "'here' does not appear to be an IPv4 or IPv6 network",
        ),
        (environment.seconds, "an hour", "It must be a number of seconds, not 'an hour'."),
        (environment.seconds, "-1", "It must be a number of seconds, not '-1'."),
        (environment.seconds, "1e9", "It must be a number of seconds, not '1e9'."),
        (environment.email_server, "mail.example.net", "It must be like submission://user"),
        (environment.email_server, "smtp://", "It must be like submission://user"),
        (environment.email_server, "ftp://u:secret@host", "not 'ftp://u:…@host'."),
        (environment.email_server, "smtp://u:secret@host:port", "not 'smtp://u:…@host:port'."),
        (environment.redis_urls, "127.0.0.1:6379", "It must be like redis://"),
        (environment.redis_urls, "redis://a,b:6379", "It must be like redis://"),
        (environment.redis_urls, "rediss//:secret@db", "not 'rediss//:…@db'."),
        (environment.redis_urls, "redis://a:port", "It must be like redis://:password@host"),
        (environment.redis_urls, "redis://:a/b@c", "signs such as / and # are written %2F"),
        (environment.redis_urls, "redis://:1#b@c", "signs such as / and # are written %2F"),
        (environment.hosts, "https://a.example", "without https:// and without a port"),
        (environment.hosts, "a.example,b.example:80", "not 'b.example:80'."),
        (environment.choice("text", "json"), "xml", "text or json, not"),
        (environment.token, "short", "It must have at least 16 characters"),
        (environment.token, "one two three four", "without blanks"),
    ],
)
def test_an_invalid_value_is_explained_in_a_sentence(monkeypatch, parse, value, sentence):
    monkeypatch.setenv("OPTION", value)
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        read("OPTION", parse)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DATABSE_URL", "DATABASE_URL"),
        ("ALLOWED_HOST", "ALLOWED_HOSTS"),
        ("SECRETKEY", "SECRET_KEY"),
        ("redis_url", "REDIS_URL"),
        ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
        ("METRICS_KEY", "METRICS_TOKEN"),
    ],
)
def test_a_misspelt_setting_is_refused(monkeypatch, name: str, meant: str):
    monkeypatch.setenv(name, "x")
    sentence = f"There is no setting {name}. Did you mean {meant}?"
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        environment.check_names()


@pytest.mark.parametrize(
    "name",
    [
        *("LOG_LEVEL", "REDIS_TLS_URL", "SECRET_KEY_BASE", "TEST_DATABASE_URL", "DEBUGINFOD_URLS"),
        *("SQLITE_TMPDIR", "XDG_DATA_DIRS", "DATABASE_HOST", "REDIS_PORT", "TIME_STYLE", "TZ"),
    ],
)
def test_what_other_programs_are_told_is_no_setting(monkeypatch, name: str):
    monkeypatch.setenv(name, "x")
    environment.check_names()


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://ann:secret@db", "redis://ann:…@db"),
        ("rediss//:secret@db", "rediss//:…@db"),
        (":secret@db:6379", ":…@db:6379"),
        ("ann:se/c@ret@db/play", "ann:…@db/play"),
        ("postgres:/ann:secret@db/play", "postgres:/ann:…@db/play"),
        (
            "postgres://ann@db:5432/play?password=secret&x=1",
            "postgres://ann@db:5432/play?password=…&x=1",
        ),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str):
    assert environment.without_password(url) == shown


def test_a_driver_that_is_missing_is_named(monkeypatch):
    monkeypatch.setenv("OPTION", "redis://db")
    monkeypatch.setitem(sys.modules, "channels_redis", None)
    sentence = re.escape("It needs a driver: pip install 'tictactoe-site[redis]'.")
    with pytest.raises(ImproperlyConfigured, match=sentence):
        read("OPTION", environment.redis_urls)


def test_an_empty_value_is_as_good_as_none(monkeypatch):
    monkeypatch.setenv("OPTION", "")
    assert read("OPTION", environment.choice("text", "json"), default="text") == "text"
    assert read("OPTION", environment.networks) == read("OPTION", environment.hosts) == []
    assert read("OPTION", environment.token) == ""
    assert read("OPTION", environment.count, default="3") == 3
    assert read("OPTION", environment.time_zone, default="UTC") == "UTC"
    assert read("OPTION", environment.redis_urls) == []
    assert read("OPTION", environment.seconds, default="3600") == 3600


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path):
    folder = tmp_path / "new" / "var"
    secret = environment.stored_secret(folder)
    assert len(secret) >= 50
    assert environment.stored_secret(folder) == secret
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_the_key_of_push_messages_is_made_once_and_differs_everywhere(tmp_path: Path):
    key = environment.stored_push_key(tmp_path)
    assert environment.stored_push_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["push_key"]
    assert (tmp_path / "push_key").stat().st_mode & 0o777 == 0o600
    assert environment.stored_push_key(tmp_path / "other") != key


def test_a_key_of_push_messages_has_32_bytes_in_either_base64(tmp_path: Path):
    key = base64.b64encode(b"\xfb\xff" * 16).decode()
    assert environment.push_key(f"{key}\n") == key
    assert environment.push_key(key.replace("+", "-").replace("/", "_").rstrip("=")) == key
    for wrong in ("none", "AAAA", f"{key}AAAA", base64.b64encode(bytes(32)).decode()):
        with pytest.raises(ValueError, match="openssl rand -base64 32"):
            environment.push_key(wrong)
    for wrong in ("", "none"):
        (tmp_path / "push_key").write_text(wrong)
        with pytest.raises(ImproperlyConfigured, match="push_key is invalid"):
            environment.stored_push_key(tmp_path)


def test_a_folder_that_cannot_be_is_said_in_a_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match="Cannot write to the data folder"):
        environment.stored_secret(tmp_path / "file" / "var")


def test_this_machine_is_found_by_its_own_names():
    hosts = environment.local_hosts()
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(hosts)
    assert environment.lan_address() in {*hosts, None}


def test_without_a_home_a_user_has_a_folder_all_the_same(monkeypatch, tmp_path: Path):
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as of a user whom nobody knows
    monkeypatch.chdir(tmp_path)
    assert environment.user_data("tictactoe-site") == tmp_path / "tictactoe-site"

import re
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest
from environs import EnvError

from tictactoe_site import environment, serving
from tictactoe_site.environment import env, new_push_key, stored_secret

KEY = "OOdNZgmHgBtV469sO0juG1c8vkxn0pOHH65IZPaK/S0="


def read(monkeypatch: pytest.MonkeyPatch, kind: str, value: str, default: str = ""):
    monkeypatch.setenv("OPTION", value)
    return getattr(env, kind)("OPTION", default)


@pytest.mark.parametrize(
    ("kind", "value", "meaning"),
    [
        ("redis_urls", "redis://a:1/2, unix:///b", ["redis://a:1/2", "unix:///b"]),
        (
            "hosts",
            " a.example, ,.b_c.example,[::1],*,",
            ["a.example", ".b_c.example", "[::1]", "*"],
        ),
        (
            "networks",
            "192.0.2.1, 10.0.0.1/8,2001:db8::/32",
            [ip_network(each) for each in ("192.0.2.1", "10.0.0.0/8", "2001:db8::/32")],
        ),
        ("push_key", KEY, KEY),
        ("time_zone", "Europe/Berlin", "Europe/Berlin"),
        ("email_server", "", {}),
        ("hosts", "", []),
    ],
)
def test_a_value_is_read_without_blanks(monkeypatch, kind: str, value: str, meaning):
    assert read(monkeypatch, kind, value) == meaning


def test_a_mail_server_is_read_as_djangos_settings(monkeypatch):
    read_as = read(monkeypatch, "email_server", "submission://me:p%40ss@mail.example.net")
    expected = {"EMAIL_HOST": "mail.example.net", "EMAIL_PORT": 587, "EMAIL_USE_TLS": True}
    assert read_as | expected | {"EMAIL_HOST_PASSWORD": "p@ss"} == read_as


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        ("time_zone", "Mars", "It must be a time zone such as Europe/Berlin"),
        ("networks", "10.0.0.1,here", "'here' does not appear to be an IPv4 or IPv6 network"),
        ("email_server", "mail.example.net", "It must be like submission://user"),
        ("email_server", "smtp://", "It must be like submission://user"),
        ("email_server", "ftp://u:secret@host", "It must be like submission://user"),
        ("email_server", "smtp://u:secret@host:port", "It must be like submission://user"),
        ("redis_urls", "127.0.0.1:6379", "It must be like redis://"),
        ("redis_urls", "redis://a,b:6379", "It must be like redis://"),
        ("redis_urls", "rediss//:secret@db", "It must be like redis://"),
        ("redis_urls", "redis://a:1?db=secret", "It must be like redis://"),
        ("redis_urls", "redis://:secret#b@c", "with %2F and %23 for the signs / and #"),
        ("hosts", "https://a.example", "without https:// and without a port"),
        ("hosts", "a.example,b.example:80", "without https:// and without a port"),
        ("push_key", "AAAA", "openssl rand -base64 32"),
    ],
)
def test_an_invalid_value_is_explained_without_a_password(monkeypatch, kind, value, sentence: str):
    with pytest.raises(EnvError, match=re.escape(sentence)) as error:
        read(monkeypatch, kind, value)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DATABSE_URL", "DATABASE_URL"),
        ("redis_url", "REDIS_URL"),
        ("METRICS_TOKENS", "METRICS_TOKEN"),
    ],
)
def test_a_misspelt_setting_is_refused(monkeypatch, name: str, meant: str):
    monkeypatch.setenv(name, "x")
    sentence = f"There is no setting {name}. Did you mean {meant}?"
    with pytest.raises(EnvError, match=re.escape(sentence)):
        environment.check_names(env.dump())


@pytest.mark.parametrize("name", ["LOG_LEVEL", "REDIS_TLS_URL", "REDIS_PORT", "TZ"])
def test_what_other_programs_are_told_is_no_setting(monkeypatch, name: str):
    monkeypatch.setenv(name, "x")
    environment.check_names(env.dump())


def test_a_driver_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "channels_redis", None)
    sentence = re.escape("It needs a driver: pip install 'tictactoe-site[redis]'.")
    with pytest.raises(EnvError, match=sentence):
        read(monkeypatch, "redis_urls", "redis://db")


def test_a_secret_is_made_once_and_for_its_owner_only(tmp_path: Path):
    path = tmp_path / "new" / "var" / "push_key"
    secret = stored_secret(path, new_push_key)
    assert (
        stored_secret(path, new_push_key)
        == secret
        != stored_secret(tmp_path / "other", new_push_key)
    )
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o600
    path.parent.chmod(0o755)
    environment.make_data_folder(path.parent)
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_this_machine_is_found_by_its_own_names():
    hosts = serving.local_hosts()
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(hosts)
    assert serving.lan_address() in {*hosts, None}

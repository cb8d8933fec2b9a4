from __future__ import annotations

import os
import re
import secrets
import stat
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from difflib import get_close_matches
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import dj_email_url
from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

from games.ops import program

SIMILAR = 0.85  # likeness to the name of a setting; REDIS_TLS_URL, which hosters set, is 0.82
PUSH_KEY_BYTES = 32
EMAIL_TIMEOUT = 10  # seconds


class Environment(Env):
    def _get_value(self, env_key: str, default: Any) -> Any:
        return super()._get_value(env_key, default) or default  # Empty is as good as unset.


env = Environment()


def check_names(known: Iterable[str]) -> None:
    """:raises EnvError: if a variable looks like a misspelt setting, which nothing would read."""
    for name in sorted(os.environ.keys() - known):
        if meant := get_close_matches(name.upper(), known, n=1, cutoff=SIMILAR):
            raise EnvError(f"There is no setting {name}. Did you mean {meant[0]}?")


def require_driver(module: str, *, extra: str) -> None:
    if find_spec(module) is None:
        raise EnvError(f"It needs a driver: pip install 'tictactoe-site[{extra}]'.")


@env.parser_for("networks")
def networks(text: str) -> list[IPv4Network | IPv6Network]:
    try:
        return [ip_network(each, strict=False) for each in _split(text)]
    except ValueError as error:
        raise EnvError(str(error)) from None


@env.parser_for("hosts")
def hosts(text: str) -> list[str]:
    names = _split(text)
    if any("/" in name or (":" in name and name[-1:] != "]") for name in names):
        raise EnvError("It must have names, without https:// and without a port.")
    return names


@env.parser_for("redis_urls")
def redis_urls(text: str) -> list[str]:
    urls = _split(text)
    if urls:
        require_driver("channels_redis", extra="redis")
    for url in urls:
        _check_redis(url)
    return urls


@env.parser_for("push_key")
def push_key(text: str) -> str:
    if text and len(b64decode(text)) != PUSH_KEY_BYTES:
        raise EnvError("It must be what this prints: openssl rand -base64 32")
    return text


def new_push_key() -> str:
    return b64encode(secrets.token_bytes(PUSH_KEY_BYTES)).decode()


@env.parser_for("email_server")
def email_server(text: str) -> dict[str, Any]:
    try:
        if re.match("(smtps?|submission|submit)://.|console:|file:", text):
            return {**dj_email_url.parse(text), "EMAIL_TIMEOUT": EMAIL_TIMEOUT}
    except ValueError:  # whose own words may show the password
        pass
    if text:
        raise EnvError("It must be like submission://user:password@mail.example.net")
    return {}


@env.parser_for("time_zone")
def time_zone(text: str) -> str:
    try:
        return ZoneInfo(text).key
    except (ValueError, OSError, KeyError):
        raise EnvError("It must be a time zone such as Europe/Berlin.") from None


def make_data_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not folder.stat().st_mode & stat.S_ISVTX:  # such as /tmp, which is meant for everybody
            folder.chmod(0o700)
    except OSError as error:
        raise ImproperlyConfigured(
            f"Cannot write to the data folder {folder} ({error.strerror}). "
            f"Make it writable, or name another folder: DATA_DIR=FOLDER {program.command('play')}"
        ) from None


def stored_secret(path: Path, new: Callable[[], str]) -> str:
    if not path.exists():
        make_data_folder(path.parent)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(new())
        # Linked, so that no process reads a secret half-written; if another process was
        # faster, its file is the one to use.
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


def _check_redis(url: str) -> None:
    from redis.connection import parse_url

    try:
        parse_url(url)  # type: ignore[no-untyped-call]
    except (ValueError, TypeError):  # whose own words may show the password
        url = "#"
    if "#" in url:  # which would cut off the rest
        raise EnvError(
            "It must be like redis://:password@host:6379 or unix:///path, with %2F and %23 for the "
            "signs / and # of a password."
        )


def _split(text: str) -> list[str]:
    return [each for each in map(str.strip, text.split(",")) if each]

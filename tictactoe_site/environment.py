"""Reads settings from the environment, and stores the secret that an installation generates."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable
from difflib import get_close_matches
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from environs import Env, EnvValidationError
from marshmallow import ValidationError, fields
from marshmallow.validate import OneOf, Regexp

T = TypeVar("T")

SECRET_FILE = "secret_key"  # noqa: S105 - a name
# An unknown variable with one of these beginnings is an error. Other settings begin like foreign
# variables, such as LOG_LEVEL, SQLITE_TMPDIR and REDIS_PORT.
OWN_PREFIXES = ("HSTS_", "METRICS_", "TRUSTED_")
SIMILAR = 0.85  # likeness to the name of a setting; REDIS_TLS_URL, which hosters set, is 0.82
ENCODED = "In a password signs such as / and # are written %2F and %23."

Network = IPv4Network | IPv6Network

env = Env()
env.add_parser("parsed", lambda text, parse, default_text: parse(text or default_text))


def read(name: str, parse: Callable[[str], T], default: str = "") -> T:
    """Return the parsed value of a variable, or of the default if it is empty or unset.

    :raises ImproperlyConfigured: if ``parse`` raises ValidationError; ``manage.py`` prints it
    """
    try:
        value: T = env.parsed(name, default="", parse=parse, default_text=default)
    except EnvValidationError as error:
        what, _, _ = str(error).partition(":")
        raise ImproperlyConfigured(f"{what}: {' '.join(error.error_messages)}") from None
    return value


def check_names() -> None:
    """Refuse variables that look like misspelt settings, which would be silently ignored.

    This is called after all settings have been read.

    :raises ImproperlyConfigured: if there is one; the message says which was probably meant.
    """
    settings = env.dump()
    for name in sorted(os.environ.keys() - settings.keys()):
        cutoff = 0 if name.startswith(OWN_PREFIXES) else SIMILAR
        if meant := get_close_matches(name.upper(), settings, n=1, cutoff=cutoff):
            raise ImproperlyConfigured(f"There is no setting {name}. Did you mean {meant[0]}?")


# The parsers of variables. Each raises ValidationError with a sentence for any other value.

token = Regexp(r"$|\S{16,}$", error="It must have at least 16 characters, without blanks.")
_flag = fields.Boolean(error_messages={"invalid": "It must be 1 or 0, not {input!r}."})
_seconds = Regexp(r"[0-9]{1,9}$", error="It must be a number of seconds, not {input!r}.")
_count = Regexp(
    r"$|([1-9]|[1-5]\d|6[0-4])$", error="It must be a whole number from 1 to 64, not {input!r}."
)
_host = Regexp(
    r"(\*|\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])\Z",
    error="It must have names such as play.example.net, without https:// and without a port, "
    "not {input!r}.",
)


def flag(text: str) -> bool:
    return bool(_flag.deserialize(text or "0"))


def seconds(text: str) -> int:
    return int(_seconds(text))


def count(text: str) -> int:
    """Read a number of processes, 0 if the text is empty."""
    return int(_count(text) or 0)


def time_zone(text: str) -> str:
    error = "It must be a time zone such as Europe/Berlin, not {input!r}."
    return str(OneOf(available_timezones(), error=error)(text))


def choice(*words: str) -> OneOf:
    return OneOf(words, error=f"It must be {' or '.join(words)}, not {{input!r}}.")


def hosts(text: str) -> list[str]:
    """Read host names separated by commas; no request would match anything else."""
    return [_host(host) for host in _split(text)]


def networks(text: str) -> list[Network]:
    """Read addresses, and networks such as 10.0.0.0/8, separated by commas."""
    return [_network(each) for each in _split(text)]


def redis_urls(text: str) -> list[str]:
    """Read the addresses of Redis servers, separated by commas."""
    urls = _split(text)
    for url in urls:
        _check_redis_url(url, shown=without_password(text))
    if urls:
        require_driver("channels_redis", extra="redis")
    return urls


def require_driver(module: str, *, extra: str) -> None:
    """Make sure that the package is installed that a value needs.

    :raises ValidationError: if it is not.
    """
    if find_spec(module) is None:
        raise ValidationError(f"It needs a driver: pip install -e '.[{extra}]'.")


def without_password(url: str) -> str:
    """Return an address without its password, even if the address is malformed."""
    shown = re.sub(r"^((?:\w*:?/+)?+[^:/@]*):.*@", r"\1:…@", url, flags=re.DOTALL)
    return re.sub(r"(?<=password=)[^&]*", "…", shown)


def _split(text: str) -> list[str]:
    return [each for each in map(str.strip, text.split(",")) if each]


def _network(text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        error = f"It must have addresses or networks such as 10.0.0.0/8, not {text!r}."
        raise ValidationError(error) from None


def _check_redis_url(url: str, *, shown: str) -> None:
    if not re.match(r"(rediss?|unix)://", url):
        error = f"It must begin with redis://, rediss:// or unix://, not {shown!r}."
        raise ValidationError(error)
    try:
        parts = urlsplit(url)
        is_readable = parts.port != 0 and not parts.fragment  # a stray sign cuts off a fragment
    except ValueError:
        is_readable = False
    if not is_readable:
        hint = f" {ENCODED}" if "@" in url else ""
        raise ValidationError(f"It must be like redis://:password@host:6379, not {shown!r}.{hint}")


# Values that do not come from the environment


def stored_secret(folder: Path) -> str:
    """Return the secret kept in ``folder``; the first call generates it.

    :raises ImproperlyConfigured: if the secret can be neither read nor written.
    """
    path = folder / SECRET_FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_once(path, get_random_secret_key())
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"Cannot write to the data folder {folder} ({error.strerror}). "
            "Make it writable, or name another one in DATA_DIR."
        ) from None


def _write_once(path: Path, text: str) -> None:
    """Create a file unless it exists; no process can read it half-written."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # Another process was faster, and its file is the one to use.
    finally:
        draft.unlink()


def lan_address() -> str | None:
    """Return this machine's IPv4 address on its network, None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # connect() on a UDP socket only chooses a route and sends nothing. 192.0.2.1 is
            # reserved for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def local_hosts() -> list[str]:
    """Return the names under which browsers here and on the same network reach this machine."""
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", lan_address()]
    return [host for host in names if host]

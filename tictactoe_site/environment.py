"""Reads settings from the environment, and stores the secrets that an installation generates."""

from __future__ import annotations

import os
import re
import secrets
import socket
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import dj_email_url
import platformdirs
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from games.ops import program

T = TypeVar("T")

SECRET_FILE, PUSH_KEY_FILE = "secret_key", "push_key"
PUSH_KEYS = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
# An unknown variable with one of these beginnings is an error. Other settings begin like foreign
# variables, such as LOG_LEVEL, SQLITE_TMPDIR and REDIS_PORT.
OWN_PREFIXES = ("HSTS_", "METRICS_", "TRUSTED_")
SIMILAR = 0.85  # likeness to the name of a setting; REDIS_TLS_URL, which hosters set, is 0.82
REDIS_SCHEMES = ("redis", "rediss", "unix")
MAIL_SERVERS = ("smtp", "smtps", "submission", "submit")
MAIL_TIMEOUT = 10  # seconds
EMAIL_SCHEMES = (*MAIL_SERVERS, "console", "file")

_names: set[str] = set()


def read(name: str, parse: Callable[[str], T], default: str = "") -> T:
    """Return the parsed value of a variable, or of the default if it is empty or unset.

    :raises ImproperlyConfigured: if ``parse`` raises ValueError; the command line prints it
    """
    _names.add(name)
    try:
        return parse(os.environ.get(name) or default)
    except ValueError as error:
        raise ImproperlyConfigured(f'Environment variable "{name}" invalid: {error}') from None


def check_names() -> None:
    """Refuse variables that look like misspelt settings, which would be silently ignored.

    This is called after all settings have been read.

    :raises ImproperlyConfigured: if there is one; the message says which was probably meant.
    """
    for name in sorted(os.environ.keys() - _names):
        cutoff = 0 if name.startswith(OWN_PREFIXES) else SIMILAR
        if meant := get_close_matches(name.upper(), _names, n=1, cutoff=cutoff):
            raise ImproperlyConfigured(f"There is no setting {name}. Did you mean {meant[0]}?")


# The parsers of variables. Each raises ValueError with a sentence for any other value.


def matching(pattern: str, sentence: str, convert: Callable[[str], T]) -> Callable[[str], T]:
    def parse(text: str) -> T:
        if not re.fullmatch(pattern, text):
            raise ValueError(sentence.format(text))
        return convert(text)

    return parse


def choice(*words: str) -> Callable[[str], str]:
    return matching("|".join(words), f"It must be {' or '.join(words)}, not {{!r}}.", str)


flag = matching(
    r"(?i)|0|no|false|off|1|yes|true|on",
    "It must be 1 or 0, not {!r}.",
    lambda text: text.lower() in {"1", "yes", "true", "on"},
)
seconds = matching(r"[0-9]{1,9}", "It must be a number of seconds, not {!r}.", int)
count = matching(
    r"|[1-9]|[1-5]\d|6[0-4]",
    "It must be a whole number from 1 to 64, not {!r}.",
    lambda text: int(text or 0),
)
token = matching(r"|\S{16,}", "It must have at least 16 characters, without blanks.", str)
_host = matching(
    r"[^:/\s]+|\[[0-9A-Fa-f:.]+\]",
    "It must have names such as play.example.net, without https:// and without a port, not {!r}.",
    str,
)


def push_key(text: str) -> str:
    """Read the private key of push messages, a number of 32 bytes in base64; it may be none."""
    plain = text.strip().rstrip("=").translate(str.maketrans("-_", "+/"))
    padded = plain + "=" * (-len(plain) % 4)
    try:
        key = b64decode(padded, validate=True)
    except ValueError:
        key = b""
    if text and not (len(key) == 32 and 0 < int.from_bytes(key) < PUSH_KEYS):
        raise ValueError("It must be what this prints: openssl rand -base64 32")
    return padded


def former_secrets(text: str) -> list[str]:
    return _split(text)


def time_zone(text: str) -> str:
    if text not in available_timezones():
        raise ValueError(f"It must be a time zone such as Europe/Berlin, not {text!r}.")
    return text


def hosts(text: str) -> list[str]:
    """Read host names separated by commas; no request would match anything else."""
    return [_host(host) for host in _split(text)]


def networks(text: str) -> list[IPv4Network | IPv6Network]:
    return [ip_network(each, strict=False) for each in _split(text)]


def redis_urls(text: str) -> list[str]:
    urls = _split(text)
    if not all(map(_is_redis_url, urls)):
        raise wrong_address("It must be like redis://:password@host:6379 or unix:///path", text)
    if urls:
        require_driver("channels_redis", extra="redis")
    return urls


def email_server(text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        parts = urlsplit(text)
        if parts.scheme in EMAIL_SCHEMES and (parts.hostname or parts.scheme not in MAIL_SERVERS):
            return {**dj_email_url.parse(text), "EMAIL_TIMEOUT": MAIL_TIMEOUT}
    except ValueError:
        pass
    raise wrong_address("It must be like submission://user:password@mail.example.net", text)


def require_driver(module: str, *, extra: str) -> None:
    """:raises ValueError: if the package is not installed that a value needs."""
    if find_spec(module) is None:
        raise ValueError(f"It needs a driver: pip install 'tictactoe-site[{extra}]'.")


def wrong_address(sentence: str, address: str) -> ValueError:
    hint = " In a password signs such as / and # are written %2F and %23." if "@" in address else ""
    return ValueError(f"{sentence}, not '{without_password(address)}'.{hint}")


def without_password(url: str) -> str:
    shown = re.sub(r"^((?:\w*:?/+)?+[^:/@]*):.*@", r"\1:…@", url, flags=re.DOTALL)
    return re.sub(r"(?<=password=)[^&]*", "…", shown)


def _split(text: str) -> list[str]:
    return [each for each in map(str.strip, text.split(",")) if each]


def _is_redis_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        # A stray sign in a password cuts off a fragment.
        return parts.scheme in REDIS_SCHEMES and parts.port != 0 and not parts.fragment
    except ValueError:
        return False


# Values that do not come from the environment


def user_data(name: str) -> Path:
    try:
        return platformdirs.user_data_path(name, appauthor=False)
    except RuntimeError:
        return Path.cwd() / name


def stored_secret(folder: Path) -> str:
    return _stored(folder / SECRET_FILE, get_random_secret_key)


def stored_push_key(folder: Path, make: Callable[[], str] | None = None) -> str:
    path = folder / PUSH_KEY_FILE
    try:
        return push_key(_stored(path, make or new_push_key) or "none")
    except ValueError as error:
        raise ImproperlyConfigured(f"{path} is invalid: {error}") from None


def new_push_key() -> str:
    return push_key_of(secrets.randbits(512))


def push_key_of(number: int) -> str:
    """Return the key that a number of 64 bytes gives, as evenly as another."""
    return b64encode((number % (PUSH_KEYS - 1) + 1).to_bytes(32)).decode()


def _stored(path: Path, make: Callable[[], str]) -> str:
    folder, draft = path.parent, path.with_name(f"{path.name}.{os.getpid()}")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            draft.touch(mode=0o600)
            draft.write_text(make())
            # Linked, so that no process reads a secret half-written; if another process was
            # faster, its file is the one to use.
            with suppress(FileExistsError):
                os.link(draft, path)
            draft.unlink()
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(explain_unwritable(folder, error)) from None


def explain_unwritable(folder: Path, error: OSError) -> str:
    return (
        f"Cannot write to the data folder {folder} ({error.strerror}). "
        f"Make it writable, or name another folder: DATA_DIR=FOLDER {program.command('play')}"
    )


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
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", lan_address()]
    return [host for host in names if host]

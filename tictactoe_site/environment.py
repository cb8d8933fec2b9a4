"""Reads settings from the environment; keeps the secret that an installation generates."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from environs import Env, EnvValidationError, validate
from marshmallow import fields

SECRET_FILE = "secret_key"  # noqa: S105 - a name
LOOPBACK = ("127.0.0.1", "::1")
HOST = re.compile(r"\*|\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")
# What else begins so is a setting that does not exist. Other settings begin like names that are not
# ours, such as LOG_LEVEL, SQLITE_TMPDIR and REDIS_PORT.
OWN_PREFIXES = ("HSTS_", "METRICS_", "TRUSTED_")
SIMILAR = 0.85  # to the name of a setting, from 0 to 1; REDIS_TLS_URL, which hosters set, is 0.82
ENCODED = "In a password signs such as / and # are written %2F and %23."

Network = IPv4Network | IPv6Network


class Flag(fields.Boolean):
    """A switch. An empty value means off, as if the variable were unset."""

    falsy = fields.Boolean.falsy | {""}
    default_error_messages = {"invalid": "It must be 1 or 0, not {input!r}."}  # noqa: RUF012


env = Env()
env.add_parser_from_field("flag", Flag)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn the errors of environs into Django's own, of which ``manage.py`` prints one sentence.

    :raises ImproperlyConfigured: if a value read inside the block is not valid.
    """
    try:
        yield
    except EnvValidationError as error:
        what, _, _ = str(error).partition(":")
        raise ImproperlyConfigured(f"{what}: {' '.join(error.error_messages)}") from None


def check_names() -> None:
    """Refuse what looks like a misspelt setting, which would be ignored in silence.

    To be called after all settings have been read.

    :raises ImproperlyConfigured: if there is one; the message says which was probably meant.
    """
    settings = env.dump()
    for name in sorted(os.environ.keys() - settings.keys()):
        cutoff = 0 if name.startswith(OWN_PREFIXES) else SIMILAR
        if meant := get_close_matches(name.upper(), settings, n=1, cutoff=cutoff):
            raise ImproperlyConfigured(f"There is no setting {name}. Did you mean {meant[0]}?")


def read_hosts(name: str) -> list[str]:
    """Read host names with commas between them.

    :raises EnvValidationError: if something else is among them, which no request would match.
    """
    hosts = _read_list(name)
    for host in hosts:
        if not HOST.fullmatch(host):
            raise invalid(
                name,
                "It must have names such as play.example.net, without https:// and without a "
                f"port, not {host!r}.",
            )
    return hosts


def read_networks(name: str, default: Iterable[str] = ()) -> list[Network]:
    """Read addresses, and networks such as 10.0.0.0/8, with commas between them.

    :raises EnvValidationError: if something else is among them.
    """
    return [_network(name, text) for text in _read_list(name) or default]


def _read_list(name: str) -> list[str]:
    return [text for text in env.list(name, default=[], subcast=str.strip) if text]


def _network(name: str, text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        error = f"It must have addresses or networks such as 10.0.0.0/8, not {text!r}."
        raise invalid(name, error) from None


def read_seconds(name: str, default: int) -> int:
    error = "It must be a number of seconds, not {input!r}."
    is_number = validate.Regexp(r"[0-9]{0,9}$", error=error)
    return int(env.str(name, default="", validate=is_number) or default)


def read_time_zone(name: str) -> str:
    error = "It must be a time zone such as Europe/Berlin, not {input!r}."
    is_known = validate.OneOf({"", *available_timezones()}, error=error)
    return env.str(name, default="", validate=is_known) or "UTC"


def read_count(name: str, default: int) -> int:
    """Read a number of processes."""
    error = "It must be a whole number from 1 to 64, not {input!r}."
    is_count = validate.Regexp(r"$|([1-9]|[1-5]\d|6[0-4])$", error=error)
    return int(env.str(name, default="", validate=is_count) or default)


def read_redis_urls(name: str) -> list[str]:
    """Read the addresses of Redis servers, with commas between them.

    :raises EnvValidationError: if something else is among them, or there is no driver.
    """
    urls = _read_list(name)
    for url in urls:
        _check_redis_url(name, url, shown=without_password(env.str(name)))
    if urls:
        require_driver(name, "channels_redis", extra="redis")
    return urls


def _check_redis_url(name: str, url: str, *, shown: str) -> None:
    if not re.match(r"(rediss?|unix)://", url):
        error = f"It must begin with redis://, rediss:// or unix://, not {shown!r}."
        raise invalid(name, error)
    if not _is_readable(url):
        hint = f" {ENCODED}" if "@" in url else ""
        raise invalid(name, f"It must be like redis://:password@host:6379, not {shown!r}.{hint}")


def _is_readable(url: str) -> bool:
    """Say if an address has a host and a port, and nothing that a stray sign has cut off."""
    try:
        parts = urlsplit(url)
        return parts.port != 0 and not parts.fragment
    except ValueError:
        return False


def require_driver(name: str, module: str, *, extra: str) -> None:
    """Make sure that a package is installed which the value of a variable needs.

    :raises EnvValidationError: if it is not.
    """
    if find_spec(module) is None:
        raise invalid(name, f"It needs a driver: pip install -e '.[{extra}]'.")


def invalid(name: str, error: str) -> EnvValidationError:
    """Return the error of a variable whose value cannot be used."""
    return EnvValidationError(f'Environment variable "{name}" invalid: ', [error])


def without_password(url: str) -> str:
    """Return an address as it may be shown, also one that is written wrongly."""
    shown = re.sub(r"^((?:\w*:?/+)?+[^:/@]*):.*@", r"\1:…@", url, flags=re.DOTALL)
    return re.sub(r"(?<=password=)[^&]*", "…", shown)


def read_choice(name: str, choices: Sequence[str]) -> str:
    """Read one of these words; the first of them if the variable is empty or unset."""
    error = f"It must be {' or '.join(choices)}, not {{input!r}}."
    is_known = validate.OneOf({"", *choices}, error=error)
    return env.str(name, default="", validate=is_known) or choices[0]


def read_token(name: str) -> str:
    """Read a secret that programs send; empty if there is none."""
    error = "It must have at least 16 characters, without blanks."
    return env.str(name, default="", validate=validate.Regexp(r"$|\S{16,}$", error=error))


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
    """Create a file unless it exists; no other process ever reads a half-written one."""
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
    """Return this machine's IPv4 address on its network, None if it is on no network."""
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

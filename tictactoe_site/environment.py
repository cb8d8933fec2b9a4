"""Settings read from the environment, and the secret a private installation makes itself."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

_BOOLEANS = {
    "1": True,
    "true": True,
    "yes": True,
    "0": False,
    "false": False,
    "no": False,
    "": False,
}


def env_bool(name: str) -> bool:
    """Read a yes or no, no when unset.

    :raises ImproperlyConfigured: if it is neither.
    """
    value = os.environ.get(name, "").lower()
    if value not in _BOOLEANS:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return _BOOLEANS[value]


def env_list(name: str) -> list[str]:
    """Read words separated by commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def env_required(name: str) -> str:
    """Read a text that must be there.

    :raises ImproperlyConfigured: if it is not.
    """
    if value := os.environ.get(name):
        return value
    raise ImproperlyConfigured(f"{name} must be set when PRODUCTION is on.")


def stored_secret(folder: Path) -> str:
    """Return the secret kept in ``folder``, made at the first call.

    :raises ImproperlyConfigured: if it can neither be read nor written.
    """
    path = folder / "secret_key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_once(path, get_random_secret_key())
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"Cannot write to the data folder {folder} ({error.strerror}). "
            "Make it writable, or name another one in DATA_DIR."
        ) from None


def _write_once(path: Path, text: str) -> None:
    """Create the file, whole from the first moment it can be read; leave an old one alone."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # Another process was first; its secret is the one.
    finally:
        draft.unlink()


def lan_address() -> str | None:
    """Return this machine's address on its network, None if it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Choosing a route sends nothing; 192.0.2.1 is reserved for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def local_hosts() -> list[str]:
    """Return the names by which a browser here or on the same network finds this machine."""
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", lan_address()]
    return [host for host in names if host]

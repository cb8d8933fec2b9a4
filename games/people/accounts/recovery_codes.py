"""The way back in: a code of an account, which is used up with the new password it leads to."""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import constant_time_compare

BYTES = 10  # of which the 16 characters of a code are written
GROUP = 4  # characters
# What people read for letters that a code may have, which has none of these digits.
MISREAD = str.maketrans("018", "OIB")

OLD_COUNT = OLD_DIGITS = 10  # of the codes before 0.4.0, all of which were shown at once


class RecoveryCodes:
    """The code of an account, made when it is first asked for, and those of earlier versions."""

    def __init__(self, user: User) -> None:
        self.row, _is_new = Authenticator.objects.get_or_create(
            user=user, type=Authenticator.Type.RECOVERY_CODES, defaults={"data": _new()}
        )
        if "made" not in self.row.data and "viewed_at" not in self.row.data:
            self.renew()  # nobody has seen the old ones

    @property
    def unused(self) -> list[str]:
        used = self.row.data["used_mask"]
        return [code for number, code in enumerate(self._codes) if not used >> number & 1]

    @property
    def unseen(self) -> list[str]:
        data = self.row.data
        return self._codes[data["shown"] :] if "made" in data else []

    def note_shown(self) -> None:
        if self.unseen:
            self._change(shown=self.row.data["made"])

    def has(self, code: str) -> bool:
        return self._find(code) is not None

    @transaction.atomic
    def use(self, code: str) -> bool:
        self.row = Authenticator.objects.select_for_update().get(pk=self.row.pk)
        if (number := self._find(code)) is None:
            return False
        self._change(used_mask=self.row.data["used_mask"] | 1 << number)
        return True

    def renew(self) -> None:
        self.row.data = {}
        self._change(**_new())

    @property
    def _codes(self) -> list[str]:
        data = self.row.data
        if "made" not in data:
            return _old_codes(data["seed"])
        return [_code(data["seed"], number) for number in range(data["made"])]

    def _find(self, code: str) -> int | None:
        written = "".join(filter(str.isalnum, code)).upper()
        forms = (written, written.translate(MISREAD))
        unused = (
            each for each in self.unused if any(constant_time_compare(each, f) for f in forms)
        )
        found = next(unused, None)
        return None if found is None else self._codes.index(found)

    def _change(self, **changed: Any) -> None:
        self.row.data |= changed
        self.row.save(update_fields=["data"])


def in_groups(code: str) -> str:
    return " ".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def _new() -> dict[str, Any]:
    return {"seed": secrets.token_hex(40), "used_mask": 0, "made": 1, "shown": 0}


def _code(seed: str, number: int) -> str:
    digest = hmac.digest(seed.encode(), str(number).encode(), "sha256")
    return base64.b32encode(digest[:BYTES]).decode()


def _old_codes(seed: str) -> list[str]:
    mac, codes = hmac.new(seed.encode(), digestmod="sha1"), []
    for number in range(OLD_COUNT):
        mac.update(f"{number:3},".encode())
        digits = int.from_bytes(mac.digest()[: OLD_DIGITS // 2], "big") % 10**OLD_DIGITS
        codes.append(f"{digits:0{OLD_DIGITS}}")
    return codes

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
# What people read for letters that a code may have, which has none of these digits.
MISREAD = str.maketrans("018", "OIB")

OLD_COUNT = OLD_DIGITS = 10  # of the codes before 0.4.0, all of which were shown at once


class RecoveryCodes:
    """The code of an account, made when it is first asked for, and those of earlier versions."""

    def __init__(self, user: User) -> None:
        self.row, _is_new = Authenticator.objects.get_or_create(
            user=user, type=Authenticator.Type.RECOVERY_CODES, defaults={"data": _new()}
        )
        if not {"made", "viewed_at"} & self.row.data.keys():
            self.renew()  # nobody has seen the old ones

    @property
    def unused(self) -> list[str]:
        codes, used = _codes(self.row.data), self.row.data["used_mask"]
        return [code for number, code in enumerate(codes) if not used >> number & 1]

    @property
    def unseen(self) -> list[str]:
        data = self.row.data
        return _codes(data)[data["shown"] :] if "made" in data else []

    def note_shown(self) -> None:
        if self.unseen:
            self._change(shown=self.row.data["made"])

    @transaction.atomic
    def use(self, code: str) -> bool:
        self.row = Authenticator.objects.select_for_update().get(pk=self.row.pk)
        typed = "".join(filter(str.isalnum, code)).upper()
        forms, codes = (typed, typed.translate(MISREAD)), _codes(self.row.data)
        for right in self.unused:
            if any(constant_time_compare(right, form) for form in forms):
                self._change(used_mask=self.row.data["used_mask"] | 1 << codes.index(right))
                return True
        return False

    def renew(self) -> None:
        self.row.data = {}
        self._change(**_new())

    def _change(self, **changed: Any) -> None:
        self.row.data |= changed
        self.row.save(update_fields=["data"])


def _new() -> dict[str, Any]:
    return {"seed": secrets.token_hex(40), "used_mask": 0, "made": 1, "shown": 0}


def _codes(data: dict[str, Any]) -> list[str]:
    seed: bytes = data["seed"].encode()
    if "made" not in data:
        return _old_codes(seed)
    digests = (hmac.digest(seed, str(number).encode(), "sha256") for number in range(data["made"]))
    return [base64.b32encode(digest[:BYTES]).decode() for digest in digests]


def _old_codes(seed: bytes) -> list[str]:
    mac, codes = hmac.new(seed, digestmod="sha1"), []
    for number in range(OLD_COUNT):
        mac.update(f"{number:3},".encode())
        digits = int.from_bytes(mac.digest()[: OLD_DIGITS // 2], "big") % 10**OLD_DIGITS
        codes.append(f"{digits:0{OLD_DIGITS}}")
    return codes

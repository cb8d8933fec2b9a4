"""Recovery codes: each leads once to a new password.

The table is allauth's, and so is the way from a stored seed to the digits, as people have written
them down. allauth's own code for them is no part of what it offers to others.
"""

from __future__ import annotations

import hmac
import secrets
import time

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import constant_time_compare

COUNT = DIGITS = 10


class RecoveryCodes:
    """The codes of an account, which are made when they are first asked for."""

    def __init__(self, user: User) -> None:
        made = {"seed": secrets.token_hex(40), "used_mask": 0}
        self.row, _is_new = Authenticator.objects.get_or_create(
            user=user, type=Authenticator.Type.RECOVERY_CODES, defaults={"data": made}
        )

    @property
    def unused(self) -> dict[int, str]:
        """The codes that nobody has used, by number."""
        used, codes = self.row.data["used_mask"], enumerate(_codes_of(self.row.data["seed"]))
        return {number: code for number, code in codes if not used >> number & 1}

    @property
    def were_shown(self) -> bool:
        return "viewed_at" in self.row.data

    def note_shown(self) -> None:
        self.row.data.setdefault("viewed_at", time.time())
        self.row.save(update_fields=["data"])

    @transaction.atomic
    def use(self, code: str) -> bool:
        """Use up a code; return whether it is one."""
        self.row = Authenticator.objects.select_for_update().get(pk=self.row.pk)
        for number, each in self.unused.items():
            if constant_time_compare(each, code):
                self.row.data["used_mask"] |= 1 << number
                self.row.save(update_fields=["data"])
                return True
        return False

    @transaction.atomic
    def renew(self) -> None:
        """Make new codes, of which none was shown; the earlier ones do not work any more."""
        self.row = Authenticator.objects.select_for_update().get(pk=self.row.pk)
        self.row.data = {"seed": secrets.token_hex(40), "used_mask": 0}
        self.row.save(update_fields=["data"])


def _codes_of(seed: str) -> list[str]:
    mac, codes = hmac.new(seed.encode(), digestmod="sha1"), []
    for number in range(COUNT):
        mac.update(f"{number:3},".encode())
        digits = int.from_bytes(mac.digest()[: DIGITS // 2], "big") % 10**DIGITS
        codes.append(f"{digits:0{DIGITS}}")
    return codes

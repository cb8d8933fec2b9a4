"""Recovery codes: each leads once to a new password, and is used up when that is set."""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.utils.crypto import constant_time_compare

MOST = 10  # codes from one seed
BYTES = 10  # of which the 16 characters of a code are written
GROUP = 4  # characters
# What people read for letters that a code may have, which has none of these digits.
MISREAD = str.maketrans("018", "OIB")

OLD_COUNT = OLD_DIGITS = 10  # of the codes before 0.4.0, all of which were shown at once


class CodeTokens(PasswordResetTokenGenerator):
    """Makes the key of a link to a new password that works until a code is used."""

    key_salt = "games.people.accounts.recovery_codes"

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        return f"{user.pk} {self.code} {timestamp}"


class LinkTokens:
    def check_token(self, user: User, key: str) -> bool:
        is_other_link = default_token_generator.check_token(user, key)
        return is_other_link or code_of_link(user, key) is not None


def code_of_link(user: User, key: str) -> str | None:
    """Return the unused code that led to a link, None if there is none."""
    if not Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).exists():
        return None
    unused = RecoveryCodes(user).unused
    return next((code for code in unused if CodeTokens(code).check_token(user, key)), None)


class RecoveryCodes:
    """The codes of an account, of which the first is made when it is first asked for."""

    def __init__(self, user: User) -> None:
        self.row, _is_new = Authenticator.objects.get_or_create(
            user=user, type=Authenticator.Type.RECOVERY_CODES, defaults={"data": _first()}
        )
        if self._are_old and "viewed_at" not in self.row.data:
            self.renew()  # nobody has seen them

    @property
    def unused(self) -> list[str]:
        return [code for number, code in enumerate(self._codes) if not self._is_used(number)]

    @property
    def unseen(self) -> list[str]:
        return [] if self._are_old else self._codes[self.row.data["shown"] :]

    @property
    def may_have_more(self) -> bool:
        return not self._are_old and self.row.data["made"] < MOST

    def note_shown(self) -> None:
        if not self._are_old:
            self._change(shown=self.row.data["made"])

    def find(self, code: str) -> str | None:
        """Return the unused code that somebody has written in some way, None if it is none."""
        written = "".join(filter(str.isalnum, code)).upper()
        written = written if self._are_old else written.translate(MISREAD)
        return next((each for each in self.unused if constant_time_compare(each, written)), None)

    @transaction.atomic
    def use(self, code: str) -> bool:
        self._lock()
        if (found := self.find(code)) is None:
            return False
        self._change(used_mask=self.row.data["used_mask"] | 1 << self._codes.index(found))
        return True

    @transaction.atomic
    def add(self) -> None:
        """Make another code, unless there are too many."""
        self._lock()
        if self.may_have_more:
            self._change(made=self.row.data["made"] + 1)

    @transaction.atomic
    def renew(self) -> None:
        self._lock()
        self.row.data = {}
        self._change(**_first())

    @property
    def _are_old(self) -> bool:
        return "made" not in self.row.data

    @property
    def _codes(self) -> list[str]:
        data = self.row.data
        if self._are_old:
            return _old_codes(data["seed"])
        return [_code(data["seed"], number) for number in range(data["made"])]

    def _is_used(self, number: int) -> bool:
        return bool(self.row.data["used_mask"] >> number & 1)

    def _lock(self) -> None:
        self.row = Authenticator.objects.select_for_update().get(pk=self.row.pk)

    def _change(self, **changed: Any) -> None:
        self.row.data |= changed
        self.row.save(update_fields=["data"])


def in_groups(code: str) -> str:
    """Write a code in groups that are easy to copy by hand."""
    return " ".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def _first() -> dict[str, Any]:
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

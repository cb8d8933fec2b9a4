"""Hashes passwords as the profile OpaqueString of RFC 8265 prepares them."""

from __future__ import annotations

from typing import Any
from unicodedata import category, normalize

from django.contrib.auth import hashers


class AsTyped(str):
    __slots__ = ()


class Opaque:
    def encode(self, password: str, *args: Any, **options: Any) -> str:
        prepared = password if isinstance(password, AsTyped) else prepare(password)
        encoded: str = super().encode(prepared, *args, **options)  # type: ignore[misc]
        return encoded

    def verify(self, password: str, encoded: str) -> bool:
        if super().verify(password, encoded):  # type: ignore[misc]
            return True
        as_typed = AsTyped(password)
        return prepare(password) != password and super().verify(as_typed, encoded)  # type: ignore[misc]


class OpaquePBKDF2(Opaque, hashers.PBKDF2PasswordHasher):
    pass


def prepare(password: str) -> str:
    spaced = "".join(" " if category(character) == "Zs" else character for character in password)
    return normalize("NFC", spaced)

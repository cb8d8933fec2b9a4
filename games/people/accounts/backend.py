from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User


class AccountBackend(AuthenticationBackend):  # type: ignore[misc]
    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        user = User.objects.filter(username=username).first()
        found: AbstractBaseUser | None = self._check_password(user, password)
        return found

    def get_user(self, user_id: Any) -> AbstractBaseUser | None:
        user = User.objects.select_related("player").filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None

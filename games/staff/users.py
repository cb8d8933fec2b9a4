"""The admin of users who are members of staff; accounts are shown with their players."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

# Nobody needs to see how others sign in, and codes are as good as passwords.
admin.site.unregister([User, EmailAddress, Authenticator, UserSession])


@admin.register(User)
class StaffUserAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's own, which lists the roles, and in which nobody can make up when somebody came."""

    list_display = ("username", "roles", "last_login")
    readonly_fields = ("last_login", "date_joined")

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        users: QuerySet[User] = super().get_queryset(request)
        return users.exclude(player__isnull=False, is_staff=False).prefetch_related("groups")

    def roles(self, user: User) -> str:
        if user.is_superuser:
            return "Superuser"
        return ", ".join(group.name for group in user.groups.all())

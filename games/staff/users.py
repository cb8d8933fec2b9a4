"""The admin of users, the members of staff."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User

admin.site.unregister(User)


@admin.register(User)
class StaffUserAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's own, in which nobody can make up when somebody came."""

    readonly_fields = ("last_login", "date_joined")

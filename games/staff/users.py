"""The admin of users, the members of staff."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

admin.site.unregister(User)


@admin.register(User)
class StaffUserAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's own, which lists the roles, and in which nobody can make up when somebody came."""

    list_display = ("username", "roles", "last_login")
    readonly_fields = ("last_login", "date_joined")

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        users: QuerySet[User] = super().get_queryset(request)
        return users.prefetch_related("groups")

    def roles(self, user: User) -> str:
        if user.is_superuser:
            return "Superuser"
        return ", ".join(group.name for group in user.groups.all())

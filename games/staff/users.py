"""The admin of users who are members of staff; accounts are shown with their players."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.http import HttpRequest

from games.staff.roles import role, singular

# Roles have fixed permissions. Nobody needs to see how others sign in, and codes are as good as
# passwords.
admin.site.unregister([User, Group, EmailAddress, Authenticator, UserSession])


class Roles(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, obj: Group) -> str:
        return singular(obj.name)


class HasRoles(forms.Form):
    groups = Roles(
        Group.objects.order_by("name"),
        label="Roles",
        required=False,
        help_text="Viewers look; moderators also act. Who has no role cannot come in.",
    )


class StaffCreationForm(HasRoles, AdminUserCreationForm):  # type: ignore[type-arg]
    pass


class StaffChangeForm(HasRoles, UserChangeForm):  # type: ignore[type-arg]
    pass


@admin.register(User)
class StaffUserAdmin(UserAdmin):  # type: ignore[type-arg]
    form, add_form = StaffChangeForm, StaffCreationForm
    list_display = ("username", "roles", "last_login")
    list_filter = ("groups", "is_active")
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "first_name")}),
        ("What they may do", {"fields": ("groups", "is_superuser", "is_active")}),
        ("When they came", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "usable_password", "password1", "password2", "groups")}),
    )
    filter_horizontal = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        users: QuerySet[User] = super().get_queryset(request)
        return users.exclude(player__isnull=False, is_staff=False).prefetch_related("groups")

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        user = form.instance
        user.is_staff = user.is_superuser or user.groups.exists()
        user.save(update_fields=["is_staff"])

    def roles(self, user: User) -> str:
        return role(user).capitalize()

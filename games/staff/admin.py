from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import HiddenName, MaskedWord, Player
from games.models.masked_words import MaskedLooks
from games.play import services
from games.staff import games, players, reports  # noqa: F401 - registers the models
from games.staff.roles import DOES, role, singular
from games.web.staff import ONE_BUTTON, StaffAdmin

# Roles have fixed permissions. Nobody needs to see how others sign in, and codes are as good as
# passwords.
admin.site.unregister([User, Group, EmailAddress, Authenticator, UserSession])


class Role(forms.ModelChoiceField):  # type: ignore[type-arg]
    # One of the groups, as which Django wants a list.
    widget = forms.RadioSelect

    def label_from_instance(self, obj: Group) -> str:
        return f"{singular(obj.name)} {DOES.get(obj.name, '')}"

    def prepare_value(self, value: Any) -> Any:
        return super().prepare_value(next(iter(value), "") if isinstance(value, list) else value)

    def clean(self, value: Any) -> Any:
        group = super().clean(value)
        return [group] if group else []


class NewMemberForm(forms.ModelForm):  # type: ignore[type-arg]
    groups = Role(Group.objects.order_by("-name"), label="Role", empty_label=None)
    password = forms.CharField(
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        validators=[validate_password],
    )

    class Meta:
        model = User
        fields = ("groups", "username")
        help_texts = {"username": ""}  # noqa: RUF012

    def save(self, commit: bool = True) -> Any:
        self.instance.set_password(self.cleaned_data["password"])
        return super().save(commit)


@admin.register(User)
class StaffUserAdmin(UserAdmin):  # type: ignore[type-arg]
    add_form, add_form_template = NewMemberForm, None
    list_display = ("username", "roles", "last_login", "last_action")
    list_filter = ("groups", "is_active")
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "first_name", "groups")}),
        (None, {"fields": ("is_superuser", "is_active", "last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("groups", "username", "password")}),)
    filter_horizontal = ()

    def formfield_for_manytomany(self, *_: Any, **__: Any) -> Any:  # of groups alone
        groups = Group.objects.order_by("-name")
        none = "None: cannot come in"
        return Role(groups, label="Role", required=False, blank=True, empty_label=none)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        users: QuerySet[User] = super().get_queryset(request)
        acted = users.annotate(acted_at=Max("logentry__action_time"))
        return acted.exclude(player__isnull=False, is_staff=False).prefetch_related("groups")

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        return super().render_change_form(request, {**context, **ONE_BUTTON}, *args, **options)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        user = form.instance
        user.is_staff = user.is_superuser or user.groups.exists()
        user.save(update_fields=["is_staff"])

    def roles(self, user: User) -> str:
        return role(user).capitalize()

    @admin.display(empty_value="None")
    def last_action(self, user: Any) -> Any:
        return user.acted_at


@admin.register(LogEntry)
class LogAdmin(StaffAdmin):
    list_display = ("action_time", "user", "content_type", "of", "words")
    list_display_links = None
    list_filter = (("user", admin.RelatedOnlyFieldListFilter), "action_time")
    list_select_related = ("user", "content_type")
    search_fields = ("object_id",)
    search_help_text = "The id of what was changed; names are not kept here."

    @admin.display(description="which")
    def of(self, entry: LogEntry) -> SafeString | str:
        address = None if entry.is_deletion() else entry.get_admin_url()
        link = '<a href="{}"><bdi>{}</bdi></a>'
        return format_html(link, address, entry.object_repr) if address else entry.object_repr

    def words(self, entry: LogEntry) -> str:
        return entry.get_change_message() or f"{entry.get_action_flag_display()}."


@admin.register(HiddenName)
class HiddenNameAdmin(StaffAdmin):
    list_display = ("name", "hidden_at")
    search_fields = ("name",)
    may_delete = True


@admin.register(MaskedWord)
class MaskedWordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("word", "with_endings")
    search_fields = ("word",)

    def save_model(self, request: HttpRequest, obj: MaskedWord, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        transaction.on_commit(_hide_names)


def _hide_names() -> None:
    listed = MaskedLooks.read()
    people = Player.objects.people().filter(forgotten_at=None)
    for id, name in people.values_list("pk", "name"):
        if listed.are_in(name):
            services.hide_name(Player.objects.get(pk=id))

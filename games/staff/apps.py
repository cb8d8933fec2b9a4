from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.admin import apps as admin_apps

CREATE_ROLES = "games.staff.roles.create_roles"
NAMES = {
    "admin.LogEntry": ("action", "log"),
    "auth.User": ("member of staff", "staff"),
    "auth.Group": ("role", "roles"),
}


class StaffConfig(AppConfig):
    name = "games.staff"
    label = "games_staff"
    verbose_name = "Staff"

    def ready(self) -> None:
        from django.contrib.admin.models import LogEntry
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_init, post_migrate

        from games.staff.roles import create_roles
        from games.staff.site import note_staff_login

        apps.get_app_config("auth").verbose_name = "Members of staff"
        for label, (one, several) in NAMES.items():
            options = apps.get_model(label)._meta
            options.verbose_name, options.verbose_name_plural = one, several
        user_logged_in.connect(note_staff_login)
        post_init.connect(name_by_id, sender=LogEntry)
        # This runs after the receivers that create the permissions, which connected first.
        games = apps.get_app_config("games")
        post_migrate.connect(create_roles, sender=games, dispatch_uid=CREATE_ROLES)


class AdminConfig(admin_apps.AdminConfig):
    default = False  # otherwise Django would use it as the configuration of this app
    default_site = "games.staff.site.StaffSite"


def name_by_id(instance: Any, **_: Any) -> None:
    # The log has no names, also where Django writes it.
    instance.object_repr = instance.object_id or ""

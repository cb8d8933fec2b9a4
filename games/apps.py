"""The app of the games, and the admin with a login of its own."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps

CREATE_ROLES = "games.roles.create_roles"


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Tic-tac-toe"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_migrate

        from games.roles import create_roles
        from games.web.sessions import note_staff_login

        user_logged_in.connect(note_staff_login)
        # After the permissions, which the apps before this one create and connected first.
        post_migrate.connect(create_roles, sender=self, dispatch_uid=CREATE_ROLES)


class StaffConfig(admin_apps.AdminConfig):
    """Django's admin with a login that limits wrong passwords."""

    default = False  # or Django would take it for the configuration of this app
    default_site = "games.admin_site.StaffSite"

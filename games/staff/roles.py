from __future__ import annotations

from typing import Any

from django.apps.registry import Apps

LOOK = (
    *("games.view_game", "games.view_player", "games.view_matchbox", "games.view_hiddenname"),
    *("games.view_report", "games.view_block", "games.view_restriction", "games.view_maskedword"),
)
MODERATE = (
    "games.change_game",  # to close one that nobody plays
    "games.export_game",
    # To rename people, to hide names, to lock accounts, and to make links to new passwords.
    "games.change_player",
    "games.delete_player",  # to forget people
    "games.delete_hiddenname",  # to let a name be taken again
    "games.change_report",  # to close it
    "games.delete_restriction",  # to end a silence or a lock
    # To keep the list of words that nobody is to read.
    *("games.add_maskedword", "games.change_maskedword", "games.delete_maskedword"),
    "admin.view_logentry",
)
ROLES = {"Viewers": LOOK, "Moderators": LOOK + MODERATE}
DOES = {
    "Viewers": "looks at games, players and reports",
    "Moderators": "also decides on reports, hides names, renames, silences, locks out and forgets "
    "people, closes and exports games, and reads the log",
}


def create_roles(apps: Apps, **_: Any) -> None:
    try:
        groups = apps.get_model("auth", "Group").objects
    except LookupError:
        return  # Only some apps were migrated.
    for name, labels in ROLES.items():
        group, _is_new = groups.get_or_create(name=name)
        codenames = [label.partition(".")[2] for label in labels]
        permissions = apps.get_model("auth", "Permission").objects.filter(
            content_type__app_label__in=("admin", "games"), codename__in=codenames
        )
        group.permissions.set(permissions)


def role(user: Any) -> str:
    if user.is_superuser:
        return "administrator"
    names = sorted(singular(group.name).lower() for group in user.groups.all())
    return " and ".join(names) or "no role"


def singular(name: str) -> str:
    return name.removesuffix("s")

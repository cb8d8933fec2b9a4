"""Compute the looks of names anew, by Unicode's table of confusable characters.

Nobody loses a name: where two accounts look alike now, the first has the look, and the other keeps
the username it has. Whoever writes its name still reaches it, as the very name goes before one that
looks alike.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations

from games.models.names import look

MAX_USERNAME, MAX_LOOK = 150, 500


def update_looks(apps: Any, schema_editor: Any) -> None:
    users = apps.get_model("auth", "User").objects
    accounts = users.filter(player__isnull=False, is_staff=False)
    names = dict(accounts.values_list("pk", "player__name"))
    looks = {pk: look(name)[:MAX_USERNAME] for pk, name in names.items()}
    for pk, username in settle(dict(users.values_list("pk", "username")), looks):
        users.filter(pk=pk).update(username=username)
    hidden = apps.get_model("games", "HiddenName").objects
    looks = {pk: look(name)[:MAX_LOOK] for pk, name in hidden.values_list("pk", "name")}
    for pk, value in settle(dict(hidden.values_list("pk", "look")), looks):
        hidden.filter(pk=pk).update(look=value)


def settle(current: dict[int, str], wanted: dict[int, str]) -> list[tuple[int, str]]:
    """Return the changes that give rows what they want, one after the other, as far as it is free.

    One that goes may leave its value to another.
    """
    taken, changes, has_changed = set(current.values()), [], True
    while has_changed:
        has_changed = False
        for pk in sorted(wanted):
            if wanted[pk] not in taken:
                taken.discard(current[pk])
                taken.add(wanted[pk])
                current[pk] = wanted[pk]
                changes.append((pk, wanted[pk]))
                has_changed = True
    return changes


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0049_room_for_clusters"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(update_looks, migrations.RunPython.noop, elidable=True)]

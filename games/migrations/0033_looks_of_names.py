"""Compute the looks of names anew: marks count in most scripts, invisible characters nowhere.

Where two would become equal, the second keeps the one it has. Whoever writes its name still reaches
it, as the very name goes before one that looks alike.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations

from games.models.names import look


def update_looks(apps: Any, schema_editor: Any) -> None:
    users = apps.get_model("auth", "User").objects
    accounts = users.filter(player__isnull=False, is_staff=False).order_by("pk")
    for user in accounts.select_related("player"):
        _update(users, user, "username", look(user.player.name)[:150])
    hidden_names = apps.get_model("games", "HiddenName").objects
    for hidden in hidden_names.order_by("pk"):
        _update(hidden_names, hidden, "look", look(hidden.name))


def _update(rows: Any, row: Any, field: str, new: str) -> None:
    if new == getattr(row, field):
        return
    if other := rows.filter(**{field: new}).first():
        print(f"{row._meta.object_name} {row.pk} looks like {other.pk} now, but keeps its {field}.")
    else:
        rows.filter(pk=row.pk).update(**{field: new})


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_heartbeat"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(update_looks, migrations.RunPython.noop, elidable=True)]

"""Give names and words room for characters of several code points.

SQLite does not look at the length of a text; it would make each table anew, without its triggers.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

import games.models.people


class Lengthen(migrations.AlterField):
    def database_forwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, *states)


class Migration(migrations.Migration):
    dependencies = [("games", "0048_log_without_names")]

    operations = [
        Lengthen(
            "player",
            "name",
            models.CharField(default=games.models.people.new_name, max_length=192),
        ),
        Lengthen("hiddenname", "name", models.CharField(max_length=192)),
        Lengthen("gameevent", "words", models.CharField(max_length=640, null=True)),
        Lengthen("report", "name", models.CharField(max_length=192)),
        Lengthen("report", "words", models.CharField(max_length=1600, null=True)),
    ]

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import F


def delete_rows(apps: Any, schema_editor: Any) -> None:
    """Delete the moves that were set up, which the record of each game has too.

    That is one statement, however many they are.
    """
    moves = apps.get_model("games", "Move").objects
    moves.filter(game__start_ply__gt=0, ply__lt=F("game__start_ply")).delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0023_hidden_names")]

    operations = [migrations.RunPython(delete_rows, migrations.RunPython.noop)]

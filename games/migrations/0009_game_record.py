from __future__ import annotations

from typing import Any

from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    """Write the record of every game from its moves."""
    games, moves = apps.get_model("games", "Game"), apps.get_model("games", "Move")
    for game_id in list(games.objects.filter(ply__gt=0).values_list("pk", flat=True)):
        live = moves.objects.filter(game_id=game_id, undone_at=None).order_by("ply")
        record = list(live.values_list("cell", flat=True))
        games.objects.filter(pk=game_id).update(record=record)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_variant_code")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="record",
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

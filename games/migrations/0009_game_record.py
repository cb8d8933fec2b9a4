from __future__ import annotations

from typing import Any

from django.db import migrations, models

# The cells of a game's live moves in their order, as JSON that is written as Django writes it.
# One statement for all games: asking for the moves of each took a minute for 100,000 of them.
CELLS = {
    "sqlite": "'[' || coalesce(group_concat(cell, ', '), '') || ']'",
    "postgresql": "coalesce(jsonb_agg(cell ORDER BY ply), '[]')",
}
FILL = """
    UPDATE games_game SET record = (
        SELECT {cells} FROM (
            SELECT cell, ply FROM games_move
            WHERE game_id = games_game.id AND undone_at IS NULL
            ORDER BY ply
        ) AS live
    )
    WHERE ply > 0
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Write the record of every game from its moves."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute(FILL.format(cells=CELLS[connection.vendor]))


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

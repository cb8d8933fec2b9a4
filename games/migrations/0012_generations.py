from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_game_times")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="generation",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="forgotten_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RemoveField(model_name="transfer", name="session_key"),
    ]

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0058_names_of_the_field")]

    # The column keeps its name, which servers of the version before use.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("player", "face", "avatar"),
                migrations.AlterField(
                    "player",
                    "avatar",
                    models.CharField(
                        max_length=16,
                        blank=True,
                        default="",
                        db_default="",
                        editable=False,
                        db_column="face",
                    ),
                ),
            ]
        )
    ]

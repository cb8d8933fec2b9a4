from __future__ import annotations

from django.db import migrations, models

import games.engine.clock


class Migration(migrations.Migration):
    dependencies = [("games", "0010_processed_messages")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="touched_at",
            field=models.DateTimeField(default=games.engine.clock.now, verbose_name="last change"),
        ),
    ]

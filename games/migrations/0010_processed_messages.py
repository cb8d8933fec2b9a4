from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_game_record")]

    operations = [
        migrations.RemoveConstraint(model_name="heard", name="heard_once"),
        migrations.RenameModel(old_name="Heard", new_name="ProcessedMessage"),
        migrations.AlterField(
            model_name="processedmessage",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="processed_messages",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="processedmessage",
            constraint=models.UniqueConstraint(
                fields=("game", "player", "message"), name="message_processed_once"
            ),
        ),
    ]

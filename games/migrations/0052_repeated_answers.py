"""Keep the last answer to a puzzle, as one that is sent twice counts once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0051_called_games")]

    operations = [
        migrations.AddField("puzzleattempt", "last_answer", models.JSONField(null=True)),
    ]

"""Keep when a player was last here, for all processes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0043_established_ratings")]

    operations = [
        migrations.AddField("player", "here_at", models.DateTimeField(null=True, editable=False)),
    ]

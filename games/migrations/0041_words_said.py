"""Keep what friends say to each other in a game."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0040_invitations_and_calls")]

    operations = [
        migrations.AddField("gameevent", "words", models.CharField(max_length=80, null=True)),
    ]

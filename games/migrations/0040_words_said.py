"""Keep what friends say to each other in a game."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0039_faces")]

    operations = [
        migrations.AddField("gameevent", "words", models.CharField(max_length=80, null=True)),
    ]

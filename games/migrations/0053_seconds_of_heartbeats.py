"""Let a server process that starts know how long ago the last sign of life of another one was."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0052_repeated_answers")]

    operations = [migrations.AddField("heartbeat", "seconds", models.FloatField(null=True))]

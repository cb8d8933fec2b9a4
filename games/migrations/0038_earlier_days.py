"""Keep all days on which somebody solved a puzzle as that of the day."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0037_reactions_and_names")]

    operations = [migrations.AddField("puzzleattempt", "earlier_days", models.JSONField(null=True))]

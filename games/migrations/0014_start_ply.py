from __future__ import annotations

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("games", "0013_rematch_asked_by")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="start_ply",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="moves set up"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(ply__gte=F("start_ply")), name="game_never_before_its_start"
            ),
        ),
    ]

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_hints")]

    operations = [
        migrations.RenameField(model_name="game", old_name="variant", new_name="variant_code"),
        migrations.AlterField(
            model_name="game",
            name="variant_code",
            field=models.CharField("board", default="3x3x3", max_length=24),
        ),
    ]

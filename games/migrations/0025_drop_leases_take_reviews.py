from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_openings_in_records"),
    ]

    operations = [
        migrations.AddField(
            model_name="review",
            name="taken_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.DeleteModel(
            name="Lease",
        ),
    ]

"""Nobody directs exhibitions any more; the columns for that go with a later release."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_owners(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "Exhibition").objects.update(owner=None)


class Migration(migrations.Migration):
    dependencies = (("games", "0054_seeks_by_time"),)

    operations = (
        migrations.AlterField(
            "exhibition",
            "owner",
            models.ForeignKey(
                "games.player",
                models.SET_NULL,
                null=True,
                editable=False,
                related_name="exhibitions",
            ),
        ),
        migrations.AlterField(
            "exhibition", "pace", models.PositiveIntegerField(default=1000, editable=False)
        ),
        migrations.AlterField(
            "exhibition", "is_paused", models.BooleanField(default=False, editable=False)
        ),
        migrations.RunPython(forget_owners, migrations.RunPython.noop),
    )

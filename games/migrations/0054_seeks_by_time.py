"""Find those who have looked for somebody lately without reading all who ever did."""

from django.db import migrations

from ._operations import index


class Migration(migrations.Migration):
    dependencies = [("games", "0053_seconds_of_heartbeats")]

    operations = [migrations.AddIndex("seek", index("seek_by_time", "since"))]

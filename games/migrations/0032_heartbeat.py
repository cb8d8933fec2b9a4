from django.db import migrations
from django.db.models import DateTimeField

from games.engine.clock import now
from games.migrations._operations import model


class Migration(migrations.Migration):
    dependencies = [("games", "0031_duels")]

    operations = [model("Heartbeat", at=DateTimeField(default=now))]

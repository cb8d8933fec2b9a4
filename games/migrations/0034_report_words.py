from django.db import migrations
from django.db.models import CharField


class Migration(migrations.Migration):
    dependencies = [("games", "0033_looks_of_names")]

    operations = [migrations.AddField("report", "words", CharField(max_length=200, null=True))]

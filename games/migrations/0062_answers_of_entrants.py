from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0061_tournaments")]

    operations = [
        migrations.AddField("entrant", "answer", models.PositiveSmallIntegerField(null=True)),
        migrations.DeleteModel("TournamentAnswer"),
    ]

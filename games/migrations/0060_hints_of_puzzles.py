from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0059_avatars")]
    operations = [
        migrations.AddField("puzzleattempt", "hinted_at", models.DateTimeField(null=True))
    ]

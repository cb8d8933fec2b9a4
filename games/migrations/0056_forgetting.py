"""Say by ``on_delete`` what is kept of people who are forgotten; it changes no table."""

from django.db import migrations, models

from games.people.moderation.models import keep_without_words


def change(model, field, on_delete, related_name):
    to_player = models.ForeignKey(on_delete=on_delete, related_name=related_name, to="games.player")
    return migrations.AlterField(model, field, to_player)


class Migration(migrations.Migration):
    dependencies = [("games", "0055_exhibitions_without_owners")]

    operations = [
        change("report", "reporter", keep_without_words, "reports"),
        change("report", "reported", keep_without_words, "reported_by"),
        change("restriction", "player", models.PROTECT, "restrictions"),
    ]

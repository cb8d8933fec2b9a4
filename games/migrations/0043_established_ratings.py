"""Count against how many people somebody has played for each rating."""

from django.db import migrations, models

ENOUGH = 3


def count_opponents(apps, schema_editor):
    changes = apps.get_model("games", "RatingChange").objects.exclude(game=None)
    people = {}
    rows = changes.values_list("rating", "rating__player", "game__x", "game__o")
    for rating, player, *seats in rows.iterator():
        people.setdefault(rating, set()).update(set(seats) - {player, None})
    ratings = apps.get_model("games", "Rating").objects
    for rating, met in people.items():
        ratings.filter(pk=rating).update(opponents=min(ENOUGH, len(met)))


class Migration(migrations.Migration):
    dependencies = [("games", "0042_relations")]

    operations = [
        migrations.AddField(
            "rating", "opponents", models.PositiveSmallIntegerField(default=0, db_default=0)
        ),
        migrations.RunPython(count_opponents, migrations.RunPython.noop, elidable=True),
    ]

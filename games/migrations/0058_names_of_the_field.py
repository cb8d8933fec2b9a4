from django.db import migrations, models
from django.db.models import Index, Q

from games.migrations._operations import choices

INDEX = "game_going_on_elsewhere"
HIDDEN = {"null": True, "editable": False}
NO_SHOW = models.CharField(max_length=1, db_column="absent", **HIDDEN)
ONLINE_AT = models.DateTimeField(db_column="here_at", **HIDDEN)
OPTIONS = {"db_index": False, "related_name": "+", "db_column": "goes_on_in_id", **HIDDEN}
NEXT_GAME = models.ForeignKey("games.game", models.SET_NULL, **OPTIONS)
ELSEWHERE = Index(fields=["next_game"], name=INDEX, condition=Q(next_game__isnull=False))


REPORTS = choices(
    "said What they said, name The name is rude, stalling Keeps others waiting, "
    "other Something else"
)


class Migration(migrations.Migration):
    # The columns keep their names, which servers of the version before read.
    dependencies = [("games", "0057_notifications")]
    operations = [
        migrations.AlterField("report", "kind", models.CharField(max_length=16, choices=REPORTS)),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("game", INDEX),
                migrations.RenameField("game", "absent", "no_show"),
                migrations.RenameField("game", "goes_on_in", "next_game"),
                migrations.RenameField("player", "here_at", "online_at"),
                migrations.AlterField("game", "no_show", NO_SHOW),
                migrations.AlterField("game", "next_game", NEXT_GAME),
                migrations.AlterField("player", "online_at", ONLINE_AT),
                migrations.AddIndex("game", ELSEWHERE),
            ]
        ),
    ]

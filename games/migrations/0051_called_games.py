"""Let games that have not begun call both of their players."""

from django.db import migrations
from django.db.models import CharField, CheckConstraint, Q

from games.migrations._operations import choices

STATUSES = choices(
    "waiting Waiting for a player, called Calling its players, playing Being played, "
    "finished Finished, closed Closed"
)
ENDED = Q(status__in=["finished", "closed"], finished_at__isnull=False) & ~Q(reason="")
NOT_ENDED = Q(status__in=["waiting", "called", "playing"], reason="", winner="", finished_at=None)
DEADLINE = Q(deadline_at=None) | Q(status__in=["called", "playing"])


class Migration(migrations.Migration):
    dependencies = [("games", "0050_looks_by_unicode")]

    operations = [
        migrations.AlterField(
            "game", "status", CharField(max_length=16, choices=STATUSES, default="waiting")
        ),
        migrations.RemoveConstraint("game", "game_finished_with_a_reason_and_a_time"),
        migrations.RemoveConstraint("game", "game_deadline_only_while_it_is_played"),
        migrations.AddConstraint(
            "game",
            CheckConstraint(
                condition=ENDED | NOT_ENDED, name="game_finished_with_a_reason_and_a_time"
            ),
        ),
        migrations.AddConstraint(
            "game",
            CheckConstraint(
                condition=DEADLINE, name="game_deadline_only_while_it_is_called_or_played"
            ),
        ),
    ]

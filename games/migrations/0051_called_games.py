"""Let games that have not begun call both of their players."""

from django.db import migrations
from django.db.models import (
    BooleanField,
    CharField,
    CheckConstraint,
    DateTimeField,
    JSONField,
    Q,
)

from games.migrations._operations import choices

STATUSES = choices(
    "waiting Waiting for a player, called Calling its players, playing Being played, "
    "finished Finished, closed Closed"
)
ENDED = Q(status__in=["finished", "closed"], finished_at__isnull=False) & ~Q(reason="")
NOT_ENDED = Q(status__in=["waiting", "called", "playing"], reason="", winner="", finished_at=None)
DEADLINE = Q(deadline_at=None) | Q(status__in=["called", "playing"])

# Columns that a server of the version before still reads. SQLite makes the changed table anew,
# without what is not in the state.
FORMER = {
    "open_since": DateTimeField(editable=False, null=True),
    "ratings": JSONField(editable=False, null=True),
    "takes_any_board": BooleanField(editable=False, null=True),
}


class Migration(migrations.Migration):
    dependencies = [("games", "0050_looks_by_unicode")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField("game", name, field) for name, field in FORMER.items()
            ]
        ),
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
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("game", name) for name in FORMER]
        ),
    ]

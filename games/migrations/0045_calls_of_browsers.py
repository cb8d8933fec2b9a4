"""Keep calls by browser, and whether they were handed over; a browser may have no push service."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0044_here_at")]

    operations = [
        migrations.RemoveConstraint("call", "one_call_a_game_and_player"),
        migrations.AddField(
            "call",
            "browser",
            # A server of the version before adds calls without it.
            models.ForeignKey(
                "games.subscription", models.CASCADE, related_name="calls", null=True
            ),
        ),
        migrations.AddField(
            "call", "is_handed_over", models.BooleanField(default=False, db_default=False)
        ),
        migrations.AlterField(
            "subscription",
            "endpoint",
            models.CharField(max_length=1000, unique=True, null=True, blank=True),
        ),
        migrations.AddConstraint(
            "call",
            models.UniqueConstraint(fields=["game", "browser"], name="one_call_a_game_and_browser"),
        ),
    ]

"""Keep invitations to people met, and whom to call, where and when."""

import games.engine.clock
from django.db import migrations, models

REASONS = (
    *(("line", "In a row"), ("full", "Board full"), ("dead", "No line left")),
    *(("resigned", "Resigned"), ("left", "Opponent left"), ("time", "Out of time")),
    *(("agreed", "Draw agreed"), ("withdrawn", "Withdrawn"), ("declined", "Declined")),
    *(("expired", "Nobody joined"), ("abandoned", "Abandoned"), ("stopped", "Stopped")),
    ("no_show", "Somebody did not come"),
)
ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
ONCE = models.UniqueConstraint(fields=("game", "player"), name="one_call_a_game_and_player")


def reference(name, related_name, kind=models.ForeignKey, **options):
    field = kind(to=f"games.{name}", on_delete=models.CASCADE, related_name=related_name, **options)
    return name, field


class Migration(migrations.Migration):
    dependencies = [("games", "0039_faces")]

    operations = [
        migrations.AlterField(
            "game",
            "reason",
            models.CharField("ending", max_length=16, blank=True, choices=REASONS),
        ),
        migrations.CreateModel(
            "Invitation",
            [
                reference(
                    "game", "invitation", models.OneToOneField, primary_key=True, serialize=False
                ),
                reference("player", "invitations"),
                ("declined_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            "CallSettings",
            [
                ("id", ID),
                reference("player", "call_settings", models.OneToOneField),
                ("joined", models.BooleanField(default=True)),
                ("turn", models.BooleanField(default=True)),
                ("found", models.BooleanField(default=True)),
                ("rematch", models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            "Subscription",
            [
                ("id", ID.clone()),
                reference("player", "subscriptions"),
                ("session_key", models.CharField(max_length=40)),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=32)),
                ("language", models.CharField(max_length=16)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            "Call",
            [
                ("id", ID.clone()),
                reference("game", "calls", db_index=False),
                reference("player", "calls"),
                ("kind", models.CharField(max_length=16)),
                ("at", models.DateTimeField(default=games.engine.clock.now)),
            ],
            options={"constraints": [ONCE]},
        ),
    ]

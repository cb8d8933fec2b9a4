"""Keep invitations to people met, and whom to call, where and when."""

import django.db.models.deletion
import games.engine.clock
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0037_reactions_and_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("line", "In a row"),
                    ("full", "Board full"),
                    ("dead", "No line left"),
                    ("resigned", "Resigned"),
                    ("left", "Opponent left"),
                    ("time", "Out of time"),
                    ("agreed", "Draw agreed"),
                    ("withdrawn", "Withdrawn"),
                    ("declined", "Declined"),
                    ("expired", "Nobody joined"),
                    ("abandoned", "Abandoned"),
                    ("stopped", "Stopped"),
                    ("no_show", "Somebody did not come"),
                ],
                max_length=16,
                verbose_name="ending",
            ),
        ),
        migrations.CreateModel(
            name="CallSettings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("joined", models.BooleanField(default=True)),
                ("turn", models.BooleanField(default=True)),
                ("found", models.BooleanField(default=True)),
                ("rematch", models.BooleanField(default=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="call_settings",
                        to="games.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="invitation",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("declined_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Subscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("session_key", models.CharField(max_length=40)),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=32)),
                ("language", models.CharField(max_length=16)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to="games.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("joined", "my friend joins"),
                            ("turn", "it is my turn, and I am away"),
                            ("found", "somebody to play is found"),
                            ("rematch", "somebody asks for a rematch"),
                        ],
                        max_length=16,
                    ),
                ),
                ("at", models.DateTimeField(default=games.engine.clock.now)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "player"), name="one_call_a_game_and_player"
                    )
                ],
            },
        ),
    ]

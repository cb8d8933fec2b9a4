"""Keep silences and locks, the line that is reported, and whom staff keep apart."""

import django.db.models.deletion
from django.db import migrations, models

REASONS = [
    ("name", "The name"),
    ("said", "What they said"),
    ("stalling", "Keeps others waiting"),
    ("other", "Something else"),
]
RESTRICTIONS = [("silence", "silenced"), ("lock", "locked")]


class Migration(migrations.Migration):
    dependencies = [("games", "0046_masked_words")]

    operations = [
        migrations.AddField(
            "block", "by_staff", models.BooleanField(db_default=False, default=False)
        ),
        migrations.AddField(
            "report",
            "line",
            models.ForeignKey(
                "games.gameevent",
                django.db.models.deletion.SET_NULL,
                null=True,
                related_name="+",
            ),
        ),
        migrations.AlterField("report", "kind", models.CharField(choices=REASONS, max_length=16)),
        migrations.CreateModel(
            "Restriction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=RESTRICTIONS, max_length=8)),
                ("until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        "games.player",
                        django.db.models.deletion.CASCADE,
                        related_name="restrictions",
                    ),
                ),
            ],
            options={
                "verbose_name": "silence or lock",
                "verbose_name_plural": "silences and locks",
                "ordering": ("-created_at",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "kind"), name="one_restriction_of_a_kind"
                    )
                ],
            },
        ),
    ]

"""Give each game its kind, and what a kind keeps of it a table of its own."""

import django.db.models.deletion
from django.db import migrations, models

# Only duels were series of two games.
COPY = """
    UPDATE games_game SET kind = CASE WHEN best_of = 2 THEN 'duel' ELSE 'open' END
    WHERE best_of = 2 OR open_since IS NOT NULL;
    UPDATE games_game SET kind = 'exhibition' WHERE id IN (SELECT game_id FROM games_exhibition);
    INSERT INTO games_seek (game_id, since, any_board)
    SELECT id, open_since, COALESCE(takes_any_board, false) FROM games_game
    WHERE open_since IS NOT NULL;
    INSERT INTO games_duelgame (game_id, ratings)
    SELECT id, ratings FROM games_game
    WHERE best_of = 2 AND x_id IS NOT NULL AND o_id IS NOT NULL;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0034_report_words")]

    operations = [
        migrations.CreateModel(
            name="DuelGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="duel",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("ratings", models.JSONField(editable=False, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Seek",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="seek",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("since", models.DateTimeField()),
                ("any_board", models.BooleanField(default=False)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_deadline_only_while_it_is_played",
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_open_only_on_terms_for_anybody",
        ),
        migrations.AddField(
            model_name="game",
            name="kind",
            field=models.CharField(editable=False, max_length=16, null=True),
        ),
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
    ]

"""Use the tables of kinds instead of columns of games."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_kinds_of_games"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="game",
            name="game_longest_open_first",
        ),
        migrations.RemoveIndex(
            model_name="game",
            name="game_newest_duels_first",
        ),
        migrations.RemoveIndex(
            model_name="game",
            name="game_duel_being_played",
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("kind__isnull", False)),
                fields=["kind", "-created_at", "-id"],
                name="game_newest_of_kind_first",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("kind__isnull", False), ("status__in", ["waiting", "playing"])),
                fields=["kind", "status", "variant_code", "ply"],
                name="game_unfinished_of_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("deadline_at", None), ("status", "playing"), _connector="OR"),
                name="game_deadline_only_while_it_is_played",
            ),
        ),
        # A server of the version before still reads these columns. They go with a later release.
        # This comes last, as SQLite makes a changed table anew, without what is not in the state.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="game", name="open_since"),
                migrations.RemoveField(model_name="game", name="ratings"),
                migrations.RemoveField(model_name="game", name="takes_any_board"),
            ]
        ),
    ]

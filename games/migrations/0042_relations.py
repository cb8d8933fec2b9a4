"""Keep how the two people of a game know each other."""

from django.db import migrations, models

# Whoever met in a game of a kind was a stranger, and stays one in the rematches, which had no kind.
# So are those of a rematch whose first game was deleted: nobody knows how they met.
FILL = """
    UPDATE games_game SET relation = 'friends' WHERE kind IS NULL AND (x_id IS NULL OR o_id IS NULL
        OR x_id <> o_id AND NOT EXISTS (
            SELECT 1 FROM games_player WHERE id IN (x_id, o_id) AND level IS NOT NULL));
    UPDATE games_game SET relation = 'strangers' WHERE kind IN ('open', 'duel');
    UPDATE games_game SET relation = 'strangers' WHERE relation = 'friends' AND id IN (
        WITH RECURSIVE met (id) AS (
            SELECT id FROM games_game
            WHERE kind IN ('open', 'duel') OR previous_id IS NULL AND asked_by <> ''
            UNION SELECT game.id FROM games_game game JOIN met ON game.previous_id = met.id)
        SELECT id FROM met);
"""
RELATIONS = [("friends", "Friends"), ("strangers", "Strangers")]


class Migration(migrations.Migration):
    dependencies = [("games", "0041_words_said")]

    operations = [
        migrations.AddField(
            "game",
            "relation",
            # A server of the version before adds games without it: their players are no friends.
            models.CharField(max_length=16, null=True, choices=RELATIONS, editable=False),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]

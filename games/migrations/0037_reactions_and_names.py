"""Keep reactions, and index the names of players by their trigrams.

Whatever makes ``games_player`` anew on SQLite, as most changes of a table do, drops the triggers
with the old table, and has to make them again. A test of the search notices.
"""

from django.db import DatabaseError, migrations, models, transaction

KINDS = (
    ("joined", "took the free seat"),
    ("arrived", "came to the game"),
    ("away", "went away"),
    ("back", "came back"),
    ("undo_asked", "asked to take a move back"),
    ("undo_declined", "declined to take it back"),
    ("undo_withdrawn", "no longer asked for it"),
    ("draw_offered", "offered a draw"),
    ("draw_declined", "declined the draw"),
    ("draw_withdrawn", "no longer offered a draw"),
    ("reacted", "reacted"),
)
SQLITE = (
    "CREATE VIRTUAL TABLE games_player_trigrams USING fts5("
    "name, content='games_player', content_rowid='id', tokenize='trigram')",
    "INSERT INTO games_player_trigrams (games_player_trigrams) VALUES ('rebuild')",
    """CREATE TRIGGER games_player_trigrams_insert AFTER INSERT ON games_player BEGIN
    INSERT INTO games_player_trigrams (rowid, name) VALUES (new.id, new.name); END""",
    """CREATE TRIGGER games_player_trigrams_delete AFTER DELETE ON games_player BEGIN
    INSERT INTO games_player_trigrams (games_player_trigrams, rowid, name)
    VALUES ('delete', old.id, old.name); END""",
    """CREATE TRIGGER games_player_trigrams_update AFTER UPDATE OF name ON games_player BEGIN
    INSERT INTO games_player_trigrams (games_player_trigrams, rowid, name)
    VALUES ('delete', old.id, old.name);
    INSERT INTO games_player_trigrams (rowid, name) VALUES (new.id, new.name); END""",
)
DROP_SQLITE = (
    "DROP TRIGGER IF EXISTS games_player_trigrams_insert",
    "DROP TRIGGER IF EXISTS games_player_trigrams_delete",
    "DROP TRIGGER IF EXISTS games_player_trigrams_update",
    "DROP TABLE IF EXISTS games_player_trigrams",
)
# ``icontains`` compares capital letters.
POSTGRESQL = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE INDEX IF NOT EXISTS player_by_trigrams ON games_player "
    "USING gin (upper(name) gin_trgm_ops)",
)
DROP_POSTGRESQL = ("DROP INDEX IF EXISTS player_by_trigrams",)


def index_names(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor == "sqlite":
        _execute(connection, SQLITE)
        return
    try:
        with transaction.atomic(connection.alias):
            _execute(connection, POSTGRESQL)
    except DatabaseError:
        pass  # Without the extension, or the right to create it, all names are read.


def drop_index(apps, schema_editor):
    connection = schema_editor.connection
    _execute(connection, DROP_SQLITE if connection.vendor == "sqlite" else DROP_POSTGRESQL)


def _execute(connection, statements):
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0036_columns_of_kinds")]

    operations = [
        migrations.AddField("gameevent", "reaction", models.CharField(max_length=16, null=True)),
        migrations.AlterField("gameevent", "kind", models.CharField(max_length=16, choices=KINDS)),
        migrations.RunPython(index_names, drop_index),
    ]

"""Make what came between 0.3.0 and 0.4.0 at once; what it is filled with comes after it.

On SQLite, whatever makes ``games_player`` anew drops the triggers with the old table, and has to
make them again, by ``index_names``. A test of the search notices.
"""

from django.db import DatabaseError, migrations, transaction
from django.db.models import CASCADE, PROTECT, SET_NULL, BooleanField, CharField, DateTimeField
from django.db.models import FloatField, ForeignKey, JSONField, OneToOneField, PositiveIntegerField
from django.db.models import PositiveSmallIntegerField, Q

from games.engine.clock import now
from games.migrations._operations import check, choices, index, model, unique
from games.models.people import new_name
from games.people.moderation.models import keep_without_words

STEPS = """
    0032_heartbeat 0033_looks_of_names 0034_report_words 0035_kinds_of_games 0036_columns_of_kinds
    0037_reactions_and_names 0038_earlier_days 0039_faces 0040_invitations_and_calls
    0041_words_said 0042_relations 0043_established_ratings 0044_here_at 0045_calls_of_browsers
    0046_masked_words 0047_restrictions 0048_log_without_names 0049_room_for_clusters
    0050_looks_by_unicode 0051_called_games 0052_repeated_answers 0053_seconds_of_heartbeats
    0054_seeks_by_time 0055_exhibitions_without_owners 0056_forgetting
"""
STATUSES = choices(
    "waiting Waiting for a player, called Calling its players, playing Being played, "
    "finished Finished, closed Closed"
)
ENDINGS = choices(
    "line In a row, full Board full, dead No line left, resigned Resigned, left Opponent left, "
    "time Out of time, agreed Draw agreed, withdrawn Withdrawn, declined Declined, "
    "expired Nobody joined, abandoned Abandoned, stopped Stopped, no_show Somebody did not come"
)
EVENTS = choices(
    "joined took the free seat, arrived came to the game, away went away, back came back, "
    "undo_asked asked to take a move back, undo_declined declined to take it back, "
    "undo_withdrawn no longer asked for it, draw_offered offered a draw, "
    "draw_declined declined the draw, draw_withdrawn no longer offered a draw, reacted reacted"
)
REPORTS = choices(
    "said What they said, name The name is rude, stalling Keeps others waiting, "
    "other Something else"
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


class Lengthen(migrations.AlterField):
    """SQLite does not look at the length of a text; it would make each table anew."""

    def database_forwards(self, app_label, schema_editor, *states):
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, *states)


def add(model_name, **fields):
    return [migrations.AddField(model_name, name, field) for name, field in fields.items()]


def to_player(related_name, on_delete=CASCADE):
    return ForeignKey("games.player", on_delete, related_name)


def of_game(related_name):
    return OneToOneField(
        "games.game", CASCADE, related_name=related_name, primary_key=True, serialize=False
    )


class Migration(migrations.Migration):
    replaces = [("games", name) for name in STEPS.split()]
    dependencies = [("games", "0031_duels")]

    operations = [
        model("Heartbeat", at=DateTimeField(default=now), seconds=FloatField(null=True)),
        model("DuelGame", game=of_game("duel"), ratings=JSONField(editable=False, null=True)),
        model(
            "Seek",
            index("seek_by_time", "since"),
            game=of_game("seek"),
            since=DateTimeField(),
            any_board=BooleanField(default=False),
        ),
        model(
            "Invitation",
            game=of_game("invitation"),
            player=to_player("invitations"),
            declined_at=DateTimeField(null=True),
        ),
        model(
            "NotificationPreference",
            options={"db_table": "games_callsettings"},
            player=OneToOneField("games.player", CASCADE, related_name="notification_preference"),
            joined=BooleanField(default=True),
            turn=BooleanField(default=True),
            found=BooleanField(default=True),
            rematch=BooleanField(default=True),
        ),
        model(
            "PushSubscription",
            options={"db_table": "games_subscription"},
            player=to_player("push_subscriptions"),
            session_key=CharField(max_length=40),
            endpoint=CharField(max_length=1000, unique=True, null=True, blank=True),
            p256dh=CharField(max_length=100),
            auth=CharField(max_length=32),
            language=CharField(max_length=16),
            created_at=DateTimeField(auto_now_add=True),
        ),
        model(
            "Notification",
            unique("one_call_a_game_and_browser", "game", "browser"),
            options={"db_table": "games_call"},
            game=ForeignKey("games.game", CASCADE, "notifications", db_index=False),
            player=to_player("notifications"),
            kind=CharField(max_length=16),
            at=DateTimeField(default=now),
            browser=ForeignKey("games.pushsubscription", CASCADE, "notifications", null=True),
            is_handed_over=BooleanField(default=False, db_default=False),
        ),
        model(
            "MaskedWord",
            options={"ordering": ("word",)},
            word=CharField(max_length=24, unique=True),
            with_endings=BooleanField(
                "longer words that begin with it too", default=False, db_default=False
            ),
        ),
        model(
            "Restriction",
            unique("one_restriction_of_a_kind", "player", "kind"),
            options={
                "verbose_name": "silence or lock",
                "verbose_name_plural": "silences and locks",
                "ordering": ("-created_at",),
            },
            player=to_player("restrictions", PROTECT),
            kind=CharField(choices=choices("silence silenced, lock locked"), max_length=8),
            until=DateTimeField(null=True),
            created_at=DateTimeField(auto_now_add=True),
        ),
        *add(
            "puzzleattempt",
            earlier_days=JSONField(null=True),
            last_answer=JSONField(null=True),
        ),
        *add("rating", opponents=PositiveSmallIntegerField(default=0, db_default=0)),
        *add("block", by_staff=BooleanField(default=False, db_default=False)),
        *add(
            "gameevent",
            reaction=CharField(max_length=16, null=True),
            words=CharField(max_length=640, null=True),
        ),
        migrations.AlterField("gameevent", "kind", CharField(max_length=16, choices=EVENTS)),
        *add(
            "report",
            words=CharField(max_length=1600, null=True),
            line=ForeignKey("games.gameevent", SET_NULL, "+", null=True),
        ),
        migrations.AlterField("report", "kind", CharField(max_length=16, choices=REPORTS)),
        migrations.AlterField("report", "reporter", to_player("reports", keep_without_words)),
        migrations.AlterField("report", "reported", to_player("reported_by", keep_without_words)),
        Lengthen("report", "name", CharField(max_length=192)),
        Lengthen("hiddenname", "name", CharField(max_length=192)),
        Lengthen("player", "name", CharField(default=new_name, max_length=192)),
        *add(
            "player",
            here_at=DateTimeField(null=True, editable=False),
            face=CharField(max_length=16, blank=True, default="", db_default="", editable=False),
            ink=CharField(max_length=8, blank=True, default="", db_default="", editable=False),
        ),
        migrations.RunPython(index_names, drop_index),
        migrations.AlterField(
            "exhibition",
            "owner",
            ForeignKey("games.player", SET_NULL, "exhibitions", null=True, editable=False),
        ),
        migrations.AlterField(
            "exhibition", "pace", PositiveIntegerField(default=1000, editable=False)
        ),
        migrations.AlterField(
            "exhibition", "is_paused", BooleanField(default=False, editable=False)
        ),
        *add(
            "game",
            kind=CharField(editable=False, max_length=16, null=True),
            # A server of the version before adds games without it: their players are no friends.
            relation=CharField(
                max_length=16,
                null=True,
                choices=choices("friends Friends, strangers Strangers"),
                editable=False,
            ),
        ),
        migrations.AlterField(
            "game", "reason", CharField("ending", max_length=16, blank=True, choices=ENDINGS)
        ),
        migrations.AlterField(
            "game", "status", CharField(max_length=16, choices=STATUSES, default="waiting")
        ),
        migrations.RemoveIndex("game", "game_longest_open_first"),
        migrations.RemoveIndex("game", "game_newest_duels_first"),
        migrations.RemoveIndex("game", "game_duel_being_played"),
        migrations.AddIndex(
            "game",
            index(
                "game_newest_of_kind_first",
                *("kind", "-created_at", "-id"),
                condition=Q(kind__isnull=False),
            ),
        ),
        migrations.AddIndex(
            "game",
            index(
                "game_unfinished_of_kind",
                *("kind", "status", "variant_code", "ply"),
                condition=Q(kind__isnull=False, status__in=["waiting", "playing"]),
            ),
        ),
        migrations.RemoveConstraint("game", "game_open_only_on_terms_for_anybody"),
        migrations.RemoveConstraint("game", "game_deadline_only_while_it_is_played"),
        migrations.RemoveConstraint("game", "game_finished_with_a_reason_and_a_time"),
        migrations.AddConstraint(
            "game",
            check(
                "game_finished_with_a_reason_and_a_time",
                Q(status__in=["finished", "closed"], finished_at__isnull=False) & ~Q(reason="")
                | Q(
                    status__in=["waiting", "called", "playing"],
                    reason="",
                    winner="",
                    finished_at=None,
                ),
            ),
        ),
        migrations.AddConstraint(
            "game",
            check(
                "game_deadline_only_while_it_is_called_or_played",
                Q(deadline_at=None) | Q(status__in=["called", "playing"]),
            ),
        ),
        # A server of the version before still reads these columns. They go with a later release.
        # This comes last, as SQLite makes a changed table anew, without what is not in the state.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("game", "open_since"),
                migrations.RemoveField("game", "ratings"),
                migrations.RemoveField("game", "takes_any_board"),
            ]
        ),
    ]

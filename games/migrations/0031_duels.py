"""Rate duels, and let people look for them."""

from django.db import migrations
from django.db.models import CASCADE, SET_NULL, CharField, DateTimeField, FloatField, ForeignKey
from django.db.models import JSONField, PositiveIntegerField, Q

from games.engine.clock import now
from games.migrations._operations import check, index, model, unique


class Migration(migrations.Migration):
    dependencies = [("games", "0030_profiles")]

    operations = [
        model(
            "Rating",
            index("rating_best_first", "board", "-value", "id", condition=Q(duels__gte=10)),
            unique("one_rating_a_board", "player", "board"),
            options={"ordering": ("player_id", "board")},
            player=ForeignKey("games.player", CASCADE, "ratings", db_index=False),
            board=CharField(max_length=16),
            value=FloatField(default=1500.0),
            deviation=FloatField(default=350.0),
            volatility=FloatField(default=0.06),
            duels=PositiveIntegerField(default=0),
            rated_at=DateTimeField(default=now),
            known_until=DateTimeField(null=True),
        ),
        model(
            "RatingChange",
            index("rating_change_by_time", "rating", "at"),
            unique("one_change_a_duel", "game", "rating"),
            options={"ordering": ("at", "pk")},
            rating=ForeignKey("games.rating", CASCADE, "changes", db_index=False),
            game=ForeignKey("games.game", SET_NULL, "rating_changes", null=True),
            score=FloatField(),
            before=FloatField(),
            after=FloatField(),
            deviation=FloatField(),
            at=DateTimeField(default=now),
        ),
        migrations.RemoveConstraint("game", "game_open_only_on_terms_for_anybody"),
        migrations.AddField("game", "ratings", JSONField(editable=False, null=True)),
        migrations.AddIndex(
            "game",
            index("game_newest_duels_first", "-created_at", "-id", condition=Q(best_of=2)),
        ),
        migrations.AddIndex(
            "game",
            index(
                "game_duel_being_played",
                *("variant_code", "ply"),
                condition=Q(status="playing", best_of=2),
            ),
        ),
        migrations.AddConstraint(
            "game",
            check(
                "game_open_only_on_terms_for_anybody",
                Q(open_since=None, takes_any_board=None)
                | Q(open_since__isnull=False, is_public=True, allows_undo=False)
                & (Q(start_ply=0) | Q(best_of=2)),
            ),
        ),
    ]

"""Make the tables of version 0.3.0 at once, as its steps did one after the other."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import migrations
from django.db.models import CASCADE, PROTECT, SET_NULL, F, ForeignKey, Index, OneToOneField, Q
from django.db.models import BooleanField, CharField, DateField, DateTimeField, DurationField
from django.db.models import JSONField, PositiveIntegerField, PositiveSmallIntegerField

from games.engine.clock import now
from games.migrations._operations import check, choices, index, model, unique
from games.models.games import new_id
from games.models.people import NameKey, new_name

STEPS = """
    0001_initial 0002_closed_games 0003_claims 0004_living_rooms 0005_heard_messages
    0006_boards 0007_hints 0008_variant_code 0009_game_record 0010_processed_messages
    0011_game_times 0012_generations 0013_rematch_asked_by 0014_start_ply 0015_matchboxes
    0016_puzzles 0017_exhibitions 0018_leases 0019_reviews 0020_own_games 0021_staff_lists
    0022_game_events 0023_hidden_names 0024_openings_in_records 0025_drop_leases_take_reviews
    0026_offers_of_draws 0027_declined_draws 0028_quick_match 0029_accounts
"""
LEVELS = choices(
    "easy Easy, medium Medium, hard Hard, champion Champion, menace Menace, "
    "lines Lines, tens Tens, marks Marks, random Random"
)
MARKS = [("X", "X"), ("O", "O")]
STATUSES = choices(
    "waiting Waiting for a player, playing Being played, finished Finished, closed Closed"
)
ENDINGS = choices(
    "line In a row, full Board full, dead No line left, resigned Resigned, left Opponent left, "
    "time Out of time, agreed Draw agreed, withdrawn Withdrawn, expired Nobody joined, "
    "abandoned Abandoned, stopped Stopped, no_show Somebody did not come"
)
EVENTS = choices(
    "joined took the free seat, arrived came to the game, away went away, back came back, "
    "undo_asked asked to take a move back, undo_declined declined to take it back, "
    "undo_withdrawn no longer asked for it, draw_offered offered a draw, "
    "draw_declined declined the draw, draw_withdrawn no longer offered a draw"
)
REPORTS = choices("name The name, stalling Keeps others waiting, other Something else")


class Migration(migrations.Migration):
    initial = True
    replaces = [("games", name) for name in STEPS.split()]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        model(
            "Player",
            Index(NameKey("name"), name="player_by_name"),
            name=CharField(default=new_name, max_length=24),
            level=CharField(
                blank=True, choices=LEVELS, editable=False, max_length=16, null=True, unique=True
            ),
            token=CharField(blank=True, db_index=True, editable=False, max_length=64),
            created_at=DateTimeField(auto_now_add=True),
            generation=PositiveIntegerField(default=0, editable=False),
            forgotten_at=DateTimeField(editable=False, null=True),
            user=OneToOneField(
                settings.AUTH_USER_MODEL, SET_NULL, editable=False, null=True, related_name="player"
            ),
        ),
        model(
            "Game",
            index(
                "game_newest_first",
                *("-created_at", "-id", "variant_code", "status", "winner", "reason"),
                *("hints", "mistakes", "x", "o"),
            ),
            index("game_newest_of_x", "x", "-created_at", "-id"),
            index("game_newest_of_o", "o", "-created_at", "-id", "x"),
            index("game_stale_first", "status", "touched_at"),
            index("game_overdue_first", "deadline_at", condition=Q(deadline_at__isnull=False)),
            index("game_finished_first", "status", "finished_at"),
            index(
                "game_longest_open_first",
                "status",
                "open_since",
                condition=Q(open_since__isnull=False),
            ),
            index("game_going_on_elsewhere", "goes_on_in", condition=Q(goes_on_in__isnull=False)),
            check(
                "game_both_seats_taken_once_it_starts",
                Q(status__in=["waiting", "closed"]) | Q(x__isnull=False, o__isnull=False),
            ),
            check(
                "game_finished_with_a_reason_and_a_time",
                Q(status__in=["finished", "closed"], finished_at__isnull=False) & ~Q(reason="")
                | Q(status__in=["waiting", "playing"], reason="", winner="", finished_at=None),
            ),
            check(
                "game_winner_unless_the_board_is_full",
                Q(reason__in=["line", "resigned", "time"], winner__in=["X", "O"])
                | Q(reason="left", winner__in=["", "X", "O"])
                | ~Q(reason__in=["line", "resigned", "time", "left"]) & Q(winner=""),
            ),
            check(
                "game_deadline_only_while_it_is_played",
                Q(deadline_at=None)
                | Q(status="playing") & (~Q(control="") | Q(open_since__isnull=False)),
            ),
            check(
                "game_open_only_on_terms_for_anybody",
                Q(open_since=None, takes_any_board=None)
                | Q(open_since__isnull=False, is_public=True, start_ply=0, allows_undo=False),
            ),
            check(
                "game_undo_only_where_it_is_allowed",
                Q(undo_by="") | Q(status="playing", allows_undo=True),
            ),
            check("game_never_before_its_start", Q(ply__gte=F("start_ply"))),
            check("game_not_its_own_rematch", Q(previous=None) | ~Q(previous=F("id"))),
            options={
                "ordering": ("-created_at",),
                "permissions": (("export_game", "Can export games"),),
            },
            id=CharField(
                default=new_id, editable=False, max_length=10, primary_key=True, serialize=False
            ),
            variant_code=CharField("board", default="3x3x3", max_length=24),
            status=CharField(choices=STATUSES, default="waiting", max_length=16),
            version=PositiveIntegerField(default=1),
            position=CharField(max_length=240),
            ply=PositiveSmallIntegerField("moves", default=0),
            start_ply=PositiveSmallIntegerField("moves set up", default=0),
            record=JSONField(default=list, editable=False),
            winner=CharField(blank=True, choices=MARKS, max_length=1),
            reason=CharField("ending", blank=True, choices=ENDINGS, max_length=16),
            x=ForeignKey("games.player", PROTECT, "games_as_x", db_index=False, null=True),
            o=ForeignKey("games.player", PROTECT, "games_as_o", db_index=False, null=True),
            guest=CharField(blank=True, editable=False, max_length=1),
            absent=CharField(editable=False, max_length=1, null=True),
            x_score=PositiveIntegerField(default=0),
            o_score=PositiveIntegerField(default=0),
            draws=PositiveIntegerField(default=0),
            best_of=PositiveSmallIntegerField(default=0),
            created_at=DateTimeField(auto_now_add=True),
            touched_at=DateTimeField("last change", default=now),
            finished_at=DateTimeField(null=True),
            x_seen_at=DateTimeField(editable=False, null=True),
            o_seen_at=DateTimeField(editable=False, null=True),
            x_reactions=PositiveSmallIntegerField(default=0, editable=False),
            o_reactions=PositiveSmallIntegerField(default=0, editable=False),
            control=CharField("clock", blank=True, max_length=8),
            x_left=DurationField(editable=False, null=True),
            o_left=DurationField(editable=False, null=True),
            deadline_at=DateTimeField(editable=False, null=True),
            is_public=BooleanField("others may watch", default=True),
            open_since=DateTimeField(editable=False, null=True),
            takes_any_board=BooleanField(editable=False, null=True),
            allows_undo=BooleanField("moves may be taken back", default=False),
            undo_by=CharField(blank=True, editable=False, max_length=1),
            undo_declined_at=PositiveSmallIntegerField(editable=False, null=True),
            draw_by=CharField(editable=False, max_length=1, null=True),
            draw_declined_at=PositiveSmallIntegerField(editable=False, null=True),
            asked_by=CharField(blank=True, editable=False, max_length=1),
            hints=PositiveSmallIntegerField("hints used", default=0),
            mistakes=PositiveSmallIntegerField(editable=False, null=True),
            previous=OneToOneField(
                "games.game", SET_NULL, editable=False, null=True, related_name="next"
            ),
            goes_on_in=ForeignKey(
                "games.game", SET_NULL, "+", db_index=False, editable=False, null=True
            ),
        ),
        model(
            "Move",
            check("move_cell_on_a_board", Q(cell__gte=0, cell__lte=224)),
            unique("move_one_per_ply", "game", "ply", condition=Q(undone_at=None)),
            unique("move_one_per_cell", "game", "cell", condition=Q(undone_at=None)),
            options={"ordering": ("ply", "id")},
            game=ForeignKey("games.game", CASCADE, "moves"),
            ply=PositiveSmallIntegerField(),
            cell=PositiveSmallIntegerField(validators=[MaxValueValidator(224)]),
            message=CharField(blank=True, editable=False, max_length=40),
            created_at=DateTimeField(auto_now_add=True),
            undone_at=DateTimeField("taken back", null=True),
        ),
        model(
            "ProcessedMessage",
            unique("message_processed_once", "game", "player", "message"),
            game=ForeignKey("games.game", CASCADE, "processed_messages"),
            player=ForeignKey("games.player", CASCADE, "+"),
            message=CharField(max_length=40),
        ),
        model(
            "GameEvent",
            check("event_of_a_seat", Q(mark__in=["X", "O"])),
            options={"ordering": ("at", "id")},
            game=ForeignKey("games.game", CASCADE, "events"),
            kind=CharField(choices=EVENTS, max_length=16),
            mark=CharField(choices=MARKS, max_length=1),
            at=DateTimeField(default=now),
        ),
        model(
            "Hint",
            unique("hint_one_per_position", "game", "position"),
            options={"ordering": ("created_at", "id")},
            game=ForeignKey("games.game", CASCADE, "hinted"),
            ply=PositiveSmallIntegerField(),
            position=CharField(max_length=240),
            created_at=DateTimeField(auto_now_add=True),
        ),
        model(
            "Review",
            game=OneToOneField("games.game", CASCADE, related_name="review"),
            moves=JSONField(default=list, editable=False),
            is_complete=BooleanField("complete", default=False),
            x_slipped=PositiveSmallIntegerField("wins that X let slip", default=0),
            x_lost=PositiveSmallIntegerField("moves that lost, of X", default=0),
            x_doubtful=PositiveSmallIntegerField("doubtful moves of X", default=0),
            o_slipped=PositiveSmallIntegerField("wins that O let slip", default=0),
            o_lost=PositiveSmallIntegerField("moves that lost, of O", default=0),
            o_doubtful=PositiveSmallIntegerField("doubtful moves of O", default=0),
            taken_at=DateTimeField(editable=False, null=True),
        ),
        model(
            "Transfer",
            player=ForeignKey("games.player", CASCADE, "transfers"),
            digest=CharField(max_length=64, unique=True),
            created_at=DateTimeField(auto_now_add=True),
            used_at=DateTimeField(null=True),
        ),
        model(
            "HiddenName",
            options={"ordering": ("-hidden_at",)},
            name=CharField(max_length=24),
            look=CharField(editable=False, max_length=500, unique=True),
            hidden_at=DateTimeField(auto_now_add=True),
        ),
        model(
            "Block",
            unique("one_block_a_pair", "blocker", "blocked"),
            check("nobody_blocks_oneself", ~Q(blocker=F("blocked"))),
            options={"ordering": ("-created_at",)},
            blocker=ForeignKey("games.player", CASCADE, "blocks", db_index=False),
            blocked=ForeignKey("games.player", CASCADE, "blocked_by"),
            created_at=DateTimeField(auto_now_add=True),
        ),
        model(
            "Report",
            unique("one_report_of_a_kind_a_game", "reporter", "game", "kind"),
            options={"ordering": ("-created_at",)},
            reporter=ForeignKey("games.player", CASCADE, "reports"),
            reported=ForeignKey("games.player", CASCADE, "reported_by"),
            game=ForeignKey("games.game", SET_NULL, "reports", null=True),
            kind=CharField(choices=REPORTS, max_length=16),
            name=CharField(max_length=24),
            created_at=DateTimeField(auto_now_add=True),
            closed_at=DateTimeField(null=True),
        ),
        model(
            "PuzzleAttempt",
            unique("one_attempt_a_puzzle", "player", "puzzle"),
            player=ForeignKey("games.player", CASCADE, "puzzle_attempts"),
            puzzle=CharField(max_length=16),
            tries=PositiveIntegerField(default=0),
            solved_at=DateTimeField(null=True),
            shown_at=DateTimeField(null=True),
            daily_on=DateField(null=True),
        ),
        model(
            "Matchbox",
            options={"verbose_name_plural": "matchboxes", "ordering": ("position",)},
            position=CharField(max_length=11, primary_key=True, serialize=False),
            beads=JSONField(),
        ),
        model(
            "LearnedGame",
            unique("learned_game_once_a_side", "game", "mark"),
            check("learned_game_number_is_their_sum", Q(number=F("won") + F("drawn") + F("lost"))),
            options={"ordering": ("number",)},
            number=PositiveIntegerField(primary_key=True, serialize=False),
            game=ForeignKey("games.game", SET_NULL, "+", null=True),
            mark=CharField("played", choices=MARKS, max_length=1),
            won=PositiveIntegerField(),
            drawn=PositiveIntegerField(),
            lost=PositiveIntegerField(),
            created_at=DateTimeField(auto_now_add=True),
        ),
        model(
            "Exhibition",
            check("exhibition_step_only_while_paused", Q(step_at=None) | Q(is_paused=True)),
            options={"ordering": ("-id",)},
            game=OneToOneField("games.game", CASCADE, related_name="exhibition"),
            owner=ForeignKey("games.player", PROTECT, "exhibitions"),
            pace=PositiveIntegerField("milliseconds between moves", default=1000),
            is_paused=BooleanField("paused", default=False),
            step_at=PositiveSmallIntegerField(editable=False, null=True),
        ),
    ]

"""A data folder whose database has rows in every table."""

from pathlib import Path

from tests.folders import made_once
from tests.server import copy_database, manage

# The newest player has been removed again.
FILL = """
from datetime import timedelta
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.utils import timezone
from games.play import services
from games.engine import Mark
from games.people.accounts.recovery_codes import RecoveryCodes
for model in apps.get_app_config("games").get_models():
    globals()[model.__name__] = model
from games.web.sessions import PLAYER, SessionStore

HiddenName.objects.hide("Rude")
MaskedWord.objects.create(word="rude", with_endings=True)
ann, bob, gone = [Player.objects.create(name=name) for name in ("Ann ☃ ' \\\\ \\t", "Bob", "Gone")]
gone.delete()
session = SessionStore()
session[PLAYER] = ann.pk
session.save()
first = services.create_game(host=ann, mark=Mark.X, guest=bob)
for ply, cell in enumerate((0, 3, 1, 4, 2)):
    services.play_move(first.pk, (ann, bob)[ply % 2].pk, ply=ply, cell=cell)
second = Game.objects.create(x=bob, o=ann, previous=first, x_left=timedelta(seconds=1.25))
Exhibition.objects.create(game=second, owner=ann)
DuelGame.objects.create(game=first, ratings={"X": {"value": 1500, "is_sure": False, "change": 7}})
Seek.objects.create(game=first, since=timezone.now())
Game.objects.filter(pk=first.pk).update(next_game=second)
Block.objects.create(blocker=ann, blocked=bob)
Report.objects.create(reporter=ann, reported=bob, game=first, kind="name", name="Bob")
Restriction.objects.create(player=bob, kind="silence", until=timezone.now())
Invitation.objects.create(game=second, player=ann)
NotificationPreference.objects.create(player=ann)
PushSubscription.objects.create(player=ann, session_key=session.session_key, endpoint="https://push.example/1")
Notification.objects.create(game=first, player=ann, kind="turn")
Hint.objects.create(game=first, ply=0, position="." * 9)
ProcessedMessage.objects.create(game=first, player=ann, message="k1")
now = timezone.now()
PuzzleAttempt.objects.create(player=ann, puzzle="p", solved_at=now, daily_on=now.date())
Matchbox.objects.create(position=".../.../...", beads={"8": 1, "10": 2, "0": 4})
LearnedGame.objects.create(number=1, game=first, mark="X", won=1, drawn=0, lost=0)
Transfer.objects.create(player=ann, digest="d")
moves = [{"cell": 0, "label": "kept_draw", "standing": standing} for standing in (-0.0, -0.05)]
Review.objects.create(game=first, moves=moves, x_lost=1)
GameEvent.objects.create(game=first, kind="away", mark="X")
Heartbeat.objects.create(pk=1)
rating = Rating.objects.create(player=ann, board="5x5", duels=1)
change = {"before": 1500, "after": 1600, "deviation": 300}
RatingChange.objects.create(rating=rating, game=first, score=1, **change)
staff = User.objects.get()
account = User.objects.create_user("ann", password="three plain words")
Player.objects.filter(pk=ann.pk).update(user=account)
RecoveryCodes(account)
UserSession.objects.create(user=account, session_key=session.session_key, ip="192.0.2.7")
email = EmailAddress.objects.create(user=account, email="ann@example.org", verified=True)
EmailConfirmation.objects.create(email_address=email, key="k", sent=now)
team = Group.objects.create(name="team")
team.permissions.add(Permission.objects.first())
staff.groups.add(team)
staff.user_permissions.add(Permission.objects.last())
LogEntry.objects.log_actions(staff.pk, [first], 2, "changed")
"""


def full_installation() -> Path:
    return made_once("full", _fill)


def _fill(data: Path) -> None:
    copy_database(data)
    status, output = manage("shell", "--no-imports", "-c", FILL, data=data)
    assert status == 0, output

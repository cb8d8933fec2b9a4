import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ai.computer_players import LEVELS
from games.engine import BOARDS, Board, clock
from games.models import Game, GameEvent, HiddenName, Player, Relation
from games.people.duels.models import DuelGame, Rating, RatingChange
from games.people.friends.models import Invitation
from games.people.lobby.models import Seek
from games.people.moderation.models import Block, Report
from games.staff.games import GameAdmin
from games.staff.players import PlayerAdmin
from games.study.exhibitions.models import Exhibition
from games.study.puzzles import book
from games.study.puzzles.models import PuzzleAttempt
from games.web.sessions import SessionStore
from tests.accounts import with_account
from tests.people.accounts.accounts import signed_in

pytestmark = pytest.mark.django_db

NUMBERS = re.compile(r"\d+|'[^']*'")
FIVE = BOARDS["5x5"].variant
RATING = {"value": 1500, "is_sure": True, "change": None, "is_established": True}
numbers = count()

LISTS = [
    *("/", "/games/", "/games/?result=unfinished", "/album/", "/watch/"),
    *("/players/Alice/", "/duels/", "/exhibitions/", "/blocks/"),
    *("/puzzles/", "/puzzles/today/", "/puzzles/days/", "/learn/", "/menace/"),
    *("/account/browsers/", "/invitations/", "/calls/", "/settings/"),
]
STAFF = [
    *("/admin/", "/admin/games/game/", "/admin/games/game/?kind=duel", "/admin/games/player/"),
    *("/admin/games/game/?kind=open", "/admin/games/report/", "/admin/games/block/"),
    *("/admin/games/hiddenname/", "/admin/auth/user/", "/admin/admin/logentry/"),
]


def person() -> Player:
    name = f"Person {next(numbers)}"
    user = User.objects.create(username=name.lower())
    return Player.objects.create(name=name, user=user)


def game(**fields: object) -> Game:
    now = clock.now()
    over = {} if fields.get("status") in ("playing", "waiting") else {"finished_at": now}
    stored = {"variant_code": str(FIVE), "x_seen_at": now, "position": str(Board(FIVE)), **over}
    return Game.objects.create(**{**stored, **fields})


def add_games(alice: Player, other: Player) -> Game:
    easy, hard = (Player.objects.of_level(LEVELS[level]) for level in ("easy", "hard"))
    seats = {"x": alice, "o": other}
    for status, more in (("playing", {}), ("finished", {"winner": "X", "reason": "resigned"})):
        # Whoever plays a duel sees no puzzles.
        x = alice if status == "finished" else person()
        duel = game(kind="duel", status=status, x=x, o=other, **more)
        DuelGame.objects.create(game=duel, ratings={"X": RATING, "O": RATING})
        computers = game(kind="exhibition", status=status, x=easy, o=hard, **more)
        Exhibition.objects.create(game=computers, owner=alice)
        game(kind="open", status=status, **seats, **more)
        game(status=status, relation=Relation.FRIENDS, **seats, **more)
        game(status=status, x=alice, o=easy, **more)
    for kind in ("open", "duel"):
        for host in (alice, other):
            waiting = game(kind=kind, status="waiting", x=host)
            Seek.objects.create(game=waiting, since=clock.now())
    invitation = game(status="waiting", x=other, relation=Relation.FRIENDS)
    Invitation.objects.create(game=invitation, player=alice)
    GameEvent.objects.create(game=duel, kind="joined", mark="O")
    return duel


def add_row(alice: Player) -> None:
    other, now = person(), clock.now()
    duel = add_games(alice, other)
    rating, _ = Rating.objects.get_or_create(player=alice, board="5x5")
    for each in (rating, Rating.objects.create(player=other, board="5x5")):
        until = now + timedelta(days=9)
        Rating.objects.filter(pk=each.pk).update(duels=10, opponents=3, known_until=until)
        values = {"score": 1, "before": 1500, "after": 1510, "deviation": 70}
        RatingChange.objects.create(rating=each, game=duel, **values)
    Block.objects.create(blocker=alice, blocked=person())
    Report.objects.create(reporter=alice, reported=other, game=duel, kind="name", name=other.name)
    HiddenName.objects.hide(f"Rude {next(numbers)}")
    puzzle = list(book.all_puzzles())[alice.puzzle_attempts.count()]
    PuzzleAttempt.objects.create(player=alice, puzzle=puzzle, tries=1, solved_at=now)
    session = SessionStore()
    session.create()
    values = {"session_key": session.session_key, "ip": "127.0.0.1", "user_agent": "Firefox"}
    UserSession.objects.create(user=alice.user, **values)
    staff = User.objects.create(username=f"staff {next(numbers)}", is_staff=True)
    kind = ContentType.objects.get_for_model(Game)
    LogEntry.objects.create(user=staff, content_type=kind, object_id=duel.pk, action_flag=CHANGE)


def queries(client: Client, address: str) -> list[str]:
    caches["process"].clear()
    # A page that was open a minute ago would be stored as seen again.
    Game.objects.filter(x_seen_at__isnull=False).update(x_seen_at=clock.now())
    with CaptureQueriesContext(connection) as captured:
        response = client.get(address)
        assert response.status_code == 200, address
    return [each["sql"] for each in captured.captured_queries]


def addresses(alice: Player) -> Iterator[str]:
    yield from LISTS
    waiting = Game.objects.filter(x=alice, kind="open", status="waiting").earliest("created_at")
    yield waiting.get_absolute_url()


def of_staff(alice: Player) -> Iterator[str]:
    yield from STAFF
    yield f"/admin/games/player/{alice.pk}/change/"
    report = Report.objects.earliest("created_at")
    yield f"/admin/games/report/{report.pk}/change/"


def check(client: Client, alice: Player, listed: Callable[[Player], Iterator[str]]) -> None:
    for _ in range(2):
        add_row(alice)
    shown = list(listed(alice))
    for address in shown:
        queries(client, address)  # what a process asks once
    few = {address: queries(client, address) for address in shown}
    for _ in range(18):
        add_row(alice)
    many = {address: queries(client, address) for address in shown}
    grown = {
        address: (Counter(map(_table, many[address])) - Counter(map(_table, few[address])))
        for address in shown
        if len(many[address]) > len(few[address])
    }
    assert grown == {}


def _table(sql: str) -> str:
    return NUMBERS.sub("?", sql.partition(" FROM ")[2][:160] or sql[:160])


def test_lists_of_visitors(alice: Player):
    check(signed_in(with_account(alice)), alice, addresses)


def test_lists_of_staff(alice: Player, admin_client: Client, monkeypatch: pytest.MonkeyPatch):
    for admin in (GameAdmin, PlayerAdmin):
        monkeypatch.setattr(admin, "list_per_page", 1000)  # further pages are found by their keys
    check(admin_client, with_account(alice), of_staff)

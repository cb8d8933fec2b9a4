from __future__ import annotations

from datetime import timedelta
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.cache import caches
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models import Game, Player, Relation, sql
from games.ops.periodic_tasks import remove_some
from games.people.friends.models import Invitation
from games.people.moderation.models import Block
from games.people.moderation.services import opponent_in
from games.play import limits
from games.play.errors import refusal
from games.play.services import close, create_game, ends_overdue_game_first, lock_game

SHOWN = 5
GAMES_READ = 100  # the latest of each side, so that nobody's page reads thousands
KEPT_FOR = timedelta(days=1)  # invitations that ended
INVITED, INVITED_FOR = "invited", 3  # in the cache of this process, seconds
STORE_EVERY = 5  # seconds
ONLINE_FOR = timedelta(seconds=40)  # a visible page asks every 10 seconds, and later every 30
INVITATIONS = limits.register(_("invitations"), person=["6/minute"], address=["60/minute"])

_seen: set[int] = set()  # players online since they were stored last
NotToBeInvited = refusal("not_to_be_invited", _("This person cannot be asked to play with you."))


class RecentOpponent(NamedTuple):
    person: Player
    game_id: str
    is_online: bool


def note_online(player_id: int) -> None:
    _seen.add(player_id)


def store_online() -> None:
    ids = [_seen.pop() for _ in range(len(_seen))]
    if not ids:
        return
    with transaction.atomic():
        free = Player.objects.filter(pk__in=ids).select_for_update(skip_locked=True, no_key=True)
        Player.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(
            online_at=clock.now()
        )


def is_online(player: Player) -> bool:
    return player.online_at is not None and player.online_at > clock.now() - ONLINE_FOR


def recent_opponents(player: Player) -> list[RecentOpponent]:
    last = _last_games(player)
    active = Q(user=None) | Q(user__is_active=True)
    found = Player.objects.people().filter(active, pk__in=last, forgotten_at=None).in_bulk()
    shown = [found[id] for id in last if id in found][:SHOWN]
    return [RecentOpponent(each, last[each.pk], is_online(each)) for each in shown]


def invited_players() -> set[int]:
    # As read within the last ``INVITED_FOR`` seconds, so that a page without news costs no query.
    invited = Invitation.objects.filter(game__status=Game.Status.WAITING, declined_at=None)
    ids = invited.values_list("player_id", flat=True)
    return caches["process"].get_or_set(INVITED, lambda: set(ids), INVITED_FOR) or set()


def invite(host: Player, game_id: str, *, address: str | None, **terms: Any) -> Game:
    _, friend = opponent_in(game_id, host)
    if friend.pk not in _last_games(host):
        raise NotToBeInvited
    for what in (INVITATIONS, limits.GAMES):
        limits.count_visitor(what, host.pk, address)
    with transaction.atomic():
        sql.lock_key(f"invitations of {host.pk}")
        ours = Q(game__x=host) | Q(game__o=host)
        if before := Invitation.objects.open().filter(ours, player=friend).first():
            return before.game
        game = create_game(host=host, **terms)
        Invitation.objects.create(game=game, player=friend)
        transaction.on_commit(lambda: caches["process"].delete(INVITED), robust=True)
        return game


@ends_overdue_game_first
def decline(game_id: str, player: Player) -> Game:
    game = lock_game(game_id)
    invited = player.invitations.open().filter(game=game)
    if invited.exists():
        player.invitations.filter(game=game).update(declined_at=clock.now())
        close(game, Game.Reason.DECLINED)
    return game


def remove_old_invitations() -> int:
    old = Invitation.objects.filter(game__touched_at__lt=clock.now() - KEPT_FOR)
    return remove_some(old.exclude(game__status=Game.Status.WAITING))


def _last_games(player: Player) -> dict[int, str]:
    rows: list[Any] = []
    for games, other in ((player.games_as_x, "o_id"), (player.games_as_o, "x_id")):
        latest = games.order_by("-created_at", "-id")
        rows += latest.values_list("created_at", "pk", other, "relation")[:GAMES_READ]
    apart = {player.pk, None, *Block.objects.kept_from(player.pk)}
    last: dict[int, str] = {}
    for _at, game_id, other_id, relation in sorted(rows, key=itemgetter(0, 1), reverse=True):
        if relation == Relation.FRIENDS and other_id not in apart:
            last.setdefault(other_id, game_id)
    return last

"""People whom one has met in a game by a link, and invitations to play with them again."""

from __future__ import annotations

from datetime import timedelta
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.cache import caches
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext_noop as _

from games.engine import clock
from games.models import Game, Player, Relation, sql
from games.ops.periodic_tasks import remove_some
from games.people.met import here
from games.people.met.models import Invitation
from games.people.moderation.models import Block
from games.people.moderation.services import opponent_in
from games.play import limits
from games.play.errors import Refused
from games.play.services import close, create_game, ends_overdue_game_first, lock_game

SHOWN = 5
KEPT_FOR = timedelta(days=1)  # invitations that ended
GAMES_READ = 100  # the latest of each side, so that nobody's page reads thousands
ASKED, ASKED_FOR = "asked", 3  # in the cache of this process, seconds
INVITATIONS = limits.register(_("invitations"), person=["6/minute"], address=["60/minute"])


class NotToBeInvited(Refused):
    code = "not_to_be_invited"
    message = _("This person cannot be asked to play with you.")


class Met(NamedTuple):
    person: Player
    game_id: str
    is_here: bool


def people_met(player: Player) -> list[Met]:
    last = _last_games(player)
    active = Q(user=None) | Q(user__is_active=True)
    found = Player.objects.people().filter(active, pk__in=last, forgotten_at=None).in_bulk()
    shown = [found[id] for id in last if id in found][:SHOWN]
    return [Met(each, last[each.pk], here.is_here(each)) for each in shown]


def asked_players() -> set[int]:
    """Return the ids of all whom somebody may ask, as read within the last ``ASKED_FOR`` seconds.

    So a page that has nothing to say costs no query.
    """
    asked = Invitation.objects.filter(game__status=Game.Status.WAITING, declined_at=None)
    ids = asked.values_list("player_id", flat=True)
    return caches["process"].get_or_set(ASKED, lambda: set(ids), ASKED_FOR) or set()


def invite(host: Player, game_id: str, *, address: str | None, **terms: Any) -> Game:
    """Start a game, and invite the opponent of an earlier one to it.

    While an invitation of the two is open, return its game.

    :raises NoSuchGame, NotYourGame, NobodyToReport: if there is no such opponent.
    :raises NotToBeInvited: if no link brought them together, or a block keeps them apart.
    :raises TooMany: if the host, or the address, invites too often, or starts too many games.
    """
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
        transaction.on_commit(lambda: caches["process"].delete(ASKED), robust=True)
        return game


@ends_overdue_game_first
def decline(game_id: str, player: Player) -> Game:
    game = lock_game(game_id)
    invited = player.invitations.open().filter(game=game)
    if invited.exists():
        player.invitations.filter(game=game).update(declined_at=clock.now())
        close(game, Game.Reason.DECLINED)
    return game


def export_invitations(player: Player, **_: Any) -> dict[str, Any]:
    """Return the games to which others have invited a person; receives ``player_exported``."""
    invited_at = F("game__created_at")
    return {"invitations": list(player.invitations.values("game_id", "declined_at", at=invited_at))}


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

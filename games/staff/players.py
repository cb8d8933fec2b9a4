"""People may be renamed or forgotten, never deleted with their games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Func, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.models import Game, Player
from games.models.game_events import said_by
from games.people.accounts import services as accounts
from games.people.moderation import restrictions
from games.people.moderation.restrictions import LOCKED_OUT, Kind
from games.people.profiles import figures
from games.play import services
from games.staff.games import ChoiceFilter
from games.web.forms import CleansName
from games.web.staff import Change, StaffAdmin

SILENCE_DAYS = 7
SAID_SHOWN = 10


def is_restricted(player: Player, kind: Kind) -> bool | None:
    # None for the computer, staff, and who was forgotten.
    user = player.user
    if not has_own_name(player) or (user and user.is_staff):
        return None
    is_inactive = kind == Kind.LOCK and user is not None and not user.is_active
    return is_inactive or restrictions.active(player, kind) is not None


def has_own_name(player: Player) -> bool:
    return not (player.is_computer or player.forgotten_at)


def _if_restricted(kind: Kind, expected: bool) -> Callable[[Player], bool]:
    return lambda player: is_restricted(player, kind) is expected


HIDE_NAME = Change("hide_names", "Hide the name", has_own_name, services.hide_name)
SILENCE = Change(
    "silence_people",
    f"Silence for {SILENCE_DAYS} days",
    _if_restricted(Kind.SILENCE, False),
    lambda player: restrictions.restrict(player, Kind.SILENCE, SILENCE_DAYS),
)
END_SILENCE = Change(
    "end_silences", "End the silence", _if_restricted(Kind.SILENCE, True), restrictions.end_silence
)
LOCK = Change("lock_accounts", "Lock out", _if_restricted(Kind.LOCK, False), accounts.lock)
UNLOCK = Change("unlock_accounts", "Unlock", _if_restricted(Kind.LOCK, True), accounts.unlock)
PASSWORD_LINK = Change(
    "make_password_link",
    "Link to a new password",
    lambda player: player.has_account and LOCK.applies(player),
    lambda player: accounts.password_link(player.user),
)
FORGET = Change(
    *("forget_people", "Forget", has_own_name, services.forget_player),
    permission="forget",
    is_atomic=False,  # as ``forget_player`` demands
)


class PlayerForm(CleansName, forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Player
        fields = ("name",)


class PlayerKindFilter(ChoiceFilter):
    title = parameter_name = "kind"
    conditions = {  # noqa: RUF012
        "person": ("Person", Q(level=None)),
        "account": ("With an account", Q(user__isnull=False)),
        "locked": ("Locked out", LOCKED_OUT),
        "computer": ("Computer", ~Q(level=None)),
    }


@admin.register(Player)
class PlayerAdmin(StaffAdmin):
    form = PlayerForm
    actions = (HIDE_NAME, SILENCE, END_SILENCE, LOCK, UNLOCK, PASSWORD_LINK, FORGET)
    list_display = ("name", "account", "games", "created_at")
    list_filter = (PlayerKindFilter, "created_at")
    search_fields = ("name",)  # as ``get_search_results`` does
    search_help_text = ""  # the field at the top of all pages is enough
    list_select_related = ("user",)
    readonly_fields = (
        *("account", "restricted", "created_at"),
        *("games", "results", "ratings", "reports", "said"),
    )
    fields = ("name", *readonly_fields)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        has_name = obj is None or has_own_name(obj)
        return request.user.has_perm("games.change_player") and has_name

    def has_forget_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.delete_player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        # ``Count`` would join both seats' games, and pair every game as X with every one as O.
        games = Game.objects.filter(Q(x=OuterRef("pk")) | Q(o=OuterRef("pk"))).order_by()
        count = games.annotate(count=Func("pk", function="COUNT")).values("count")
        players: QuerySet[Player] = super().get_queryset(request)
        return players.annotate(game_count=Subquery(count))

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        term = search_term.strip()
        return queryset.filter(pk__in=Player.objects.named(term)) if term else queryset, False

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        services.rename_player(obj, name=obj.name)

    @admin.display(empty_value="None")
    def account(self, player: Player) -> str | None:
        user = player.user
        if user is None:
            return None
        state = "" if user.is_active else "locked, "
        signed_in = date(user.last_login, "DATE_FORMAT") if user.last_login else "never"
        since = date(user.date_joined, "DATE_FORMAT")
        return f"{state}since {since}, signed in last {signed_in}"

    def restricted(self, player: Player) -> str:
        return restrictions.in_words(player)

    def games(self, player: Any) -> SafeString:
        address = f"{reverse('admin:games_game_changelist')}?player={player.pk}"
        return format_html('<a href="{}">{}</a>', address, player.game_count)

    def results(self, player: Player) -> str:
        counts = figures.row("", figures.tallies(player)).counts
        return ", ".join(f"{count:,} {result}" for result, count in counts.items())

    @admin.display(empty_value="None")
    def ratings(self, player: Player) -> str:
        rated = player.ratings.all()
        return ", ".join(f"{each.board_name} {each.value:.0f} ({each.duels})" for each in rated)

    def reports(self, player: Player) -> SafeString:
        link = '<a href="{0}?reported__id__exact={1}">{2} about them</a>, '
        link += '<a href="{0}?reporter__id__exact={1}">{3} by them</a>'
        counts = (each.count() for each in (player.reported_by, player.reports))
        return format_html(link, reverse("admin:games_report_changelist"), player.pk, *counts)

    @admin.display(description="said in reported games", empty_value="Nothing")
    def said(self, player: Player) -> SafeString | None:
        lines = (each.filter(game__reports__isnull=False).distinct() for each in said_by(player))
        latest = sorted(chain(*lines), key=attrgetter("at"), reverse=True)[:SAID_SHOWN]
        return format_html_join(" ", "“{}”<br>", ((line.words,) for line in latest)) or None

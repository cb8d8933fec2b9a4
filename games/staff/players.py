"""People may be renamed or forgotten, never deleted with their games."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
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
from games.play.errors import NameHidden, NameTaken, SignedOut
from games.staff.games import ChoiceFilter, with_badge
from games.web.forms import CleansName
from games.web.staff import Change, StaffAdmin

SILENCE_DAYS = 7
SAID_SHOWN = 10
SIGNED_OUT = "Nothing was changed, for this person was forgotten, or changed devices, meanwhile."


def is_restricted(player: Player, kind: Kind) -> bool | None:
    # None for the computer, staff, and who was forgotten.
    user = player.user
    if not has_own_name(player) or (user and user.is_staff):
        return None
    is_inactive = kind == Kind.LOCK and user is not None and not user.is_active
    return is_inactive or restrictions.active(player, kind) is not None


def has_own_name(player: Player) -> bool:
    return not (player.is_computer or player.forgotten_at)


HIDE_NAME = Change(
    "hide_names", "Hide the name", "Hid this name.", has_own_name, services.hide_name
)
SILENCE = Change(
    "silence_people",
    f"Silence for {SILENCE_DAYS} days",
    f"Silenced for {SILENCE_DAYS} days.",
    lambda player: is_restricted(player, Kind.SILENCE) is False,
    lambda player: restrictions.silence(player, SILENCE_DAYS),
)
END_SILENCE = Change(
    "end_silences",
    "End the silence",
    "Ended the silence.",
    lambda player: is_restricted(player, Kind.SILENCE) is True,
    restrictions.end_silence,
)
LOCK = Change(
    "lock_accounts",
    "Lock out",
    "Locked out.",
    lambda player: is_restricted(player, Kind.LOCK) is False,
    accounts.lock,
)
UNLOCK = Change(
    "unlock_accounts",
    "Unlock",
    "Unlocked.",
    lambda player: is_restricted(player, Kind.LOCK) is True,
    accounts.unlock,
)
PASSWORD_LINK = Change(
    "make_password_link",
    "Link to a new password",
    "Made a link to a new password.",
    lambda player: player.has_account and LOCK.applies(player),
    lambda player: accounts.password_link(player.user),
)
FORGET = Change(
    "forget_people",
    "Forget",
    "Forgot this person: the name is gone on all devices, the games stay.",
    has_own_name,
    services.forget_player,
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
    list_display = ("name", "kind", "account", "games", "created_at")
    list_filter = (PlayerKindFilter, "created_at")
    search_fields = ("name",)  # as ``get_search_results`` does
    search_help_text = ""  # the field at the top of all pages is enough
    list_select_related = ("user",)
    readonly_fields = (
        *("kind", "account", "restricted", "created_at"),
        *("all_games", "results", "ratings", "reports", "said"),
    )
    fields = ("name", *readonly_fields)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        has_name = obj is None or has_own_name(obj)
        return request.user.has_perm("games.change_player") and has_name

    def has_forget_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.delete_player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        as_x = Game.objects.filter(x=OuterRef("pk"))
        only_as_o = Game.objects.filter(o=OuterRef("pk")).exclude(x=OuterRef("pk"))
        players: QuerySet[Player] = super().get_queryset(request)
        return players.annotate(as_x=_count_of(as_x, "x"), only_as_o=_count_of(only_as_o, "o"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        term = search_term.strip()
        return queryset.filter(pk__in=Player.objects.named(term)) if term else queryset, False

    def change_view(self, request: HttpRequest, object_id: str, *args: Any) -> HttpResponse:
        try:
            return super().change_view(request, object_id, *args)
        except SignedOut:
            messages.error(request, SIGNED_OUT)
        except (NameHidden, NameTaken) as refusal:
            messages.error(request, refusal.message)
        return redirect(request.path)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        services.rename_player(obj, name=obj.name)

    def kind(self, player: Player) -> str:
        return with_badge("Computer" if player.is_computer else "Person", player)

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

    def games(self, player: Any) -> int:
        return int(player.as_x + player.only_as_o)

    @admin.display(description="games")
    def all_games(self, player: Any) -> SafeString:
        address = f"{reverse('admin:games_game_changelist')}?player={player.pk}"
        return format_html('<a href="{}">{}</a>', address, self.games(player))

    def results(self, player: Player) -> str:
        counts = figures.row("", figures.tallies(player)).counts
        return ", ".join(f"{count:,} {result}" for result, count in counts.items())

    @admin.display(empty_value="None")
    def ratings(self, player: Player) -> str:
        rated = player.ratings.all()
        return ", ".join(f"{each.board_name} {each.value:.0f} ({each.duels})" for each in rated)

    def reports(self, player: Player) -> SafeString:
        address, about, by = (
            reverse("admin:games_report_changelist"),
            player.reported_by.count(),
            player.reports.count(),
        )
        link = '<a href="{0}?reported__id__exact={1}">{2} about them</a>, '
        link += '<a href="{0}?reporter__id__exact={1}">{3} by them</a>'
        return format_html(link, address, player.pk, about, by)

    @admin.display(description="said in reported games", empty_value="Nothing")
    def said(self, player: Player) -> SafeString | None:
        lines = (each.filter(game__reports__isnull=False).distinct() for each in said_by(player))
        latest = sorted(chain(*lines), key=attrgetter("at"), reverse=True)[:SAID_SHOWN]
        return format_html_join(" ", "“{}”<br>", ((line.words,) for line in latest)) or None


def _count_of(games: QuerySet[Game], seat: str) -> Coalesce:
    # ``Count`` would join both seats' games, and so pair every game as X with every game as O.
    counted = games.order_by().values(seat).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)

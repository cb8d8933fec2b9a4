"""People may be renamed or forgotten, never deleted with their games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Game, Player
from games.people.accounts import services as accounts
from games.people.moderation import restrictions
from games.people.moderation.restrictions import LOCKED_OUT, Kind
from games.people.profiles import figures
from games.play import services
from games.play.errors import NameHidden, NameTaken, SignedOut
from games.staff.games import ChoiceFilter
from games.staff.names import with_badge
from games.web.forms import CleansName
from games.web.staff import Change, StaffAdmin

SILENCE_DAYS = 7
SIGNED_OUT = "Nothing was changed, for this person was forgotten, or changed devices, meanwhile."


def is_silenced(player: Player) -> bool | None:
    # None for the computer, staff, and who was forgotten.
    is_staff = player.user is not None and player.user.is_staff
    if player.is_computer or player.forgotten_at or is_staff:
        return None
    return restrictions.active(player, Kind.SILENCE) is not None


def _is_locked(player: Player) -> bool | None:
    if is_silenced(player) is None:
        return None
    is_active = player.user is None or player.user.is_active
    return not is_active or restrictions.active(player, Kind.LOCK) is not None


HIDE_NAME = Change(
    name="hide_names",
    short_description="Hide the name",
    question=(
        "Do you want to hide these names? Each person gets a made-up name and may choose another. "
        "Nobody can take a hidden name any more, nor one that looks like it."
    ),
    log="Hid this name.",
    applies=lambda player: not player.is_computer and not player.forgotten_at,
    make=services.hide_name,
)
SILENCE = Change(
    name="silence_people",
    short_description=f"Silence for {SILENCE_DAYS} days",
    question=(
        "Do you want to silence these people for 7 days? They play on, but write to nobody and "
        "keep their names. It holds for their browsers, with or without an account."
    ),
    log="Silenced for 7 days.",
    applies=lambda player: is_silenced(player) is False,
    make=lambda player: restrictions.silence(player, SILENCE_DAYS),
)
END_SILENCE = Change(
    name="end_silences",
    short_description="End the silence",
    question="Do you want to let these people write again?",
    log="Ended the silence.",
    applies=lambda player: is_silenced(player) is True,
    make=restrictions.end_silence,
)
LOCK = Change(
    name="lock_accounts",
    short_description="Lock out",
    question=(
        "Do you want to lock these people out? All their browsers are signed out, and nobody plays "
        "from them, with or without an account. Their games and names stay."
    ),
    log="Locked out.",
    applies=lambda player: _is_locked(player) is False,
    make=accounts.lock,
)
UNLOCK = Change(
    name="unlock_accounts",
    short_description="Unlock",
    question="Do you want to unlock these people? They can play and sign in again.",
    log="Unlocked.",
    applies=lambda player: _is_locked(player) is True,
    make=accounts.unlock,
)
PASSWORD_LINK = Change(
    name="make_password_link",
    short_description="Link to a new password",
    question=(
        "Do you want a link with which this person chooses a new password? It works once, within a "
        "day, and is shown once. Give it to nobody else: whoever opens it has the account."
    ),
    log="Made a link to a new password.",
    applies=lambda player: player.user is not None and _is_locked(player) is False,
    make=lambda player: accounts.password_link(player.user),
    shows_link=True,
)
FORGET = Change(
    name="forget_people",
    short_description="Forget",
    question=(
        "Do you want to forget these people for good? The name and the account go, on all devices; "
        "the games stay."
    ),
    log="Forgot this person: the name is gone on all devices, the games stay.",
    applies=lambda player: not player.is_computer and not player.forgotten_at,
    make=services.forget_player,
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
    search_help_text = "Part of a name"
    list_select_related = ("user",)
    readonly_fields = (
        *("kind", "account", "restricted", "created_at"),
        *("all_games", "results", "ratings"),
    )
    fields = ("name", *readonly_fields)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        has_own_name = obj is None or not (obj.is_computer or obj.forgotten_at)
        return request.user.has_perm("games.change_player") and has_own_name

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


def _count_of(games: QuerySet[Game], seat: str) -> Coalesce:
    # ``Count`` would join both seats' games, and so pair every game as X with every game as O.
    counted = games.order_by().values(seat).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)

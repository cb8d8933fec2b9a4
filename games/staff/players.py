"""The admin of players: people may be renamed or forgotten, never deleted with their games."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import date

from games.models import Game, Player
from games.people.profiles import figures, history
from games.people.profiles.history import GameFilter
from games.play import services
from games.play.errors import NameHidden, NameTaken, SignedOut
from games.staff import accounts, statistics
from games.staff.actions import HIDE_NAME, hide_names
from games.staff.filters import DateFilter, KindFilter
from games.staff.long_lists import LongList
from games.staff.names import with_badge
from games.web.forms import CleansName

RECENT = 8  # games that the page of a player shows
FORGOTTEN = "Forgot this person: the name is gone on all devices, the games stay."
SIGNED_OUT = "Nothing was changed, for this person was forgotten, or changed devices, meanwhile."


class PlayerForm(CleansName, forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Player
        fields = ("name",)


@admin.register(Player)
class PlayerAdmin(LongList):
    form = PlayerForm
    change_form_template = "admin/games/player/change_form.html"
    actions = (
        hide_names,
        accounts.silence_people,
        accounts.end_silences,
        accounts.lock_accounts,
        accounts.unlock_accounts,
        accounts.make_password_link,
        "delete_selected",
    )
    changes = {  # noqa: RUF012
        "hide_names": HIDE_NAME,
        "silence_people": accounts.SILENCE,
        "end_silences": accounts.END_SILENCE,
        "lock_accounts": accounts.LOCK,
        "unlock_accounts": accounts.UNLOCK,
        "make_password_link": accounts.PASSWORD_LINK,
    }
    delete_confirmation_template = "admin/games/player/forget.html"
    delete_selected_confirmation_template = delete_confirmation_template
    list_display = ("name", "kind", "account", "games", "created_at")
    list_filter = (KindFilter, ("created_at", DateFilter))
    list_per_page = 50
    search_fields = ("name",)  # as ``get_search_results`` does
    search_help_text = "Part of a name"
    list_select_related = ("user",)
    readonly_fields = ("kind", "account")
    fields = ("name", "kind", "account")

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        has_own_name = obj is None or not (obj.is_computer or obj.forgotten_at)
        return request.user.has_perm("games.change_player") and has_own_name

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and obj.is_computer)

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

    def get_deleted_objects(
        self, objs: Iterable[Player], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """List what happens to people who are forgotten, instead of rows to delete.

        Computer players are listed as protected, which stops the page.
        """
        people = [player for player in objs if not player.is_computer]
        lines = [f"{player}: {_what_goes(player)}, on all devices; games stay" for player in people]
        computers = [str(player) for player in objs if player.is_computer]
        return lines, {"people to forget": len(people)}, set(), computers

    @admin.action(permissions=["delete"], description="Forget selected people")
    def delete_selected(
        self, request: HttpRequest, queryset: QuerySet[Player]
    ) -> HttpResponse | None:
        people = queryset.filter(level=None).count()
        if "post" not in request.POST or people < len(queryset):
            return delete_selected(self, request, queryset)
        self.log_deletions(request, queryset)
        self.delete_queryset(request, queryset)
        were = "1 person was" if people == 1 else f"{people} people were"
        messages.success(request, f"{were} forgotten. Their games stay.")
        return None

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        messages.success(request, f"{obj_display} was forgotten. The games stay.")
        return redirect("admin:games_player_changelist")

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Forget a person without Django's transaction around it, as ``forget_player`` demands."""
        return self._delete_view(request, object_id, extra_context)  # type: ignore[attr-defined, no-any-return]

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        services.forget_player(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            services.forget_player(player)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any) -> HttpResponse:
        try:
            return super().change_view(request, object_id, *args)
        except SignedOut:
            messages.error(request, SIGNED_OUT)
        except (NameHidden, NameTaken) as refusal:
            messages.error(request, refusal.message)
        return redirect(request.path)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        if request.user.has_perm("games.view_game"):
            context |= {"record": _record(context["original"])}
        return super().render_change_form(request, context, *args, **options)

    def log_deletions(self, request: HttpRequest, queryset: Iterable[Player]) -> Any:
        people = list(queryset)
        return LogEntry.objects.log_actions(int(request.user.pk or 0), people, CHANGE, FORGOTTEN)

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

    def games(self, player: Any) -> int:
        return int(player.as_x + player.only_as_o)


def _record(player: Player) -> dict[str, Any]:
    tallies = figures.tallies(player)
    return {
        "player": player,
        "last_seen": _last_seen(player),
        "total": figures.row("", tallies),
        "boards": figures.by_board(tallies).values(),
        "levels": statistics.by_level(tallies),
        "recent": history.page(player, GameFilter(), None, RECENT),
        "ratings": list(player.ratings.all()),
    }


def _last_seen(player: Player) -> datetime | None:
    as_x, as_o = Max("x_seen_at", filter=Q(x=player)), Max("o_seen_at", filter=Q(o=player))
    seen = Game.objects.of(player).order_by().aggregate(as_x=as_x, as_o=as_o)
    return max(filter(None, seen.values()), default=None)


def _what_goes(player: Player) -> str:
    return "the name and the account" if player.has_account else "the name"


def _count_of(games: QuerySet[Game], seat: str) -> Coalesce:
    # ``Count`` would join both seats' games, and so pair every game as X with every game as O.
    counted = games.order_by().values(seat).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)

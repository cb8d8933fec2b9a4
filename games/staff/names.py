from __future__ import annotations

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine import Mark
from games.models import Game, Player


def with_badge(name: str, player: Player | None) -> SafeString:
    has_account = player is not None and player.has_account
    badge = render_to_string("web/_account.html", {"has_account": True}) if has_account else ""
    return format_html("<bdi>{}</bdi>{}", name, badge)


def rivals(game: Game) -> SafeString:
    return format_html("{} v {}", *(with_badge(*seat) for seat in _seats(game)))


def linked_rivals(game: Game) -> SafeString:
    return format_html("{} v {}", *(linked(*seat) for seat in _seats(game)))


def linked(name: str, player: Player | None) -> SafeString:
    if player is None:
        return with_badge(name, None)
    address = reverse("admin:games_player_change", args=[player.pk])
    return format_html('<a href="{}">{}</a>', address, with_badge(name, player))


def _seats(game: Game) -> list[tuple[str, Player | None]]:
    return [(game.seat_name(mark), None if game.is_hot_seat else game.seat(mark)) for mark in Mark]

"""Names in the admin, with the badge of those that have an account."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine import Mark
from games.models import Game, Player


def with_badge(name: str, player: Player | None) -> SafeString:
    has_account = player is not None and player.has_account
    badge = render_to_string("web/_account.html", {"has_account": True}) if has_account else ""
    return format_html("<bdi>{}</bdi>{}", name, badge)


def rivals(game: Game) -> SafeString:
    """Return both names of a game; at one screen they are neither's own."""
    seats = [None if game.is_hot_seat else game.seat(mark) for mark in Mark]
    names = [game.seat_name(mark) for mark in Mark]
    return format_html("{} v {}", *map(with_badge, names, seats))

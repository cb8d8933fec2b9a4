"""The places beside every page of the admin: what staff open daily, with counts, and the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from games.models import Game, Player
from games.people.moderation.models import Report

MOST = 10_000  # rows that are counted

# The model of each list, its filter, and what is counted.
LISTS: dict[str, tuple[str, str, QuerySet[Any]]] = {
    "Reports": ("report", "?state=open", Report.objects.filter(closed_at=None)),
    "Games": ("game", "", Game.objects.all()),
    "Players": ("player", "", Player.objects.all()),
    "Accounts": ("player", "?kind=account", Player.objects.filter(user__isnull=False)),
}


OWN_NAMES = {"logentry": "Log", "user": "Staff"}  # shorter than those of the models


class Place(NamedTuple):
    name: str
    address: str
    is_here: bool
    number: str = ""
    is_urgent: bool = False


def places(request: HttpRequest) -> Iterable[Place]:
    """Yield the start page, and the lists that somebody may see, each with its count."""
    start = reverse("admin:index")
    yield Place("Start", start, request.path == start)
    here = _here(request)
    for name, (model, query, rows) in LISTS.items():
        if request.user.has_perm(f"games.view_{model}"):
            address = reverse(f"admin:games_{model}_changelist") + query
            count = rows.order_by()[: MOST + 1].count()
            number = f"{intcomma(MOST)}+" if count > MOST else str(intcomma(count))
            yield Place(name, address, name == here, number, name == "Reports" and count > 0)


def more(request: HttpRequest, apps: list[dict[str, Any]]) -> Iterable[Place]:
    if request.user.has_perm("games.view_game"):
        days = reverse("admin:days")
        yield Place("Day by day", days, request.path == days)
    known = {model for model, _, _ in LISTS.values()}
    for model in (model for app in apps for model in app["models"]):
        label, address = model["model"]._meta.model_name, model["admin_url"]
        if address and label not in known:
            name = OWN_NAMES.get(label, str(model["name"]))
            yield Place(name, address, request.path.startswith(address))


def _here(request: HttpRequest) -> str:
    if request.GET.get("kind") in ("account", "locked"):
        return "Accounts"
    beginnings = {
        name: reverse(f"admin:games_{model}_changelist") for name, (model, _, _) in LISTS.items()
    }
    return next((n for n, start in beginnings.items() if request.path.startswith(start)), "")

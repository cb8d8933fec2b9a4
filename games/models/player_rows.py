"""The rows that refer to a player, in all rooms: what is found, moved and forgotten by one walk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import DEFAULT_DB_ALIAS, IntegrityError, models, transaction
from django.db.models.deletion import Collector

from games.models import names
from games.models.games import Game
from games.models.people import Player, Transfer


def rows_of(player: Player | models.OuterRef) -> Iterator[tuple[Any, models.QuerySet[Any]]]:
    for relation in Player._meta.related_objects:
        rows = relation.related_model._default_manager
        yield relation, rows.filter(**{relation.field.name: player})


def lasting_rows_of(player: Player | models.OuterRef) -> list[models.QuerySet[Any]]:
    return [rows for _, rows in rows_of(player) if rows.model is not Transfer]


def forget_rows(player: Player) -> None:
    collector = Collector(using=DEFAULT_DB_ALIAS, origin=player)
    for relation, rows in rows_of(player):
        if relation.on_delete is not models.PROTECT:
            relation.on_delete(collector, relation.field, rows, collector.using)
    collector.delete()


def move_rows(guest: Player, player: Player) -> None:
    for relation, rows in rows_of(guest):
        if rows.model is not Game:
            if prepare := getattr(rows.model, "before_merge", None):
                prepare(guest, player)
            move(rows, relation.field.name, player)


def move(rows: models.QuerySet[Any], field: str, player: Player) -> None:
    if not _is_moved(rows, field, player):
        for row in rows:
            if not _is_moved(rows.filter(pk=row.pk), field, player):
                row.delete()


def forget_in_log(name: str) -> None:
    named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for entry in LogEntry.objects.filter(change_message__contains=name):
        done, colon, reason = entry.change_message.partition(": ")
        said = done + colon + named.sub(names.FORMER, reason)
        LogEntry.objects.filter(pk=entry.pk).update(change_message=said)


def _is_moved(rows: models.QuerySet[Any], field: str, player: Player) -> bool:
    try:
        with transaction.atomic():
            rows.update(**{field: player})
    except IntegrityError:
        return False
    return True

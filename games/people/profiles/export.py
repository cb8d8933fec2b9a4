"""Everything that is kept of a person, as one file of JSON that is written while it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from django.core.serializers.json import DjangoJSONEncoder

from games.models import Player
from games.play.signals import player_exported
from games.web.downloads import Parts

WRITTEN_AT_ONCE = 200  # items of a list


def export_person(player: Player, **_: Any) -> dict[str, Any]:
    """Return who somebody is, with the account if there is one; receives ``player_exported``."""
    look = {"face": player.face, "ink": player.ink}
    person = {"name": player.name, **look, "since": player.created_at, "here": player.here_at}
    user = player.user
    if user is None:
        return {"person": person}
    account = {
        "name": user.username,
        "email": user.email,
        "since": user.date_joined,
        "last_sign_in": user.last_login,
        "profile_private_since": player.private_since,
    }
    return {"person": person, "account": account}


def everything(player: Player) -> Parts:
    kept: dict[str, Any] = {}
    for _receiver, of_room in player_exported.send(Player, player=player):
        kept |= cast(dict[str, Any], of_room)
    opening = "{"
    for name, value in kept.items():
        yield f"{opening}\n{_text(name)}: "
        yield from _list(value) if isinstance(value, Iterator) else [_text(value)]
        opening = ","
    yield "\n}\n"


def _list(items: Iterator[Any]) -> Iterator[str]:
    opening = "["
    while chunk := list(islice(items, WRITTEN_AT_ONCE)):
        yield f"{opening}\n" + ",\n".join(map(_text, chunk))
        opening = ","
    yield "\n]" if opening == "," else "[]"


def _text(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)

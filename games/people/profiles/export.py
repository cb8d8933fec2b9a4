from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import CASCADE, AutoField, Field, ForeignKey, ForeignObjectRel, Model

from games.models import Game, Player
from games.web.downloads import Parts, portions

# What the file has of models that are not ours. Of any other, as a package may add, it has nothing.
FIELDS: dict[type[Model], tuple[str, ...]] = {
    User: ("username", "email", "date_joined", "last_login"),
    EmailAddress: ("email", "verified"),
    Authenticator: ("type", "data__name", "created_at", "last_used_at"),  # a passkey has a name
    UserSession: ("user_agent", "ip", "created_at", "last_seen_at"),
}

Row = dict[str, Any]
Relation = ForeignObjectRel


def everything(player: Player) -> Parts:
    # A model of ours names in ``not_exported`` which of its fields are secret, say what others have
    # done, or mean nothing elsewhere; and its relations that are not followed, by their name at the
    # other end.
    opening = "{"
    for root in filter(None, (player, player.user)):
        for name, rows in _kept(root):
            yield f"{opening}\n{_text(name)}: "
            yield from _list(rows)
            opening = ","
    yield "\n}\n"


def _kept(root: Model) -> Iterator[tuple[str, Iterator[list[Row]]]]:
    model = type(root)
    yield str(model._meta.model_name), _read(model, {"pk": root.pk})
    for relation in model._meta.related_objects:
        if _is_told(relation):
            of_root = {relation.field.name: root}
            yield relation.name, _read(relation.related_model, of_root, relation.field)


def _read(
    model: type[Model], condition: Row, origin: Field[Any, Any] | None = None
) -> Iterator[list[Row]]:
    names = _names(model, origin)
    rows = model._default_manager.filter(**condition).order_by(*(model._meta.ordering or ()), "pk")
    for portion in portions(rows, *names.values()):
        told = {pk: dict(zip(names, values, strict=True)) for pk, *values in portion}
        for relation in _parts_of(model):
            _add_parts(told, relation, origin)
        yield list(told.values())


def _add_parts(told: dict[Any, Row], relation: Relation, origin: Field[Any, Any] | None) -> None:
    part, key = relation.related_model, relation.field
    names = _names(part, key)
    rows = part._default_manager.filter(**{f"{key.name}__in": list(told)})
    if origin and "mark" in names:  # what one side did, such as talk: the other's is not one's own
        rows = rows.filter(mark=origin.name.upper())
    for pk, *values in rows.values_list(key.name, *names.values()):
        told[pk].setdefault(relation.name, []).append(dict(zip(names, values, strict=True)))


def _parts_of(model: type[Model]) -> Iterator[Relation]:
    for relation in model._meta.related_objects:
        others = (field.related_model for field in relation.related_model._meta.concrete_fields)
        if relation.on_delete is CASCADE and Player not in others and _is_told(relation):
            yield relation


def _is_told(relation: Relation) -> bool:
    model = relation.related_model
    return relation.name not in _left_out(model) and bool(_names(model, relation.field))


def _names(model: type[Model], origin: Field[Any, Any] | None) -> dict[str, str]:
    if model in FIELDS:
        return {name: name for name in FIELDS[model]}
    if model._meta.app_label != Player._meta.app_label:
        return {}
    left_out = _left_out(model)
    fields = (field for field in model._meta.concrete_fields if field != origin)
    return {f.name: f.name + _suffix(f) for f in fields if f.name not in left_out and _is_said(f)}


def _left_out(model: type[Model]) -> Iterable[str]:
    return getattr(model, "not_exported", ())


def _is_said(field: Field[Any, Any]) -> bool:
    if isinstance(field, ForeignKey):
        return field.related_model in (Player, Game)
    return not isinstance(field, AutoField)


def _suffix(field: Field[Any, Any]) -> str:
    return "__name" if field.related_model is Player else ""


def _list(rows: Iterator[list[Row]]) -> Iterator[str]:
    opening = "["
    for portion in rows:
        yield f"{opening}\n" + ",\n".join(map(_text, portion))
        opening = ","
    yield "\n]" if opening == "," else "[]"


def _text(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)

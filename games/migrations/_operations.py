"""Short forms of what migrations say often. They must go on meaning what they mean."""

from django.db.migrations import CreateModel
from django.db.models import BigAutoField, CheckConstraint, Index, UniqueConstraint


def model(name, /, *rules, options=None, **fields):
    """Return the operation that makes a model, which has an id unless it has another key."""
    if not any(field.primary_key for field in fields.values()):
        key = BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
        fields = {"id": key, **fields}
    indexes = [rule for rule in rules if isinstance(rule, Index)]
    constraints = [rule for rule in rules if rule not in indexes]
    options = {**(options or {}), "indexes": indexes, "constraints": constraints}
    return CreateModel(name, [*fields.items()], options)


def index(name, *fields, condition=None):
    return Index(name=name, fields=fields, condition=condition)


def check(name, condition):
    return CheckConstraint(name=name, condition=condition)


def unique(name, *fields, condition=None):
    return UniqueConstraint(name=name, fields=fields, condition=condition)


def choices(text):
    """Return the choices of a text, each a value and its words."""
    return [tuple(choice.split(maxsplit=1)) for choice in text.split(", ")]

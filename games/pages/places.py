"""What waits for a visitor in the places to go."""

from __future__ import annotations

from typing import NamedTuple

from django.template import Context, Library

from games.people.profiles.history import count_waiting
from games.study.puzzles.views import puzzle_waits

register = Library()


class Waiting(NamedTuple):
    games: int = 0
    puzzle: bool = False


@register.simple_tag(takes_context=True)
def waiting(context: Context) -> Waiting:
    visitor = context.get("visitor")
    return Waiting(count_waiting(visitor), puzzle_waits(visitor)) if visitor else Waiting()

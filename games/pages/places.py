"""What waits for a visitor in the places to go."""

from __future__ import annotations

from django.template import Context, Library

from games.people.profiles.history import count_waiting
from games.study.puzzles.views import puzzle_waits

register = Library()


@register.simple_tag(takes_context=True)
def waiting(context: Context) -> dict[str, int]:
    visitor = context.get("visitor")
    return {"games": count_waiting(visitor), "puzzle": puzzle_waits(visitor)} if visitor else {}

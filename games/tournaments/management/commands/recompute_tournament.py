from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.ops.program import DJANGO_OPTIONS
from games.tournaments import matches, scoring
from games.tournaments.models import Tournament, read_code


class Command(BaseCommand):
    suppressed_base_arguments = DJANGO_OPTIONS
    help = "Count the points of a tournament anew from its games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the six letters")

    @transaction.atomic
    def handle(self, *args: Any, code: str, **options: Any) -> None:
        tournament = Tournament.objects.filter(pk=read_code(code)).first()
        if tournament is None:
            raise CommandError("There is no tournament with this code.")
        tournament.lock()
        points, wins = scoring.totals(matches.results_of(tournament))
        changed = 0
        for id in tournament.entrants.values_list("player", flat=True):
            score = {"points": points[id], "wins": wins[id]}
            changed += tournament.entrants.filter(player=id).exclude(**score).update(**score)
        self.stdout.write(f"{changed} changed.")

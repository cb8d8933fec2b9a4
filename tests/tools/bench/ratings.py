"""Ratings: the pages that show them, in a table of very many rated games."""

from __future__ import annotations

from tests.server_games import COOKIE, run
from tests.tools.bench.installation import Installation
from tests.tools.bench.pages import request_all

DUELS = 50_000  # of two rated games each
PEOPLE = 2_000
REQUESTS = 30

# Everybody plays about as often on all boards, but the first, who plays in every fiftieth duel.
RECORD = (
    COOKIE
    + """
import json
from datetime import timedelta
from random import Random
from django.contrib.auth.models import User
from games.engine import clock
from games.engine.glicko import Rating as Glicko
from games.models import Player
from games.people.openings.generator import PLIES
from games.people.ratings.models import Rating, RatingChange

random, boards = Random(1), list(PLIES)
users = User.objects.bulk_create(User(username=f"user {n}") for n in range(PEOPLE))
players = Player.objects.bulk_create(
    Player(name=f"Person {n}", user=user) for n, user in enumerate(users)
)
ratings = []
for player in players:
    for board in boards:
        rating = Rating(player=player, board=board, duels=random.randrange(5, 40))
        rating.set(Glicko(random.gauss(1500, 200), random.uniform(50, 110), 0.06))
        ratings.append(rating)
Rating.objects.bulk_create(ratings, batch_size=1000)
of_first, start = ratings[: len(boards)], clock.now() - timedelta(days=300)
def change(rating, number):
    before = random.gauss(1500, 200)
    after = before + random.gauss(0, 20)
    at = start + timedelta(minutes=8 * number)
    return RatingChange(rating=rating, score=1, before=before, after=after, deviation=70, at=at)
changes = []
for number in range(DUELS):
    pairs = random.sample(ratings, 2)
    if number % 50 == 0:
        pairs[0] = random.choice(of_first)
    changes += [change(rating, number) for rating in pairs]
RatingChange.objects.bulk_create(changes, batch_size=1000)
print(json.dumps([cookie(players[0]), len(changes)]))
"""
)


def ratings(installation: Installation) -> None:
    """Measure the page of duels, which has all leaderboards, without and with one's own graphs.

    The aim is that each takes less than 200 ms.
    """
    code = RECORD.replace("DUELS", str(DUELS)).replace("PEOPLE", str(PEOPLE))
    cookie, changes = run(code, installation.data, **installation.environment)
    print(f"{2 * DUELS:,} rated games, {changes:,} changes of ratings:")
    for headers in ({}, {"Cookie": cookie}):
        request_all(installation, "/duels/", [headers] * REQUESTS)

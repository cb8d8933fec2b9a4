"""Short ways to read the admin's page of one game."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.models import Game


def url(game: Game, query: str = "") -> str:
    return f"/admin/games/game/{game.pk}/change/{query}"


def review_url(game: Game) -> str:
    return f"/admin/games/game/{game.pk}/review/"


def context(client: Client, game: Game, query: str = "") -> Any:
    response = client.get(url(game, query))
    assert response.status_code == 200
    return response.context


def told(client: Client, game: Game) -> list[str]:
    entries = context(client, game)["timeline"]
    return [f"{e.number}. {e.words}" if e.number else e.words for e in entries]

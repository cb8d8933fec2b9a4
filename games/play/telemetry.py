from __future__ import annotations

import logging

from django.db import transaction

from games.engine import clock
from games.engine.presets import named
from games.models import Game
from games.ops import metrics
from games.ops.digests import digest

logger = logging.getLogger(__name__)


def note_end(game: Game) -> None:
    preset = named(game.variant)
    facts = {
        "game": digest(game.pk),
        "board": preset.id if preset else "other",  # than those that the site offers
        "level": (game.level or "people") if game.has_people else (game.kind or "computers"),
        "plies": game.ply,
        "ending": str(game.reason),
        "seconds": round((clock.now() - game.created_at).total_seconds()),
    }
    words = " ".join(f"{name}={value}" for name, value in facts.items())

    def note() -> None:
        metrics.GAMES_ENDED.labels(facts["board"], facts["ending"]).inc()
        logger.info("A game ended: %s", words, extra={"facts": facts})

    # Robust: a failure to count must not fail a change that has been stored.
    transaction.on_commit(note, robust=True)

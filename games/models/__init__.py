from __future__ import annotations

from games.models.clocks import Heartbeat
from games.models.game_events import AWAY_AFTER, GameEvent
from games.models.game_queryset import GameQuerySet
from games.models.games import ID_ALPHABET, ID_LENGTH, Game, new_id
from games.models.masked_words import MaskedWord
from games.models.moves import Hint, Move, ProcessedMessage
from games.models.people import (
    TRANSFER_LIFETIME,
    Credential,
    HiddenName,
    Player,
    Transfer,
    new_name,
    taken_usernames,
    username,
    username_of,
)
from games.models.requests import REQUEST_FIELDS, RequestKind
from games.models.seats import CLAIM_AFTER, Relation

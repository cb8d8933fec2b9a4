"""What two friends say to each other during a game, in words of their own."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop as _

from games.models import Game, HiddenName, masked_words, texts
from games.models.masked_words import Listed
from games.people.moderation.models import Block
from games.play import services
from games.play.errors import Refused
from games.protocol import MAX_WORDS

MASK = "●●●"


class NoTalk(Refused):
    code = "no_talk"
    http_status = 403
    message = _("Only friends who play by link can write to each other.")


class OnlySetPhrases(NoTalk):
    code = "only_set_phrases"
    message = _("Here everybody says only the phrases at hand.")


class NothingSaid(Refused):
    code = "nothing_said"
    http_status = 400
    message = _("Write something, in up to 80 characters.")


class TooMuchSaid(Refused):
    code = "too_much_said"
    http_status = 400
    message = _("That is too long. Say it in up to 80 characters.")


class KeptApart(Refused):
    code = "kept_apart"
    http_status = 403
    message = _("One of you has blocked the other.")


def may_talk(game: Game) -> bool:
    return not settings.SET_PHRASES_ONLY and game.is_between_friends


def say(game_id: str, player_id: int, *, words: str, message_id: str = "") -> Game:
    """Show words to both players of a game; the same ``message_id`` again changes nothing.

    :raises NothingSaid: if nothing of it can be shown.
    :raises TooMuchSaid: if it is too long.
    :raises NoTalk, KeptApart, Refused: as ``refuse_talk`` and ``services.react``.
    """
    try:
        said = texts.shown(words, MAX_WORDS)
    except texts.TooLong:
        raise TooMuchSaid from None
    if not said:
        raise NothingSaid
    masked = texts.cut(mask(said), MAX_WORDS)
    return services.react(game_id, player_id, words=masked, message_id=message_id)


def mask(said: str) -> str:
    parts = masked_words.split(said)
    looks = masked_words.looks_of(parts[::2])
    hidden = set(HiddenName.objects.filter(look__in=looks.values()).values_list("look", flat=True))
    listed = Listed.read()
    for (start, end), look in looks.items():
        if look in hidden or listed.has(look, end - start):
            parts[2 * start : 2 * end : 2] = [MASK] * (end - start)
    return "".join(parts)


def refuse_talk(game: Game, player_id: int, words: str, **_: Any) -> None:
    """Keep words from all but friends, and all from those who are kept apart.

    Receives ``speaking``.

    :raises NoTalk, KeptApart: if the player may not.
    """
    if words and settings.SET_PHRASES_ONLY:
        raise OnlySetPhrases
    if words and not may_talk(game):
        raise NoTalk
    others = set(game.people.values()) - {player_id}
    if others and others & Block.objects.kept_from(player_id):
        raise KeptApart

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.utils.translation import gettext_noop as _

from games.bus import broadcast
from games.models import Game, GameEvent, HiddenName, kinds, masked_words, texts
from games.models.masked_words import MaskedLooks
from games.people.moderation import browsers
from games.people.moderation.models import Block
from games.play.errors import Closed, NotStarted, refusal
from games.play.services import (
    ends_overdue_game_first,
    is_processed,
    lock_game,
    note_processed,
    require_seat,
)
from games.presentation.wording import REACTIONS
from games.protocol import MAX_WORDS

MASK = "●●●"
MESSAGES_A_PLY = 2
PICTURES = {f":{name}:": name for name in REACTIONS}  # as they are sent
NoChat = refusal("no_talk", _("Only friends who play by link can write to each other."), 403)
NoTalk = refusal("nobody_talks", _("Nobody says anything in this game."), 403)
OnlySetPhrases = refusal(
    "only_set_phrases", _("Here everybody says only the phrases at hand."), 403
)
WrongText = refusal("wrong_text", _("Write something, in up to 80 characters."), 400)
TooManyMessages = refusal(
    "too_many_reactions", _("That is enough for now. You can react again after the next move.")
)
KeptApart = refusal("kept_apart", _("One of you has blocked the other."), 403)


def may_write(game: Game) -> bool:
    return not settings.SET_PHRASES_ONLY and game.is_between_friends


@ends_overdue_game_first
def send_message(
    game_id: str,
    player_id: int,
    *,
    text: str,
    message_id: str = "",
    cookies: Mapping[str, str] | None = None,
) -> Game:
    # The same ``message_id`` again changes nothing. The ``cookies`` are the browser's, in which
    # somebody may have been silenced.
    game = lock_game(game_id)
    mark = require_seat(game, player_id)[0]
    if is_processed(game, player_id, message_id):
        return game
    if game.status in (Game.Status.WAITING, Game.Status.CALLED):
        raise NotStarted
    if game.status == Game.Status.CLOSED:
        raise Closed
    if not kinds.of(game).allows_talk:
        raise NoTalk
    browsers.refuse_silenced(player_id, cookies or {})
    picture = PICTURES.get(text, "")
    words = "" if picture else _words(game, text)
    _refuse_kept_apart(game, player_id)
    _count(game, f"{mark.lower()}_reactions")
    said = {"reaction": picture or None, "words": words or None}
    game.events.create(kind=GameEvent.Kind.REACTED, mark=mark, **said)
    note_processed(game, player_id, message_id)
    broadcast.announce_reaction(game, mark, picture, words)
    return game


def last_said(game: Game, *, is_player: bool) -> GameEvent | None:
    if not (game.x_reactions or game.o_reactions):
        return None
    said = game.events.filter(kind=GameEvent.Kind.REACTED).last()
    return said if said and (is_player or not said.words) else None


def mask(said: str) -> str:
    parts = masked_words.split(said)
    looks = masked_words.looks_of(parts[::2])
    hidden = set(HiddenName.objects.filter(look__in=looks.values()).values_list("look", flat=True))
    listed = MaskedLooks.read()
    for (start, end), look in looks.items():
        if look in hidden or listed.has(look, end - start):
            parts[2 * start : 2 * end : 2] = [MASK] * (end - start)
    return "".join(parts)


def _words(game: Game, text: str) -> str:
    if settings.SET_PHRASES_ONLY:
        raise OnlySetPhrases
    if not may_write(game):
        raise NoChat
    try:
        said = texts.shown(text, MAX_WORDS)
    except texts.TooLong:
        raise WrongText from None
    if not said:
        raise WrongText
    return texts.cut(mask(said), MAX_WORDS)


def _refuse_kept_apart(game: Game, player_id: int) -> None:
    others = set(game.people.values()) - {player_id}
    if others and others & Block.objects.kept_from(player_id):
        raise KeptApart


def _count(game: Game, field: str) -> None:
    if getattr(game, field) >= MESSAGES_A_PLY:
        raise TooManyMessages
    setattr(game, field, getattr(game, field) + 1)
    game.save(update_fields=[field])

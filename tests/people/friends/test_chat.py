"""What friends say to each other: who may, who hears it, what is hidden, and how long it stays."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.engine import Mark
from games.models import Game, GameEvent, HiddenName, MaskedWord, Player
from games.people.friends import chat
from games.people.moderation.services import block
from games.play import errors, services
from games.play.errors import Refused
from tests.playing import create_game, play, url
from tests.sockets.sockets import connected

pytestmark = pytest.mark.django_db

WELL = "Well done, you"
FAMILY = "👨‍👩‍👧‍👦"


def page(client: Client, game: Game) -> str:
    return client.get(url(game)).content.decode()


@pytest.mark.django_db(transaction=True)
async def test_the_other_hears_it_and_nobody_who_watches(game: Game, alice: Player, bob: Player):
    async with (
        connected(game, alice) as x,
        connected(game, bob) as o,
        connected(game, None) as watcher,
    ):
        assert (await o.request("say", id="s", words=WELL))["type"] == "ok"
        told = {"type": "reaction", "mark": "O", "reaction": "", "words": WELL}
        assert await x.receive() == await o.receive() == told
        assert await watcher.has_no_message()
        assert (await o.request("say", id="s", words=WELL))["type"] == "ok"
        assert await x.has_no_message()


@pytest.mark.django_db(transaction=True)
async def test_eighty_families_are_one_message(game: Game, alice: Player):
    async with connected(game, alice) as x:
        assert (await x.request("say", id="s", words=FAMILY * 80))["type"] == "ok"


def test_without_scripts_it_is_said_by_a_form_and_stays_until_the_next_move(
    browse, alice: Player, bob: Player, charlie: Player
):
    game = create_game(alice, bob)
    for said in ({"reaction": "phew"}, {"words": WELL}):
        assert browse(alice).post(url(game, "say"), said)["Location"] == url(game)
    assert f"<bdi>Alice</bdi>:\n        {WELL}" in page(browse(bob), game)
    assert WELL not in page(browse(charlie), game)
    assert browse(charlie).post(url(game, "say"), {"words": WELL}).status_code == 409
    play(game, 4)
    assert WELL not in page(browse(bob), game)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (" \u200b\u202e ", chat.NothingSaid),
        ("x" * 81, chat.TooMuchSaid),
        (FAMILY * 81, chat.TooMuchSaid),
        (FAMILY * 80, None),
        ("\U0001fa77", None),
        (WELL, None),
    ],
)
def test_what_can_be_said(game: Game, alice: Player, words: str, refusal: type[Refused] | None):
    if refusal:
        with pytest.raises(refusal):
            chat.say(game.pk, alice.pk, words=words)
    else:
        for _ in range(2):
            chat.say(game.pk, alice.pk, words=words)
        with pytest.raises(errors.TooManyReactions):
            chat.say(game.pk, alice.pk, words=words)


def test_what_is_said_is_shown_as_it_was_written_but_for_what_has_no_effect(
    game: Game, alice: Player
):
    chat.say(game.pk, alice.pk, words=f"\u202eمی‌خواهم {FAMILY} 🏴󠁧󠁢󠁳󠁣󠁴󠁿 a" + "\u0300\u0301" * 40)
    said = GameEvent.objects.exclude(words=None).get()
    assert said.words == f"می‌خواهم {FAMILY} 🏴󠁧󠁢󠁳󠁣󠁴󠁿 à" + "\u0301\u0300\u0301\u0300"


@pytest.mark.parametrize("terms", [{"kind": "open"}, {"guest": None}])
def test_strangers_and_the_computer_hear_no_words(
    browse, alice: Player, bob: Player, computer: Player, terms: dict[str, Any]
):
    guest = {"guest": bob} if "kind" in terms else {"guest": computer}
    game = services.create_game(host=alice, mark=Mark.X, **terms | guest)
    with pytest.raises(chat.NoTalk):
        chat.say(game.pk, alice.pk, words=WELL)
    assert 'name="words"' not in page(browse(alice), game)
    services.react(game.pk, alice.pk, reaction="nice")


def test_who_is_blocked_says_nothing_in_words_or_pictures(game: Game, alice: Player, bob: Player):
    block(game.pk, alice)
    for player in (alice, bob):
        for said in ({"words": WELL}, {"reaction": "nice"}):
            with pytest.raises(chat.KeptApart):
                services.react(game.pk, player.pk, **said)


def test_hidden_names_are_masked_as_they_look(db):
    for name in ("Rude", "Very Bad Name"):
        HiddenName.objects.hide(name)
    assert chat.mask("you RUDE, r\u00fcde very bad name") == "you ●●●, ●●● ●●● ●●● ●●●"
    assert chat.mask("a very bad day") == "a very bad day"


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("you IDIOT!", "you ●●●!"),
        ("1d10t, idiooot i.d.i.o.t id iot", "●●●, ●●● ●●●.●●●.●●●.●●●.●●● ●●● ●●●"),
        ("idiots", "idiots"),
        ("Trolls, trolling", "●●●, ●●●"),
        ("stroll a bit", "stroll a bit"),
        ("trolls are here", "●●● are here"),
        ("(you=idiot) idiot’s i*d*i*o*t…", "(you=●●●) ●●●’s ●●●*●●●*●●●*●●●*●●●…"),
        ("この馬鹿だ！はい", "●●●！はい"),
    ],
)
def test_the_words_of_the_list_are_masked_as_they_look(db, said: str, read: str):
    MaskedWord.objects.create(word="Idiot")
    MaskedWord.objects.create(word="troll", with_endings=True)
    MaskedWord.objects.create(word="馬鹿")
    assert chat.mask(said) == read


def test_what_was_said_before_a_word_was_listed_is_masked_too(browse, game: Game, alice, bob):
    chat.say(game.pk, alice.pk, words="you idiot")
    assert "you idiot" in page(browse(bob), game)
    MaskedWord.objects.create(word="idiot")
    assert "you ●●●" in page(browse(bob), game)


@pytest.mark.parametrize("name", ["Idiot", "An Idiot", "1d1ot", "an.idiot"])
def test_no_name_has_a_masked_word(db, alice: Player, name: str):
    MaskedWord.objects.create(word="idiot")
    with pytest.raises(errors.NameHidden):
        services.rename_player(alice, name=name)


def test_a_site_may_have_set_phrases_only(browse, settings, game: Game, alice: Player):
    settings.SET_PHRASES_ONLY = True
    with pytest.raises(chat.OnlySetPhrases):
        chat.say(game.pk, alice.pk, words=WELL)
    assert 'name="words"' not in page(browse(alice), game)
    services.react(game.pk, alice.pk, reaction="nice")


def test_words_are_forgotten_with_their_person(game: Game, alice: Player, bob: Player):
    for player in (alice, bob):
        chat.say(game.pk, player.pk, words=f"I am {player}")
    services.forget_player(alice)
    assert list(game.events.values_list("words", flat=True)) == ["I am Bob"]

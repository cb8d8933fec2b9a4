import pytest
from channels.db import database_sync_to_async as database
from django.test import Client

from games.models import Game, GameEvent, HiddenName, MaskedWord, Player
from games.people.friends import chat
from games.people.friends.chat import PICTURES, send_message
from games.people.moderation.services import block
from games.play import errors, services
from games.play.errors import Refused
from tests.people.lobby.seeks import two_who_met
from tests.playing import create_game, play, url
from tests.sockets.sockets import connected

WELL, NICE = "Well done, you", ":nice:"
FAMILY = "👨‍👩‍👧‍👦"


def page(client: Client, game: Game) -> str:
    return client.get(url(game)).text


@pytest.mark.django_db(transaction=True)
async def test_a_picture_is_seen_by_all_and_words_by_the_two_and_once(game: Game, alice, bob):
    async with (
        connected(game, alice) as x,
        connected(game, bob) as o,
        connected(game, None) as watcher,
    ):
        heard = {"type": "reaction", "mark": "O", "reaction": "", "words": WELL}
        seen = {"type": "reaction", "mark": "O", "reaction": "nice"}
        first = await o.request("say", id="s", text=WELL)
        assert first == {"type": "ok", "id": "s", "version": 1}
        assert await x.receive() == await o.receive() == heard
        await o.request("say", id="p", text=NICE)
        assert await x.receive() == await watcher.receive() == seen
        await database(play)(game, 4)
        for socket in (x, o):
            await socket.receive_ply(1)
        assert (await o.request("say", id="s", text=WELL))["type"] == "ok"
        assert await x.has_no_message()


def test_two_are_welcome_between_moves(game: Game, alice: Player, bob: Player):
    for text in (WELL, NICE):
        send_message(game.pk, alice.pk, text=text)
    for text in (WELL, NICE):
        with pytest.raises(chat.TooManyMessages):
            send_message(game.pk, alice.pk, text=text)
    send_message(game.pk, bob.pk, text=":wow:")
    play(game, 4)
    send_message(game.pk, alice.pk, text=WELL)


def test_without_scripts_it_is_said_by_a_form_and_stays_until_the_next_move(
    browse, alice: Player, bob: Player, charlie: Player
):
    game = create_game(alice, bob)
    for text in (["", ":phew:"], WELL):  # the input comes before the picture that is pressed
        assert browse(alice).post(url(game, "say"), {"text": text})["Location"] == url(game)
    assert f"<bdi>Alice</bdi>: </span\n        >“{WELL}”" in page(browse(bob), game)
    assert WELL not in page(browse(charlie), game)
    assert browse(charlie).post(url(game, "say"), {"text": WELL}).status_code == 409
    play(game, 4)
    assert WELL not in page(browse(bob), game)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (" \u200b\u202e ", chat.WrongText),
        (FAMILY * 81, chat.WrongText),
        (FAMILY * 80, None),
        ("\U0001fa77", None),
    ],
)
def test_what_can_be_said(game: Game, alice: Player, text: str, refusal: type[Refused] | None):
    if refusal:
        with pytest.raises(refusal):
            send_message(game.pk, alice.pk, text=text)
    else:
        send_message(game.pk, alice.pk, text=text)
        assert GameEvent.objects.get().words == text


@pytest.mark.parametrize("who", ["strangers", "computer", "set phrases"])
def test_only_friends_write(browse, settings, alice: Player, bob, computer: Player, who: str):
    settings.SET_PHRASES_ONLY = who == "set phrases"
    games = {"strangers": two_who_met, "computer": lambda *_: create_game(alice, computer)}
    game = games.get(who, create_game)(alice, bob)
    with pytest.raises((chat.NoChat, chat.OnlySetPhrases)):
        send_message(game.pk, alice.pk, text=WELL)
    shown = page(browse(alice), game)
    assert '<input name="text"' not in shown
    assert all(f'value="{picture}"' in shown for picture in PICTURES) == (who != "computer")
    send_message(game.pk, alice.pk, text=NICE)


@pytest.mark.parametrize("text", [WELL, NICE])
def test_who_is_blocked_says_nothing(game: Game, alice: Player, bob: Player, text: str):
    block(game.pk, alice)
    for player in (alice, bob):
        with pytest.raises(chat.KeptApart):
            send_message(game.pk, player.pk, text=text)


def test_hidden_names_are_masked_as_they_look():
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
def test_the_words_of_the_list_are_masked_as_they_look(said: str, read: str):
    MaskedWord.objects.create(word="Idiot")
    MaskedWord.objects.create(word="troll", with_endings=True)
    MaskedWord.objects.create(word="馬鹿")
    assert chat.mask(said) == read


def test_what_was_said_before_a_word_was_listed_is_masked_too(browse, game: Game, alice, bob):
    send_message(game.pk, alice.pk, text="you idiot")
    assert "you idiot" in page(browse(bob), game)
    MaskedWord.objects.create(word="idiot")
    assert "you ●●●" in page(browse(bob), game)


@pytest.mark.parametrize("name", ["An Idiot", "1d1ot", "an.idiot"])
def test_no_name_has_a_masked_word(alice: Player, name: str):
    MaskedWord.objects.create(word="idiot")
    with pytest.raises(errors.NameHidden):
        services.rename_player(alice, name=name)


def test_words_are_forgotten_with_their_person(game: Game, alice: Player, bob: Player):
    for player in (alice, bob):
        send_message(game.pk, player.pk, text=f"I am {player}")
    services.forget_player(alice)
    assert list(game.events.values_list("words", flat=True)) == ["I am Bob"]

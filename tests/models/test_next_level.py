import re

import pytest
from django.test import Client

from games.ai.computer_players import LEVELS, MENACE
from games.bus import broadcast
from games.engine import CLASSIC, Mark, Variant
from games.engine.presets import BOARDS
from games.models import Game, Player
from games.play import services
from games.presentation import snapshots
from tests.playing import DRAW, X_WINS, play, reload, start

pytestmark = pytest.mark.django_db

GOMOKU = BOARDS["gomoku"].variant


def against(player: Player, level: str, variant: Variant = CLASSIC, mark: Mark = Mark.X) -> Game:
    computer = Player.objects.of_level(LEVELS[level])
    return services.create_game(host=player, mark=mark, guest=computer, variant=variant)


def lose(player: Player, level: str, variant: Variant = CLASSIC, mark: Mark = Mark.X) -> Game:
    return reload(services.resign(against(player, level, variant, mark).pk, player.pk))


def offered(game: Game, player: Player | None) -> str | None:
    offer = snapshots.state_for(reload(game), player.pk if player else None)["offer"]
    return offer["level"] if offer else None


def test_after_a_win_it_is_the_next_harder_level(alice: Player, bob: Player):
    won = play(against(alice, "easy"), *X_WINS)
    assert snapshots.state_for(won, alice.pk)["offer"] == {"level": "medium", "name": "Medium"}
    assert offered(won, bob) is offered(won, None) is None
    assert broadcast.describe(won)["offer"] == {"level": "medium", "name": "Medium"}


def test_games_from_a_position_offer_no_level(alice: Player):
    easy = Player.objects.of_level(LEVELS["easy"])
    terms = {"host": alice, "mark": Mark.X, "guest": easy, "opening": X_WINS[:2]}
    assert offered(play(services.create_game(**terms), *X_WINS[2:]), alice) is None


def test_there_is_none_above_the_top_below_the_bottom_or_after_a_draw(alice: Player):
    assert offered(play(against(alice, "champion"), *X_WINS), alice) is None
    assert offered(lose(alice, "easy"), alice) is None
    assert offered(play(against(alice, "medium"), *DRAW), alice) is None


def test_after_a_loss_it_is_the_next_easier_level(alice: Player):
    assert offered(lose(alice, "medium"), alice) == "easy"
    assert offered(lose(alice, "champion", GOMOKU, Mark.O), alice) == "hard"


def test_among_people_with_menace_and_on_boards_without_a_name_there_is_none(game, alice):
    menace = Player.objects.of_level(MENACE)
    with_menace = services.create_game(host=alice, mark=Mark.X, guest=menace)
    for each in (game, with_menace):
        assert offered(play(each, *X_WINS), alice) is None
    assert (
        offered(services.resign(against(alice, "easy", Variant(4, 3, 3)).pk, alice.pk), alice)
        is None
    )


def test_the_offer_starts_a_game_on_the_same_terms(client: Client):
    choices = {"opponent": "computer", "level": "hard", "board": "4x4", "side": "O"}
    terms = {"control": "3+2", "best_of": "3"}
    game = start(client, **choices, **terms)
    page = client.get(game.get_absolute_url()).text
    assert re.search("data-offer[^>]* hidden>", page)
    client.post(f"/g/{game.pk}/resign/")
    page = client.get(game.get_absolute_url()).text
    assert "Play Medium</span>" in page
    form = re.search(r"<form[^>]*data-offer\s.*?</form>", page, re.DOTALL)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    fields.pop("csrfmiddlewaretoken", None)
    assert fields == {**choices, **terms, "level": "medium"}
    following = start(client, **fields)
    assert (following.level, following.control, following.best_of) == ("medium", "3+2", 3)
    assert (following.variant, following.is_public) == (BOARDS["4x4"].variant, False)
    assert not following.o.is_computer

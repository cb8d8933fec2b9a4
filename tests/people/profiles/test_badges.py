import pytest

from games.engine import Mark
from games.models import Player
from games.people.moderation.models import Block
from games.play import services
from games.presentation import snapshots
from games.sockets import live_games
from tests.accounts import with_account
from tests.playing import X_WINS, create_game, play, url

BADGE = "<title>has an account</title>"


@pytest.fixture
def ada(alice: Player) -> Player:
    return with_account(alice)


def test_a_snapshot_says_who_has_an_account(ada: Player, bob: Player, computer: Player):
    def accounts(x: Player, o: Player) -> list[bool]:
        seats = snapshots.take(create_game(x, o))["seats"].values()
        return [seat["has_account"] for seat in seats if seat]

    assert accounts(ada, bob) == [True, False]
    assert accounts(computer, ada) == [False, True]
    assert accounts(ada, ada) == [False, False]  # at one screen it is nobody's own name


def test_the_badge_stands_wherever_others_read_the_name(
    subtests: pytest.Subtests, browse, admin_client, ada: Player, bob: Player, charlie: Player
):
    game = create_game(ada, bob)
    invitation = services.create_game(host=ada, mark=Mark.X)
    assert live_games.read()[0]["seats"]["X"]["has_account"]
    assert BADGE in browse(charlie).get("/watch/").text.split("<template")[0]
    play(game, *X_WINS)
    Block.objects.create(blocker=bob, blocked=ada)
    for path in (
        *("/", "/games/", "/blocks/", url(invitation)),
        *(f"{url(game)}review/", f"{url(game)}person/"),
    ):
        with subtests.test(path):
            assert BADGE in browse(bob).get(path).text
    assert BADGE in admin_client.get("/admin/games/game/").text

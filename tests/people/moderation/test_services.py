import pytest

from games.engine import Mark
from games.models import Game, Player
from games.people.moderation import services
from games.people.moderation.models import Block, Report
from games.play import errors
from games.play import services as play_services


def test_a_block_is_made_once_and_undone(game: Game, alice: Player, bob: Player):
    for _ in range(2):
        assert services.block(game.pk, alice) == bob
    [block] = Block.objects.all()
    assert Block.objects.kept_from(bob.pk) == {alice.pk}
    services.unblock(bob, block.pk)
    assert Block.objects.exists()
    services.unblock(alice, block.pk)
    assert not Block.objects.exists()


def test_whom_the_host_has_blocked_joins_by_no_link(game, invitation, alice, bob, charlie):
    services.block(game.pk, alice)
    with pytest.raises(errors.NotInvited):
        play_services.join_game(invitation.pk, bob)
    assert play_services.join_game(invitation.pk, charlie).o == charlie


def test_a_report_is_made_once_a_game_and_a_reason(game: Game, alice: Player, bob: Player):
    for kind in ("name", "name", "stalling"):
        services.report(game.pk, alice, kind=kind)
    play_services.rename_player(bob, name="Robert")
    reports = Report.objects.order_by("kind").values_list("kind", "name", "game")
    assert list(reports) == [("name", "Bob", game.pk), ("stalling", "Bob", game.pk)]
    with pytest.raises(services.NoSuchReason):
        services.report(game.pk, alice, kind="manners")


def test_words_of_ones_own_are_kept_with_each_reason(game: Game, alice: Player):
    services.report(game.pk, alice, kind="name", words="rude")
    services.report(game.pk, alice, kind="other", words=" calls me\r\nnames ")
    kept = dict(Report.objects.values_list("kind", "words"))
    assert kept == {"name": "rude", "other": "calls me names"}


def test_later_words_take_the_place_of_earlier_ones_and_wait_again(game: Game, alice: Player):
    for words in ("first", "second", ""):
        services.report(game.pk, alice, kind="other", words=words)
        services.close_report(Report.objects.get())
    assert Report.objects.get().words == "second"
    services.report(game.pk, alice, kind="other", words="third")
    assert (Report.objects.get().words, Report.objects.get().closed_at) == ("third", None)


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_no_words_of_a_report_stay_of_who_is_forgotten(who, game: Game, alice, bob):
    services.report(game.pk, alice, kind="other", words="Bob is rude")
    play_services.forget_player(alice if who == "alice" else bob)
    assert Report.objects.get().words is None


def test_only_who_plays_with_another_person_blocks_and_reports(
    game: Game, invitation: Game, computer_game: Game, alice: Player, charlie: Player
):
    shared = play_services.create_game(host=alice, mark=Mark.X, guest=alice)
    for each in (invitation, computer_game, shared):
        with pytest.raises(services.NobodyToReport):
            services.block(each.pk, alice)
    with pytest.raises(errors.NotYourGame):
        services.report(game.pk, charlie, kind="name")


def test_who_is_forgotten_is_in_no_block_and_has_no_name_in_a_report(game, alice, bob):
    services.block(game.pk, alice)
    services.block(game.pk, bob)
    services.report(game.pk, alice, kind="name")
    play_services.forget_player(bob)
    assert not Block.objects.exists()
    assert Report.objects.get().name == "Former player"

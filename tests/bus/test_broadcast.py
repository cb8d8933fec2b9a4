import pytest
from channels.layers import get_channel_layer

from games.bus import broadcast
from games.models import Game, Player
from games.play import errors, services


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    messages: list[dict] = []

    async def group_send(group: str, message: dict) -> None:
        messages.append({"group": group, **message})

    monkeypatch.setattr(get_channel_layer(), "group_send", group_send)
    return messages


@pytest.mark.django_db
def test_a_change_is_sent_only_after_the_commit(
    game: Game, alice: Player, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=False) as callbacks:
        services.play_move(game.pk, alice.pk, ply=0, cell=4)
    assert sent == []
    for callback in callbacks:
        callback()
    assert sent[0]["group"] == broadcast.game_group(game.pk)
    assert sent[0]["snapshot"]["cells"] == "....X...."
    assert sent[0]["people"] == {"X": game.x_id, "O": game.o_id}


@pytest.mark.django_db
def test_a_refusal_or_a_repetition_is_not_sent(
    game: Game, alice: Player, bob: Player, django_capture_on_commit_callbacks
):
    services.play_move(game.pk, alice.pk, ply=0, cell=4)
    with django_capture_on_commit_callbacks() as callbacks:
        services.play_move(game.pk, alice.pk, ply=0, cell=4)
        with pytest.raises(errors.CellTaken):
            services.play_move(game.pk, bob.pk, ply=1, cell=4)
    assert callbacks == []

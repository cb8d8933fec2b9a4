"""Menace, as staff look into it and start it afresh."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import quote
from django.test import Client

from games.ai.computer_players import MENACE
from games.engine import Mark
from games.models import Player
from games.play import services
from games.study.menace.models import LearnedGame, Matchbox
from tests.playing import X_WINS, play

pytestmark = pytest.mark.django_db

BOXES = "/admin/games/matchbox/"
AFRESH = f"{BOXES}start-afresh/"


@pytest.fixture
def taught(alice: Player) -> Player:
    """Menace after a game that it has won."""
    menace = Player.objects.of_level(MENACE)
    play(services.create_game(host=alice, mark=Mark.O, guest=menace), *X_WINS)
    return menace


def test_staff_look_into_the_boxes_and_change_none(admin_client: Client, taught: Player):
    page = admin_client.get(BOXES).content.decode()
    assert "a3: 7, b3: 4, b2: 4" in page
    assert page.count('class="picture"') == Matchbox.objects.count() == 3
    box = Matchbox.objects.get(pk=".../.../...")
    for action in ("delete", "change"):
        address = f"{BOXES}{quote(box.pk)}/{action}/"
        assert admin_client.post(address, {"post": "yes"}).status_code == 403
    assert admin_client.get(f"{BOXES}add/").status_code == 403
    assert Matchbox.objects.count() == 3


def test_menace_starts_afresh_once_that_is_confirmed(admin_client: Client, taught: Player):
    assert AFRESH in admin_client.get(BOXES).content.decode()
    page = admin_client.get(AFRESH).content.decode()
    assert "Menace has learned from 1 game." in page
    assert Matchbox.objects.exists()
    response = admin_client.post(AFRESH, follow=True)
    words = "Menace has forgotten 1 game and starts afresh."
    assert [str(message) for message in response.context["messages"]] == [words]
    assert not Matchbox.objects.exists()
    assert not LearnedGame.objects.exists()
    entry = LogEntry.objects.get()
    assert entry.object_id == str(taught.pk)
    assert entry.get_change_message() == words

from __future__ import annotations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.models import HiddenName, MaskedWord, Player
from tests.staff.staff import member

pytestmark = pytest.mark.django_db

WORDS = "/admin/games/maskedword/"


def test_a_word_that_is_listed_goes_from_names(
    alice: Player, bob: Player, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
):
    Player.objects.filter(pk=bob.pk).update(name="Big Idi0t")
    with django_capture_on_commit_callbacks(execute=True):
        member("Moderators").post(f"{WORDS}add/", {"word": "idiot"})
    assert MaskedWord.objects.get().word == "idiot"
    assert HiddenName.objects.has("Big Idiot")
    names = Player.objects.people().order_by("pk").values_list("name", flat=True)
    assert names[0] == "Alice"
    assert "Idi0t" not in names[1]


def test_viewers_add_no_word():
    assert member("Viewers").post(f"{WORDS}add/", {"word": "idiot"}).status_code == 403

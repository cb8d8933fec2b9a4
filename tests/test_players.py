"""Who a visitor is, from cookie to seat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games import players, services
from games.models import Game, Player
from games.sessions import PLAYER, SessionStore


@pytest.mark.django_db
@pytest.mark.parametrize("kept", [None, "1", [], {}])
def test_a_session_that_names_no_player_is_a_newcomers(kept: object):
    session = SessionStore()
    if kept is not None:
        session[PLAYER] = kept
    assert players.id_in(session) is None


@pytest.mark.django_db
def test_flushing_a_session_keeps_the_player_and_nothing_else(alice: Player):
    session = SessionStore()
    session[PLAYER], session["secret"] = alice.pk, "staff"
    session.save()
    before = session.session_key
    session.flush()
    session.save()
    assert session.session_key != before
    assert dict(session.items()) == {PLAYER: alice.pk}


@pytest.mark.django_db
def test_flushing_the_session_of_a_newcomer_leaves_it_empty():
    session = SessionStore()
    session["secret"] = "staff"
    session.flush()
    assert session.is_empty()


@pytest.mark.django_db
def test_a_form_sent_again_later_is_somebody_new():
    first = services.welcome_player(token="t")
    assert services.welcome_player(token="t") == first
    assert services.welcome_player(token="other") != first
    Player.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert services.welcome_player(token="t") != first


@pytest.mark.django_db
def test_the_token_itself_is_not_stored():
    assert "token-of-a-form" not in services.welcome_player(token="token-of-a-form").token


@pytest.mark.django_db(transaction=True)
def test_a_newcomers_double_click_on_an_invitation_is_one_person(client, invitation: Game):
    """Both requests leave before the first answer has brought a session."""
    client.get(invitation.get_absolute_url())
    token = client.cookies["csrftoken"].value
    address = f"{invitation.get_absolute_url()}join/"

    def click(_: int) -> str:
        from django.test import Client

        browser = Client()
        browser.cookies["csrftoken"] = token
        try:
            browser.post(address)
            return browser.get(invitation.get_absolute_url()).content.decode()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        pages = list(pool.map(click, range(2)))
    assert all("Waiting for Alice" in page for page in pages)
    assert Player.objects.people().count() == 2

import pytest
from django.test import Client

from games.models import Game, Player
from games.play import errors, services
from tests.playing import url


def test_the_link_shows_who_invites_to_what(browse, client: Client, invitation: Game):
    assert "Play meanwhile" in browse(invitation.x).get(url(invitation)).text
    page = client.get(url(invitation)).text
    assert "<bdi>Alice</bdi> invites you to play" in page
    assert "Three in a row wins" in page


@pytest.mark.parametrize(("written", "name"), [(" Grace ", "Grace"), (" ", "Bob")])
def test_only_the_button_takes_the_seat_with_a_name_if_one_is_chosen(
    browse, invitation: Game, bob: Player, written: str, name: str
):
    response = browse(bob).post(url(invitation, "join"), {"name": written})
    assert response["Location"] == url(invitation)
    game = Game.objects.with_players().get(pk=invitation.pk)
    assert game.o == bob
    assert game.o.name == name


def test_a_wrong_name_takes_no_seat_and_can_be_mended(client: Client, invitation: Game):
    response = client.post(url(invitation, "join"), {"name": "Computer"})
    assert response.status_code == 400
    page = response.text
    assert 'role="alert"' in page
    assert 'value="Computer"' in page
    assert Game.objects.get(pk=invitation.pk).o is None


def test_a_guest_calls_a_host_who_is_elsewhere(browse, invitation, alice, bob):
    called = 'data-state="calling"'
    services.join_game(invitation.pk, bob)
    guest = browse(bob)
    assert called in guest.get(invitation.get_absolute_url()).text
    for browser in (browse(alice), guest):
        page = browser.get(invitation.get_absolute_url())
        assert called not in page.text


def test_who_comes_too_late_watches(browse, invitation: Game, bob: Player, charlie: Player):
    services.join_game(invitation.pk, bob)
    response = browse(charlie).post(url(invitation, "join"), follow=True)
    page = response.text
    assert errors.SeatTaken.message in page
    assert "You are watching" in page
    assert '<button class="cell"' not in page


def test_a_withdrawn_invitation_gets_a_friendly_page(browse, invitation, alice, bob):
    own = browse(alice)
    own.post(url(invitation, "withdraw"))
    assert not own.get(url(invitation)).context["may_play_on"]
    page = browse(bob).get(url(invitation)).text
    assert "This invitation was withdrawn." in page
    assert "Start a game of your own" in page
    response = browse(bob).post(url(invitation, "join"), follow=True)
    assert errors.Closed.message in response.text


def test_a_host_changes_the_terms_and_the_link_stays(browse, invitation, alice, bob):
    terms = {"side": "O", "control": "3+2", "best_of": "3", "undo": "yes", "is_public": "on"}
    host = browse(alice)
    assert host.post(url(invitation, "terms"), terms)["Location"] == url(invitation)
    assert "Your friend begins · 3 minutes" in " ".join(host.get(url(invitation)).text.split())
    assert browse(bob).post(url(invitation, "terms"), terms).status_code == 409
    services.join_game(invitation.pk, bob)
    game = Game.objects.get(pk=invitation.pk)
    assert (game.x, game.o, game.control, game.best_of) == (bob, alice, "3+2", 3)
    assert game.allows_undo
    assert game.is_public
    assert host.post(url(invitation, "terms"), terms).status_code == 409
    assert host.post(url(invitation, "terms"), {"control": "an hour"}).status_code == 400

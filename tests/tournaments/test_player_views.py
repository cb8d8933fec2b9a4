import re
from datetime import timedelta

import pytest
from django.test import Client

from games.engine import clock
from games.models import Game, Player
from games.play import limits, services
from games.tournaments import entrants, hosting, matches, polling
from games.tournaments.models import Tournament
from tests.accounts import with_account
from tests.playing import create_game, play
from tests.reviews import O_LOSES_ON_MOVE_4, review_game
from tests.tournaments.tournaments import (
    both_come,
    enter,
    opened,
    pass_time,
    resign,
    running,
    signed_in,
    started,
)

pytestmark = pytest.mark.django_db


def test_a_pupil_needs_a_name_alone_and_is_in():
    tournament = opened()
    client = Client()
    page = client.get(f"/t/{tournament.pk.lower()}/").text
    assert "Who are you?" in page
    assert client.post(tournament.get_absolute_url(), {"name": "Ben"}).status_code == 302
    assert "You are in!" in client.get(tournament.get_absolute_url()).text
    twin = Client().post(tournament.get_absolute_url(), {"name": "Ben"})
    assert twin.status_code == 409
    first = tournament.entrants.get().player
    assert f"<bdi>Ben</bdi> is the {first.avatar}" in twin.text
    assert "Ben 2" in twin.text


def test_a_newcomer_gets_the_made_up_name_and_the_face_that_the_page_shows():
    tournament, client = opened(), Client()
    page = client.get(tournament.get_absolute_url()).text
    shown = dict(re.findall(r'name="(name|avatar|ink)" value="([^"]+)"', page))
    assert shown.keys() == {"name", "avatar", "ink"}
    client.post(tournament.get_absolute_url(), shown)
    player = tournament.entrants.get().player
    assert {key: getattr(player, key) for key in shown} == shown


def test_a_press_gives_another_face_whose_animal_only_a_made_up_name_follows():
    tournament, client = opened(), Client()
    seen, shown = set(), {}
    for typed in ("", "Ben"):
        for _ in range(10):
            page = client.get(tournament.get_absolute_url()).text
            shown = dict(re.findall(r'name="(name|avatar|another)" value="([^"]+)"', page))
            data = {"another": shown["another"], "name": typed or shown["name"]}
            page = client.post(tournament.get_absolute_url(), data).text
            shown = dict(re.findall(r'name="(name|avatar|ink)" value="([^"]+)"', page))
            seen.add(shown["avatar"])
            if not typed:
                assert shown["avatar"] in shown["name"].lower()
    assert (shown["name"], len(seen) > 2) == ("Ben", True)
    assert not Player.objects.exclude(pk=tournament.host_id).exists()
    client.post(tournament.get_absolute_url(), shown)
    assert tournament.entrants.get().player.avatar == shown["avatar"]


def test_who_is_in_changes_name_and_face_and_a_name_that_is_given_is_told():
    tournament = opened(1)
    own, other = enter(tournament, "Ben"), tournament.entrants.first()
    client, address = signed_in(own.player), f"/t/{tournament.pk}/name/"
    refused = client.post(address, {"name": other.name})
    assert (refused.status_code, f"{other.name} 2" in refused.text) == (409, True)
    client.post(address, {"name": "Ida", "avatar": "otter", "ink": "plum"})
    own.refresh_from_db()
    assert (own.name, own.player.avatar) == ("Ida", "otter")


def test_a_name_that_belongs_to_an_account_is_told_so_and_others_are_offered():
    with_account(Player.objects.create(name="Carla"))
    refused = Client().post(opened().get_absolute_url(), {"name": "Carla"})
    assert refused.status_code == 409
    assert "<bdi>Carla</bdi> has an account" in refused.text
    assert "is here already" not in refused.text
    assert "Carla 2" in refused.text


def test_a_code_that_is_none_keeps_its_letters_and_says_which_there_are():
    for address in ("/t/mekatl/", "/t/?code=MEK+ATL"):
        response = Client().get(address)
        assert response.status_code == 404
        assert "never I, L or O" in response.text
        assert 'value="MEK ATL"' in response.text
    tournament = opened()
    assert Client().get(f"/t/?code={tournament.code}")["Location"] == f"/t/{tournament.pk}/"
    assert Client().get(f"/T/{tournament.pk}/")["Location"] == f"/t/{tournament.pk}/"


def test_between_two_games_one_sees_who_is_next_and_how_the_last_one_ended():
    tournament = started(2)
    [game] = running(tournament)
    client = signed_in(game.x)
    page = client.get(tournament.get_absolute_url()).text
    assert game.o.name in page
    assert "you begin" in page
    resign(game, game.o)
    matches.pair(tournament.pk)
    page = client.get(tournament.get_absolute_url()).text
    assert "they begin" in page
    assert f"You beat <bdi>{game.o.name}</bdi>." in page
    assert "No move of yours" not in page  # which a review has to say first


def test_the_page_between_two_games_reads_each_thing_once(django_assert_max_num_queries):
    tournament = started(2)
    [game] = running(tournament)
    resign(game, game.o)
    matches.pair(tournament.pk)
    client = signed_in(game.x)
    client.get(tournament.get_absolute_url())  # and counts the table
    with django_assert_max_num_queries(7):
        client.get(tournament.get_absolute_url())


def test_the_page_between_two_games_changes_once_the_last_one_is_reviewed():
    tournament = started(2)
    game = play(both_come(running(tournament)[0]), *O_LOSES_ON_MOVE_4)
    page, address = signed_in(game.o), tournament.get_absolute_url()
    key = page.get(address).context["key"]
    review_game(game)
    assert page.get(address).context["key"] != key


def test_the_state_of_a_page_changes_with_what_it_shows_and_is_a_sign_of_life(monkeypatch):
    monkeypatch.setattr(polling, "KEPT_FOR", 1e-6)
    tournament = opened(2)
    entrant = tournament.entrants.first()
    page = signed_in(entrant.player).get(tournament.get_absolute_url()).text
    [address], client = re.findall(r'data-follow="(.*?)"', page), Client()
    before = client.get(address).json()
    assert f'data-key="{before["key"]}"' in page
    hosting.start(tournament)
    clock.set_to(clock.now() + hosting.GAP * 10)
    after = client.get(address).json()
    assert before["key"] != after["key"]
    assert client.get(f"{address}x").status_code == 404
    entrants.store_seen()
    entrant.refresh_from_db()
    assert (clock.now() - entrant.seen_at).total_seconds() < 1


def test_more_newcomers_come_in_from_one_address_than_elsewhere():
    tournament, school = opened(), "192.0.2.7"
    for _ in range(60):
        limits.count(limits.NEWCOMERS, address=school)
    entry = {"name": "Ben"}
    answer = Client(REMOTE_ADDR=school).post(tournament.get_absolute_url(), entry)
    assert answer.status_code == 302
    for _ in range(239):
        limits.count(entrants.ENTRIES, address=school)
    before = Player.objects.count()
    answer = Client(REMOTE_ADDR=school).post(tournament.get_absolute_url(), {"name": "Zoe"})
    assert (answer.status_code, Player.objects.count()) == (429, before)


def test_one_read_answers_all_pages_that_ask(django_assert_num_queries, monkeypatch):
    monkeypatch.setattr(polling, "KEPT_FOR", 60)
    tournament = opened(3)
    pages = [polling.address(tournament, str(each.pk)) for each in tournament.entrants.all()]
    with django_assert_num_queries(3):
        for page in pages:
            Client().get(page)


def test_who_rests_goes_on_by_a_press():
    tournament = started(3)
    resting = tournament.entrants.get(game=None)
    client = signed_in(resting.player)
    client.post(f"/t/{tournament.pk}/rest/")
    assert "You are resting" in client.get(tournament.get_absolute_url()).text
    client.post(f"/t/{tournament.pk}/rest/", {"back": ""})
    assert "You are resting" not in client.get(tournament.get_absolute_url()).text


def test_who_has_not_moved_in_time_reads_why_a_press_is_needed():
    tournament = started(2)
    game = both_come(running(tournament)[0])
    pass_time(30)
    hosting.tick()
    services.bring_up_to_date(game.pk)
    page = signed_in(game.seat(game.turn)).get(tournament.get_absolute_url()).text
    assert "Your first move did not come." in page


@pytest.mark.parametrize(
    ("kind", "seconds", "words"),
    [
        ("arena", 0, "Whoever comes free plays you."),
        ("arena", 14 * 60 + 45, "It is over in a moment."),
        ("rounds", 0, "A new round comes once all have played."),
    ],
)
def test_who_waits_reads_what_is_true(kind, seconds, words):
    tournament = started(3, kind=kind)
    waiting = tournament.entrants.get(game=None)
    Tournament.objects.update(ends_at=clock.now() + timedelta(minutes=15, seconds=-seconds))
    page = signed_in(waiting.player).get(tournament.get_absolute_url()).text
    assert words in page


def test_the_strip_of_a_game_says_place_points_and_time():
    tournament = started(2)
    game = both_come(running(tournament)[0])
    page = signed_in(game.x).get(game.get_absolute_url()).text
    assert 'class="standing"' in page
    assert "0 points" in page
    assert Game.objects.get().kind == "tournament"


def test_a_game_ends_early_by_its_bar_alone_and_every_other_game_by_more():
    game = both_come(running(started(2))[0])
    page = signed_in(game.x).get(game.get_absolute_url()).text
    assert re.findall('class="([a-z-]+)" data-draw-name', page) == ["slot"]
    assert "Give up" in page
    ordinary = create_game(Player.objects.create(), Player.objects.create())
    page = signed_in(ordinary.x).get(ordinary.get_absolute_url()).text
    assert re.findall('class="([a-z-]+)" data-draw-name', page) == ["menu-entry"]


def test_a_door_that_is_locked_and_a_class_that_is_over_say_so():
    tournament = started(2)
    hosting.change(tournament, is_locked=True)
    stranger, address = Client(), tournament.get_absolute_url()
    refused = stranger.post(address, {"name": "Eve"})
    assert (refused.status_code, "The door is locked" in refused.text) == (403, True)
    hosting.stop_all(tournament)
    hosting.end(tournament)
    hosting.tick()
    refused = stranger.post(address, {"name": "Eve"})
    assert (refused.status_code, "This is over" in refused.text) == (409, True)


@pytest.mark.parametrize("path", ["rest/", "answer/", "host/start/", "host/ask/"])
def test_what_is_only_posted_leads_back_to_the_page(path):
    tournament = opened(1)
    response = signed_in(tournament.host).get(f"/t/{tournament.pk}/{path}")
    assert response["Location"] == tournament.get_absolute_url()


@pytest.mark.parametrize("path", ["", "wall/", "host/", "state/", "ask/"])
def test_no_page_is_listed_and_a_code_that_is_none_is_asked_for_again(path):
    tournament = opened(1)
    host = signed_in(tournament.host)
    for address, status in ((f"/t/{tournament.pk}/{path}", 200), (f"/t/zuzuzu/{path}", 404)):
        response = host.get(address)
        assert (response.status_code, response["X-Robots-Tag"]) == (status, "noindex")
    assert "never I, L or O" in response.text

import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine import Mark
from games.models import Game, Player
from games.play import errors, services
from games.web import players, sessions
from games.web.sessions import PLAYER, RENEWED, STAFF_SINCE, SessionStore
from tests.accounts import with_account

pytestmark = pytest.mark.django_db


def test_a_session_that_names_no_player_or_the_computer_is_a_newcomers(computer: Player):
    session = SessionStore()
    assert players.id_in(session) is None
    assert players.id_of(computer.credential) is None
    for kept in ("1", [], {}):
        session[PLAYER] = kept
        assert players.id_in(session) is None


def test_a_cookie_that_can_be_no_session_is_a_newcomers(client: Client):
    for key in ("'; DROP TABLE", "aaaaaaaa\\000", "é" * 32, "a" * 4000):
        assert client.get("/", headers={"cookie": f'session="{key}"'}).status_code == 200


def test_a_form_sent_again_later_is_somebody_new():
    first = services.create_player(token="t")
    assert services.create_player(token="t") == first
    assert services.create_player(token="other") != first
    assert first.token != "t", "The token itself is not stored."
    Player.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert services.create_player(token="t") != first


def form_token(client: Client, invitation: Game) -> str:
    page = client.get(invitation.get_absolute_url()).text
    found = re.search(r'action="[^"]*/join/">\s*<input[^>]*value="(\w+)"', page)
    return found.group(1)


@pytest.mark.django_db(transaction=True)
def test_a_newcomers_double_click_on_an_invitation_is_one_person(client, invitation: Game):
    client.get(invitation.get_absolute_url())
    cookie, form = client.cookies["csrftoken"].value, form_token(client, invitation)
    address = f"{invitation.get_absolute_url()}join/"

    def click(_: int) -> str:
        browser = Client()
        browser.cookies["csrftoken"] = cookie
        try:
            browser.post(address, {"csrfmiddlewaretoken": form})
            return browser.get(invitation.get_absolute_url()).text
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        pages = list(pool.map(click, range(2)))
    assert all("Alice&#x27;s turn" in page for page in pages)
    assert Player.objects.people().count() == 2


def test_newcomers_whose_cookie_was_planted_or_who_have_none_are_two_people(invitation, bob):
    other = services.create_game(host=bob, mark=Mark.X)
    first, second = Client(), Client()
    first.get(invitation.get_absolute_url())
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    for browser, game in ((first, invitation), (second, other)):
        form = {"csrfmiddlewaretoken": form_token(browser, game)}
        browser.post(f"{game.get_absolute_url()}join/", form)
    for _ in range(2):  # and forms without a token are not taken for one
        game = services.create_game(host=bob, mark=Mark.X)
        Client().post(f"{game.get_absolute_url()}join/")
    seats = Game.objects.values_list("o", flat=True)
    assert len(set(seats)) == len(seats) == 4


def test_so_many_newcomers_may_come_from_an_address():
    for number in range(60):
        services.create_player(token=f"{number}", address="192.0.2.7")
    assert services.create_player(token="0", address="192.0.2.7")
    with pytest.raises(errors.RateLimited):
        services.create_player(token="60", address="192.0.2.7")
    services.create_player(token="60", address="192.0.2.8")
    assert Player.objects.count() == 61


def stored_session(client: Client) -> Session:
    return Session.objects.get(pk=client.cookies["session"].value)


def set_last_renewal(client: Client, **ago: float) -> None:
    session = SessionStore(client.cookies["session"].value)
    then = timezone.now() - timedelta(**ago)
    session[RENEWED] = then.date().isoformat()
    session.save()
    row = stored_session(client)
    row.expire_date -= timedelta(**ago)
    row.save()


def test_a_session_is_renewed_once_a_day(browse, alice: Player):
    client = browse(alice)
    set_last_renewal(client, days=3)
    before = stored_session(client).expire_date
    response = client.get("/")
    assert response.cookies["session"]["max-age"] == 400 * 24 * 60 * 60
    assert stored_session(client).expire_date - before > timedelta(days=2)
    with CaptureQueriesContext(connection) as queries:
        assert "session" not in client.get("/").cookies
    assert all(query["sql"].startswith("SELECT") for query in queries)


def test_a_newcomers_session_is_not_renewed(client: Client):
    session = client.session
    session["choices"] = {}
    session.save()
    assert "session" not in client.get("/").cookies


def test_renewing_keeps_what_another_request_has_stored_meanwhile(browse, alice: Player):
    client = browse(alice)
    set_last_renewal(client, days=3)

    def view(request: HttpRequest) -> HttpResponse:
        assert sessions.credential(request.session)
        other = SessionStore(request.session.session_key)
        other["choices"] = {"side": "O"}
        other.save()
        return HttpResponse()

    request = RequestFactory().get("/")
    request.COOKIES["session"] = client.cookies["session"].value
    response = sessions.SessionMiddleware(view)(request)
    assert "session" in response.cookies
    kept = SessionStore(client.cookies["session"].value)
    assert kept["choices"] == {"side": "O"}
    assert kept[RENEWED] == timezone.now().date().isoformat()


@contextmanager
def read_only_database(how: str) -> Iterator[None]:
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0")
            if how == "read-only":
                cursor.execute("PRAGMA query_only = ON")
            else:
                other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.rollback()
            connection.close()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["read-only", "locked"])
def test_a_database_that_cannot_be_written_to_fails_no_look(alice: Player, browse, how: str):
    here, left = browse(alice), browse(alice)
    services.accept_transfer(services.offer_transfer(alice))
    here.post("/g/", {"opponent": "device"})
    set_last_renewal(here, days=3)
    with read_only_database(how):
        assert here.get("/").context["visitor"].pk != alice.pk
        assert "session" not in here.get("/").cookies
        for _ in range(2):
            assert b"You went on at another device" in left.get("/").content


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_link_is_not_used_up_if_the_new_device_has_no_session(alice: Player, browse):
    client, secret = browse(), services.offer_transfer(alice)
    client.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TRIGGER refuse BEFORE INSERT ON django_session "
            "BEGIN SELECT no_such_function(); END"
        )
    try:
        assert client.post(f"/device/{secret}/").status_code == 500
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER refuse")
    assert client.post(f"/device/{secret}/").status_code == 302
    assert client.get("/").context["visitor"] == alice


def test_who_left_is_told_once_and_keeps_what_else_was_stored(browse, alice: Player):
    client = browse(alice)
    client.post("/g/", {"opponent": "device", "side": "O"})
    services.accept_transfer(services.offer_transfer(alice))
    key = client.cookies["session"].value
    assert b"You went on at another device" in client.get("/").content
    assert b"You went on at another device" not in client.get("/").content
    assert SessionStore(key)["choices"]["side"] == "O"
    assert PLAYER not in SessionStore(key)


@pytest.fixture
def staff(browse, alice: Player) -> Client:
    get_user_model().objects.create_superuser("staff", password="staff")
    client: Client = browse(alice)
    client.post("/admin/login/", {"username": "staff", "password": "staff"})
    assert client.get("/admin/").status_code == 200
    return client


@pytest.mark.parametrize(("hours", "is_in"), [(11.9, True), (12.1, False)])
def test_a_staff_login_lasts_twelve_hours_and_the_seat_longer(staff, alice, hours, is_in):
    session = SessionStore(staff.cookies["session"].value)
    session[STAFF_SINCE] -= int(hours * 3600)
    session.save()
    assert (staff.get("/admin/").status_code == 200) is is_in
    assert staff.get("/").context["visitor"] == alice


def test_using_the_admin_does_not_prolong_a_staff_login(staff: Client):
    since = SessionStore(staff.cookies["session"].value)[STAFF_SINCE]
    set_last_renewal(staff, hours=26)
    staff.get("/admin/")
    assert SessionStore(staff.cookies["session"].value)[STAFF_SINCE] == since


def test_logging_in_as_another_or_out_of_the_admin_keeps_the_seat(staff: Client, alice: Player):
    before = staff.cookies["session"].value
    get_user_model().objects.create_superuser("other", password="other")
    staff.post("/admin/login/", {"username": "other", "password": "other"})
    assert staff.get("/admin/").status_code == 200
    assert staff.get("/").context["visitor"] == alice
    staff.post("/admin/logout/")
    assert staff.cookies["session"].value != before
    assert staff.get("/admin/").status_code == 302
    assert staff.get("/").context["visitor"] == alice


def test_an_answer_never_deletes_the_cookie_which_may_be_a_newer_one(browse, alice: Player):
    client = browse(alice)
    SessionStore(client.cookies["session"].value).delete()
    assert "session" not in client.get("/").cookies


def test_who_is_signed_in_stays_so_when_the_secret_is_changed(alice, client, settings):
    assert with_account(alice).user
    client.force_login(alice.user)
    key = client.session.session_key
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret"
    assert players.id_in(SessionStore(key)) == alice.pk  # as a socket, which cannot tell a browser
    client.get("/settings/")
    assert players.id_in(SessionStore(key)) == alice.pk
    settings.SECRET_KEY_FALLBACKS = []
    assert players.id_in(SessionStore(key)) == alice.pk

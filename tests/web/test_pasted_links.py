from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Player
from tests.accounts import with_account
from tests.puzzles import puzzle_of

ENDS = (
    ".",
    ")",
    ",",
    "!",
    ").",
    ".)",
    '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}",
    ">",
    "\N{IDEOGRAPHIC FULL STOP}",
    "/.",
    "*",
)


@pytest.fixture
def links(game: Game, alice: Player) -> list[str]:
    with_account(alice)
    return [
        reverse("games:profile", args=["Alice"]),
        reverse("games:detail", args=[game.pk]),
        reverse("games:game_text", args=[game.pk]),
        reverse("games:puzzle", args=[puzzle_of("classic").id]),
        reverse("games:puzzles_today"),
        reverse("games:lesson", args=["forks"]),
        reverse("games:tree"),
        reverse("games:explorer", args=["connect-four"]),
        reverse("games:watch"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("end", ENDS)
def test_a_link_with_punctuation_at_its_end_leads_where_it_did(client: Client, links, end: str):
    for link in links:
        for pasted in (link + end, link.rstrip("/") + end):
            answer = client.get(pasted, follow=True)
            assert (answer.status_code, answer.request["PATH_INFO"]) == (200, link), pasted


@pytest.mark.django_db
def test_a_link_in_capitals_leads_where_it_did(client: Client, links):
    for link in links:
        answer = client.get(link.upper(), follow=True)
        assert (answer.status_code, answer.request["PATH_INFO"]) == (200, link)


@pytest.mark.django_db
@pytest.mark.parametrize("end", [".", ")", ","])
@pytest.mark.parametrize(
    "link",
    [
        "/?board=classic&moves=b2-a3",
        "/learn/mistakes/?move=2&number=1",
        "/tree/?board=classic",
        "/puzzles/days/?month=2026-11",
    ],
)
def test_so_does_one_with_a_query(client: Client, link: str, end: str):
    assert client.get(link + end)["Location"] == link


@pytest.mark.django_db
def test_the_name_of_a_player_may_end_with_a_dot(client: Client):
    answer = client.get("/players/Nobody/")
    assert answer.status_code == 404 or answer["Location"] == "/players/nobody/"


@pytest.mark.django_db
def test_what_leads_nowhere_without_its_end_either_is_not_found(client: Client):
    assert client.get("/nothing-here.").status_code == 404
    assert client.get("/%2Fexample.com/.").status_code == 404
    assert client.post("/tree/.").status_code == 404


@pytest.mark.django_db
def test_a_link_that_has_been_used_is_over_whatever_letters_it_has(client: Client):
    assert client.get("/device/AbC/").status_code == 410

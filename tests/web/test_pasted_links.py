from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

from tests.accounts import with_account
from tests.puzzles import puzzle_of

pytestmark = pytest.mark.django_db

ENDS = [".", ")", ",", "!", ").", ".)", '"', "”", ">", "。", "/.", "*"]


def leads_to(client: Client, pasted: str, link: str) -> bool:
    while pasted != link:
        answer = client.head(pasted)
        if answer.status_code not in (301, 302):
            return False
        pasted = urljoin(pasted, answer["Location"])
    return True


def test_a_link_in_capitals_or_with_punctuation_at_its_end_leads_where_it_did(client, game, alice):
    with_account(alice)
    for link in (
        reverse("games:profile", args=["Alice"]),
        reverse("games:detail", args=[game.pk]),
        reverse("games:game_text", args=[game.pk]),
        reverse("games:puzzle", args=[puzzle_of("classic").id]),
        reverse("games:lesson", args=["forks"]),
        reverse("games:explorer", args=["connect-four"]),
        *map(reverse, ("games:puzzles_today", "games:tree", "games:watch")),
    ):
        assert client.get(link).status_code == 200
        ends = (form + end for end in ENDS for form in (link, link.rstrip("/")))
        for pasted in (link.upper(), *ends):
            assert leads_to(client, pasted, link), pasted


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


def test_what_leads_nowhere_without_its_end_either_is_not_found(client: Client):
    assert client.get("/nothing-here.").status_code == 404
    assert client.get("/%2Fexample.com/.").status_code == 404
    assert client.post("/tree/.").status_code == 404


def test_a_link_that_has_been_used_is_over_whatever_letters_it_has(client: Client):
    assert client.get("/device/AbC/").status_code == 410

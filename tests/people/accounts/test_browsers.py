from games.models import Player
from tests.accounts import with_account
from tests.people.accounts.accounts import signed_in, visitor


def test_a_link_signs_in_on_another_device_and_this_one_stays(alice: Player, bob: Player, browse):
    with_account(alice)
    here, there = signed_in(alice), browse(bob)
    page = here.post("/device/")
    assert "you stay signed in here" in page.text
    path = page.context["link"].removeprefix("http://testserver")
    assert "signs you in to the account" in there.get(path).text
    there.post(path, {"next": "/watch/"})
    assert visitor(here) == visitor(there) == alice
    assert there.post(path).status_code == 410
    assert len(here.get("/account/browsers/").context["sessions"]) == 2


def test_one_of_the_other_browsers_is_signed_out(alice: Player):
    with_account(alice)
    here, there, elsewhere = signed_in(alice), signed_in(alice), signed_in(alice)
    listed = here.get("/account/browsers/").context["sessions"]
    assert [each.session_key == here.session.session_key for each in listed] == [True, False, False]
    gone = next(each for each in listed if each.session_key == there.session.session_key)
    here.post("/account/browsers/", {"browser": str(gone.pk)})
    assert visitor(there) is None
    assert visitor(here) == visitor(elsewhere) == alice
    here.post("/account/browsers/", {})
    assert visitor(elsewhere) is None
    assert visitor(here) == alice


def test_nobody_signs_out_the_browsers_of_others(alice: Player, bob: Player):
    with_account(alice)
    with_account(bob)
    of_alice, of_bob = signed_in(alice), signed_in(bob)
    [browser] = of_alice.get("/account/browsers/").context["sessions"]
    for chosen in (str(browser.pk), "0", "x" * 99):
        of_bob.post("/account/browsers/", {"browser": chosen})
    assert visitor(of_alice) == alice

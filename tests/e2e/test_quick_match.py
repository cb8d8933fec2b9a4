from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person


def look(person: Person, board: str) -> None:
    person.open(f"?board={board}")
    person.press("Play anyone")
    person.page.locator("#anyone").get_by_label("Clock").select_option("")
    person.press("Find somebody")
    person.wait_until_live()


def test_who_plays_the_computer_meanwhile_is_called_and_both_meet(new_person: NewPerson):
    host, guest = new_person(), new_person()
    look(host, "connect-four")
    expect(host.page.get_by_role("heading", name="Looking for somebody")).to_be_visible()
    host.play(38)
    meanwhile = host.page.url
    look(guest, "connect-four")
    expect(guest.page.locator("[data-words]")).to_contain_text("Calling ")
    expect(guest.page.locator("[data-clock]:visible, [data-seat][data-turn]")).to_have_count(0)
    guest.check_accessibility_in_all_looks()
    expect(host.page.get_by_role("heading", name="is here")).to_be_visible()
    heard = host.page.locator('[data-announce="assertive"]')
    expect(heard).to_contain_text("is here and waits")
    assert "is here" in host.page.title()
    host.check_accessibility_in_all_looks(".looking")
    host.press("Not now")
    expect(host.page.get_by_role("heading", name="Not this time.")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="did not come.")).to_be_visible()
    expect(guest.page.get_by_text("We keep looking.")).to_be_visible()
    guest.play(38)  # meanwhile
    # Who has just missed the other asks again, and both meet.
    host.press("Look again")
    host.wait_until_live()
    host.forbid_navigation()
    guest.page.get_by_role("link", name="Play", exact=True).filter(visible=True).last.click()
    expect(host.page.locator('[data-presence="here"]')).to_be_visible()
    for person in (host, guest):  # what has to move first has a clock, without any other being set
        expect(person.page.locator("[data-clock][data-running]")).to_contain_text("0:")
        expect(person.page.locator("[data-looking]:visible")).to_have_count(0)
    assert host.page.url == guest.page.url != meanwhile
    guest.open_more()
    guest.page.get_by_role("link", name="Block or report").click()
    expect(guest.page.get_by_label("In your own words, if you like")).to_be_visible()
    guest.check_accessibility()

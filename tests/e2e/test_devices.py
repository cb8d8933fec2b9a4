"""Players who go on at another device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import NewPerson, Person, start_game
from tests.server import Server


def test_one_goes_on_at_another_device(server: Server, new_person: NewPerson):
    host, guest, link = start_game(server, new_person)
    host.play(4)
    second = host.page.context.new_page()
    second.goto(link)
    same_host = Person(second, server.url)
    same_host.open_more()
    same_host.press("Move to another device")
    same_host.check_accessibility()
    address = second.get_by_label("Link for your other device").input_value()

    phone = new_person(server)
    phone.open(address)
    phone.check_accessibility()
    phone.press("Continue here")
    expect(phone.page).to_have_url(link)
    phone.wait_until_live()
    guest.play(0)
    phone.expect_words("Your turn")
    phone.play(8)
    guest.expect_board("O...X...X")

    host.expect_board("O...X...X")
    expect(host.page.get_by_text("You went on at another device")).to_be_visible()
    expect(host.page.get_by_text("You are watching.")).to_be_visible()
    expect(host.page.get_by_text("Resign", exact=True)).to_have_count(0)

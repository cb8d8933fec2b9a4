from playwright.sync_api import expect

from tests.e2e.people import NewPerson
from tests.server import game_id


def test_without_sockets_two_play_talk_and_meet_again(new_person: NewPerson):
    host, guest = new_person(), new_person()
    for person in (host, guest):
        person.page.route_web_socket("**/ws/**", lambda route: route.close())
        person.ignores_connection_errors = True
    link = host.invite("X")
    host.forbid_navigation()
    guest.join(link)
    guest.forbid_navigation()
    for person, mark in ((host, "O"), (guest, "X")):
        expect(person.page.locator(f'[data-seat="{mark}"] [data-presence]')).to_have_text("here")
    for ply, cell in enumerate((0, 3, 1, 4)):  # by forms, which wait for no poll
        (guest if ply % 2 else host).send(f"g/{game_id(link)}/move/", ply=str(ply), cell=str(cell))
    host.react("Hello!")
    expect(guest.page.locator("[data-said]")).to_contain_text("Hello!")
    host.expect_board("XX.OO....")
    host.expect_words("Your turn")
    host.play(2)
    guest.expect_board("XXXOO....")
    host.expect_words("You win! Three in a row.")
    for person in (host, guest):
        expect(person.page.locator("[data-offline]")).to_be_hidden()
        person.allow_navigation()
    guest.rematch()
    host.press("Go to the rematch")
    guest.play(4)
    host.expect_board("....X....")
    assert host.page.url == guest.page.url

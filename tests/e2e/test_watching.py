from playwright.sync_api import Locator, expect

from tests.e2e.people import Person


def live_game(person: Person, game: str) -> Locator:
    return person.page.locator(f'[data-live-game="{game.rstrip("/").split("/")[-1]}"]')


def expect_live_game(listed: Locator, cells: str, words: str) -> None:
    expect(listed.locator("[data-picture]")).to_have_attribute("data-cells", cells)
    expect(listed.locator("use[data-cell]")).to_have_count(len(cells.replace(".", "")))
    expect(listed.locator("[data-words]")).to_have_text(words)


def drawn_parts(listed: Locator) -> list[list[str | None]]:
    return listed.locator("[data-picture] use").evaluate_all(
        "parts => parts.map(part => ['href', 'x', 'y'].map(name => part.getAttribute(name))).sort()"
    )


def test_marks_appear_as_they_are_made_and_no_card_in_use_is_taken_away(empty_server, new_person):
    host, guest, watcher, other = (new_person() for _ in range(4))
    other.page.route_web_socket("**/ws/watch/", lambda route: route.close())
    for person, name in ((host, "Ann"), (guest, "Ben")):
        person.send("name/", name=name)
    for person in (other, watcher):
        person.open("watch/")
    expect(watcher.page.locator("[data-watch][data-connected]")).to_be_attached()
    expect(watcher.page.get_by_text("Nobody is playing just now")).to_be_visible()
    watcher.page.evaluate("window.isTheSame = true")

    link = host.invite("X", is_public="on")
    guest.join(link)
    host.expect_words("Your turn")
    game = live_game(watcher, link)
    expect_live_game(game, ".........", "Classic · Ann to move")
    expect(watcher.page.get_by_text("Nobody is playing just now")).to_be_hidden()
    for ply, cell in enumerate((0, 3, 1, 4)):
        (guest if ply % 2 else host).send(f"{link}move/", ply=str(ply), cell=str(cell))
    expect_live_game(game, "XX.OO....", "Classic · O b2")
    expect(game.locator("use[data-fresh]")).not_to_have_count(0)
    host.expect_words("Your turn")
    host.play(2)
    expect_live_game(game, "XXXOO....", "Ann wins. Three in a row.")
    expect(game.locator("[data-strike][d]")).to_be_attached()
    watcher.check_accessibility()
    game.get_by_role("link").focus()
    guest.rematch()
    rematch = live_game(watcher, guest.page.url)
    expect_live_game(rematch, ".........", "Classic · Ben to move")
    expect(rematch.locator("[data-side=O] [data-points]")).to_have_text("1")
    expect(game.get_by_role("link")).to_be_focused()
    watcher.page.get_by_role("link", name="Tic-tac-toe").focus()
    for person in (watcher, other):  # the other has no socket
        expect_live_game(live_game(person, guest.page.url), ".........", "Classic · Ben to move")
        expect(person.page.locator("[data-live-games] > li")).to_have_count(1)
        expect(person.page.locator("[data-offline]")).to_be_hidden()
    assert watcher.page.evaluate("window.isTheSame")

    # What the browser has drawn is what the server draws.
    guest.play(4)
    expect_live_game(rematch, "....X....", "Classic · X b2")
    drawn = drawn_parts(rematch)
    watcher.page.reload()
    assert drawn_parts(rematch) == drawn

    rematch.get_by_role("link").click()
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()

from tests.e2e.other_browsers.conftest import NewWindow
from tests.e2e.other_browsers.window import Window

FREE_CELL = '[data-rows]:not([aria-disabled="true"]) button.cell[data-mark=""]'
FINISHED = "document.querySelector('[data-game]').dataset.status === 'finished'"
CONNECTED = "document.querySelector('[data-game][data-connected]')"


def words(window: Window) -> str:
    said = "document.querySelectorAll('[data-words], [data-more]:not([hidden])')"
    return " ".join(window.evaluate(f"[...{said}].map((e) => e.innerText).join(' ')").split())


def press(window: Window, name: str) -> None:
    window.evaluate(
        "document.querySelector('[data-pressed]')?.removeAttribute('data-pressed'),"
        "[...document.querySelectorAll('button')]"
        f".find((b) => b.innerText.trim() === '{name}' && b.checkVisibility())"
        ".setAttribute('data-pressed', '')"
    )
    window.click("[data-pressed]")


def test_a_friend_comes_by_link_and_loses_and_the_computer_is_played(server, new_window: NewWindow):
    host, guest = new_window(), new_window()
    host.open(server.url)
    press(host, "Play a friend")
    host.wait_for("document.querySelector('[data-link]')")
    guest.open(host.evaluate("document.querySelector('[data-link]').value"))
    press(guest, "Play")
    for window in (host, guest):
        window.wait_for(CONNECTED)
    for ply, cell in enumerate([0, 3, 1, 4, 2]):
        mover, other = (guest, host) if ply % 2 else (host, guest)
        mover.wait_for("document.querySelector('[data-words]').innerText === 'Your turn'")
        mover.click(f'[data-cell="{cell}"]')
        other.wait_for(f"""document.querySelector('[data-cell="{cell}"]').dataset.mark""")
    host.wait_for(FINISHED)
    guest.wait_for(FINISHED)
    assert words(host) == "You win! Three in a row."
    assert words(guest).startswith("X was faster.")  # what the review says may follow

    host.open(server.url)
    host.click('[data-cell="4"]')
    host.wait_for(CONNECTED)
    host.wait_for(f"document.querySelector('{FREE_CELL}')")
    host.click(FREE_CELL)
    host.wait_for("document.querySelectorAll('[data-moves] li').length > 2")

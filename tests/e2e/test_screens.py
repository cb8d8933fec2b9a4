from playwright.sync_api import Locator, expect

from games.study.puzzles import book
from tests.e2e.pages import LESSON_PATHS
from tests.e2e.people import DESK, PHONE, NewPerson, Person, ViewportSize, start_game
from tests.e2e.test_replay import finished_game

LOW_PHONE: ViewportSize = {"width": 320, "height": 460}  # what a browser's bars leave of 320 x 568
SMALL: tuple[ViewportSize, ...] = ({"width": 320, "height": 568}, {"width": 640, "height": 360})
LARGE_TEXT = ((320, "17px"), (360, "25px"), (360, "34px"))  # widths, and sizes set by the visitor
FINGER = 44  # pixels that it needs


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    width, height = found["width"], found["height"]
    ends = {"right": found["x"] + width, "bottom": found["y"] + height}
    return {"x": found["x"], "y": found["y"], "width": width, "height": height, **ends}


def set_text_size(person: Person, size: str) -> None:
    person.page.evaluate("size => (document.documentElement.style.fontSize = size)", size)


def test_a_low_phone_shows_everything_down_to_the_verbs(new_person: NewPerson):
    person = new_person(viewport=LOW_PHONE)
    for board in ("classic", "connect-four", "gomoku", "ultimate", "notakto-3"):
        person.open(f"?board={board}")
        assert box(person.page.locator(".verbs"))["bottom"] <= LOW_PHONE["height"], board
    person.play_here()
    person.open()  # now below an unfinished game
    assert box(person.page.locator(".verbs"))["bottom"] <= LOW_PHONE["height"]


def test_a_game_fits_a_small_phone_without_scrolling(person: Person):
    for board in ("classic", "connect-four", "gomoku"):
        person.play_here(board=board)
        person.wait_until_live()
        board_box = box(person.page.locator("[data-board]"))
        assert 0 <= board_box["x"] < board_box["right"] <= PHONE["width"]
        assert board_box["bottom"] <= PHONE["height"]
    person.play_here(0, 3, 1, 4, undo="yes")
    person.wait_until_live()
    assert box(person.page.get_by_role("button", name="Take back"))["bottom"] <= PHONE["height"]
    assert smallest(person.cell(0)) >= FINGER
    person.play(2)
    assert smallest(person.page.get_by_role("button", name="Play the moves")) >= FINGER
    for width in (320, PHONE["width"]):
        person.page.set_viewport_size({"width": width, "height": 640})
        assert person.page_width() == width
        steps, panel = (box(person.page.locator(part)) for part in (".steps", ".panel"))
        assert steps["right"] <= panel["right"]


def test_on_a_tall_phone_the_sheet_keeps_its_place_and_the_moves_stand_at_the_foot(person: Person):
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.open()
    sheet = person.page.locator(".desk > .sheet")
    before = box(sheet)
    for record in ((4, 0), (0, 3, 1, 4, 2)):
        person.play_here(*record)
        person.wait_until_live()
        assert box(sheet) == before
        moves, bar = (
            box(person.page.locator(f".game {part}:visible")) for part in (".moves", ".bar")
        )
        assert 0 < bar["y"] - moves["bottom"] < 24


def test_what_follows_a_game_is_in_sight_on_a_small_phone(new_person: NewPerson):
    host, guest, _ = start_game(new_person)
    guest.resign()
    host.expect_words(f"You win! {guest.name_at('O')} resigned.")
    assert host.page.locator("[data-words]").evaluate(SIZE) == 27
    assert box(host.page.get_by_role("button", name="Rematch"))["bottom"] <= PHONE["height"]
    guest.rematch()
    expect(host.page.locator("[data-rematch-asked]")).to_be_in_viewport(ratio=1)
    assert (
        box(host.page.get_by_role("button", name="Go to the rematch"))["bottom"] <= PHONE["height"]
    )


SIZE = "words => Math.round(parseFloat(getComputedStyle(words).fontSize))"


def smallest(part: Locator) -> float:
    return min(box(part)["width"], box(part)["height"])


def test_the_longest_name_runs_off_no_small_screen(new_person: NewPerson):
    person, friend = new_person(), new_person()
    person.open()
    person.rename("W" * 24)
    expect_to_fit(person)
    link = person.invite(is_public="on")
    person.wait_until_live()
    expect_to_fit(person)
    friend.open(link)
    expect_to_fit(friend)
    friend.press("Play")
    friend.wait_until_live()
    friend.expect_words("W" * 24 + "'s turn")
    expect_to_fit(friend)
    friend.open("watch/")
    expect(friend.page.locator("[data-live-games]")).to_contain_text("W" * 24)
    expect_to_fit(friend)


def expect_to_fit(person: Person) -> None:
    for viewport in SMALL:
        person.page.set_viewport_size(viewport)
        assert person.page_width() == viewport["width"]


def test_a_phone_on_its_side_has_a_board_as_high_as_the_window(new_person: NewPerson):
    person = new_person(has_touch=True, viewport={"width": 740, "height": 360})
    person.play_here()
    bar = person.page.locator(".bar:visible")
    for name in (person.page.url, "", "puzzles/", "offline/"):
        person.open(name)
        board = box(person.page.locator("[data-board]"))
        assert board["height"] > 260, name
        assert board["bottom"] <= 360, name
        assert box(bar)["right"] < board["x"], name
    person.open()
    for choice in person.page.locator(".players :is(summary, .middle)").all():
        choice.tap(trial=True)  # nothing lies over it


def test_large_text_stays_in_its_boxes(person: Person):
    for width, size in LARGE_TEXT:
        person.page.set_viewport_size({"width": width, "height": 640})
        person.open()
        set_text_size(person, size)
        assert person.page_width() == width
        person.open_sheet("computer")
        assert sticking_out(person, "[popover]:popover-open label b") == []
        person.open("exhibitions/")
        set_text_size(person, size)
        assert person.page_width() == width
        assert sticking_out(person, ".match label b") == []
    person.open()
    [size] = person.page.evaluate(SIZES_OF_TEXT)
    assert size.startswith("clamp(100%,")  # at least what the browser is set to


SIZES_OF_TEXT = """[...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
  .filter(rule => rule.selectorText === "html").map(rule => rule.style.fontSize).filter(Boolean)"""


def sticking_out(person: Person, names: str) -> list[str]:
    return person.page.locator(names).evaluate_all(
        """names => names.filter(name => {
          const outer = name.closest("a, button, label").getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(name);
          const inner = range.getBoundingClientRect();
          return inner.left < outer.left || inner.right > outer.right;
        }).map(name => name.textContent)"""
    )


def test_lessons_fit_with_large_text_and_fingers(new_person: NewPerson):
    person = new_person(viewport=SMALL[0])
    for path in ("learn/", *LESSON_PATHS):
        person.open(path)
        set_text_size(person, "34px")
        assert person.page_width() == SMALL[0]["width"], path
    person.open("learn/")
    tops = "links => links.map(link => link.offsetTop)"
    assert len(set(person.page.locator(".foot a").evaluate_all(tops))) == 1
    person.open("learn/mistakes/?move=4")
    boxes = person.page.locator(".chips a, .steps a, .gallery a").evaluate_all(
        "links => links.map(link => [link.offsetWidth, link.offsetHeight])"
    )
    assert len(boxes) > 30
    assert all(min(each) >= 40 for each in boxes)


def assert_on_screen(sheet: Locator) -> None:
    expect(sheet).to_be_visible()
    assert 0 <= box(sheet)["x"] < box(sheet)["right"] <= PHONE["width"]


def test_what_wants_an_answer_is_in_sight_and_covers_nothing(new_person: NewPerson):
    host, guest, _ = start_game(new_person, control="3+2", best_of="3", undo="yes")
    host.play(0)
    host.press("Take back")
    guest.check_accessibility()
    guest.page.evaluate("scrollTo(0, 0)")
    expect_in_view(guest.page.get_by_role("button", name="No, play on", exact=True))
    guest.page.set_viewport_size({"width": 1366, "height": 650})
    for name in ("Yes, take it back", "No, play on"):
        guest.page.get_by_role("button", name=name, exact=True).click(trial=True)
    guest.open_more()
    for name in ("Keys ?", "Move to another device"):
        guest.page.get_by_role("button", name=name, exact=True).click(trial=True)
    guest.page.get_by_text("Resign", exact=True).click(trial=True)
    guest.page.keyboard.press("Escape")
    guest.press("No, play on")
    guest.page.goto("about:blank")
    host.page.evaluate("scrollTo(0, 0)")
    expect_in_view(host.page.locator("[data-away]"))
    react = host.reactions()
    react.click()
    assert_on_screen(host.page.locator(".chat[open] .sheet"))
    host.check_accessibility()
    react.click()
    host.resign()
    host.page.evaluate("scrollTo(0, 0)")
    expect_in_view(host.page.get_by_role("button", name="Opponent away"))
    host.page.locator("[data-share-part] > summary").click()
    assert_on_screen(host.page.locator("[data-share-part] .sheet"))


def expect_in_view(button: Locator) -> None:
    expect(button).to_be_visible()
    expect(button).to_be_in_viewport(ratio=1)


PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}


def board_width(person: Person, viewport: ViewportSize, zoom: float = 1) -> float:
    size = {name: round(length / zoom) for name, length in viewport.items()}  # type: ignore[operator]
    person.page.set_viewport_size(ViewportSize(**size))
    return box(person.page.locator("[data-board]").first)["width"] * zoom


def test_boards_and_words_grow_with_the_window(person: Person):
    person.open()
    words = person.page.get_by_role("button", name="Play a friend")
    assert round(board_width(person, DESK)) == 588
    small = box(words)["height"]
    assert round(board_width(person, PROJECTOR)) == 830
    assert round(box(person.page.locator(".desk > .sheet"))["height"]) == 1080 - 120
    assert box(words)["height"] > 1.4 * small


def test_zooming_in_makes_no_board_smaller(person: Person):
    low: ViewportSize = {"width": 1280, "height": 600}
    for page in ("", "puzzles/", "learn/forks/", "explore/connect-four/"):
        person.open(page)
        least = round(board_width(person, low)) - 4  # pixels that rounding takes
        for zoom in (1.5, 2, 4):
            assert board_width(person, low, zoom) >= least, (page, zoom)


def test_presenting_shows_a_room_the_board_the_sentence_and_the_steps(new_person: NewPerson):
    ann = finished_game(new_person, viewport=PROJECTOR)
    for leave in ("f", "Escape"):
        ann.page.keyboard.press("f")
        expect(ann.page.get_by_role("banner")).to_be_hidden()
        expect(ann.page.get_by_role("button", name="Rematch")).to_be_hidden()
        assert box(ann.page.locator("[data-board]"))["height"] > 860
        for hook in ("data-words", "data-step=back", "data-board"):
            expect(ann.page.locator(f"[{hook}]")).to_be_in_viewport(ratio=1)
        ann.page.keyboard.press("[")
        expect(ann.page.locator("[data-told-move]")).to_have_text("O b2.")
        expect(ann.page.locator("[data-words]")).to_be_hidden()
        ann.page.keyboard.press("]")
        ann.page.keyboard.press(leave)
        expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
    present = "document.documentElement.toggleAttribute('data-presenting')"
    ann.page.evaluate(present)  # without the whole screen, which keeps its size
    for viewport in (PHONE, DESK, PROJECTOR):
        ann.page.set_viewport_size(viewport)
        places = (".at .sign >> visible=true", "[data-shown-step]", "[data-last-ply]", ".at")
        sign, shown, last, counter = (box(ann.page.locator(place)) for place in places)
        assert sign["right"] < shown["x"]
        assert last["right"] < counter["right"]
    ann.page.evaluate(present)
    ann.open(ann.page.url.split("?")[0] + "review/")
    ann.page.locator("[data-ways] ~ .menu > summary").click()
    ann.page.locator("[data-to-present]").click()
    expect(ann.page.locator("[data-graph]")).to_be_hidden()
    expect(ann.page.locator("[data-move-words]")).to_be_in_viewport(ratio=1)
    ann.check_accessibility()
    ann.page.get_by_role("button", name="Present").click()
    expect(ann.page.locator("[data-graph]")).to_be_visible()


def test_a_lesson_a_puzzle_and_the_tree_are_shown_to_a_room(new_person: NewPerson):
    person = new_person(viewport=PROJECTOR)
    for path, sentence, hidden in (
        ("learn/forks/", "#asked", ".places-of-lesson"),
        ("puzzles/today/", "[data-words] > span", "form.next"),
        ("tree/?search=alpha-beta", ".said > b", ".tabs"),
    ):
        person.open(path)
        person.page.keyboard.press("f")
        expect(person.page.get_by_role("banner")).to_be_hidden()
        expect(person.page.locator(hidden)).to_be_hidden()
        words = person.page.locator(sentence).first
        expect(words).to_be_in_viewport(ratio=1)
        assert words.evaluate(SIZE) >= 72, path


def test_what_follows_a_puzzle_is_shown_to_a_room_above_the_keys(new_person: NewPerson):
    person = new_person(viewport=PROJECTOR)
    person.open(f"puzzles/{book.FIRST}/")
    person.page.get_by_role("button", name="Show me").click()
    play_on = person.page.get_by_role("link", name="Play on from here")
    expect(play_on).to_be_visible()
    person.page.keyboard.press("f")
    expect(person.page.get_by_role("banner")).to_be_hidden()
    keys = person.page.get_by_role("button", name="Present")
    assert box(play_on)["bottom"] <= box(keys)["y"]

import re

from playwright.sync_api import expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person

NAMES = ("Noor", "Alexandria Montgomery-Li", "Łukasz", "美咲")
GAME = re.compile("/g/")
STATE = re.compile("/state/")
LOOKS_AT = ("host/", "wall/", "learn/", "ask/", "change/")


def open_class(teacher: Person) -> str:
    teacher.open("t/new/")
    teacher.press("Start")
    teacher.page.wait_for_url("**/wall/")
    return teacher.page.url.removesuffix("wall/")


def come_in(pupil: Person, address: str, name: str) -> None:
    pupil.open(address)
    pupil.page.get_by_label("Your name").fill(name)
    pupil.press("Come in")
    expect(pupil.page.get_by_role("heading", name="You are in!")).to_be_visible()


def give_up(pupil: Person) -> None:
    pupil.page.get_by_text("Give up", exact=True).click()
    pupil.press("Yes, give up")
    expect(pupil.page.locator("[data-rule]")).to_be_hidden()


def lose_net(phone: Person) -> None:
    phone.page.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")


def expect_heading(person: Person, words: str) -> None:
    expect(person.page.get_by_role("heading", name=words)).to_be_visible()


def test_four_play_from_the_code_on_the_wall_to_the_podium(new_person: NewPerson):
    teacher = new_person(viewport=DESK)
    address = open_class(teacher)
    wall = Person(teacher.page.context.new_page(), teacher.url)
    wall.open(f"{address}wall/")
    pupils = [new_person() for _ in NAMES]
    for pupil, name in zip(pupils, NAMES, strict=True):
        come_in(pupil, address, name)
    expect_heading(wall, "4 are here")
    teacher.press("Begin")
    teacher.open(f"{address}host/")
    expect(wall.page.get_by_role("timer")).to_be_visible()
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    assert wall.page.locator("th, bdi").evaluate_all(cut) == 0
    for pupil in pupils:
        pupil.page.wait_for_url(GAME)
    teacher.send(f"{address}host/pause/")  # one game each is enough
    for game in {pupil.page.url: pupil for pupil in pupils}.values():
        give_up(game)
    for pupil in pupils:  # the result stays a while
        pupil.page.wait_for_url(address)
    expect(wall.page.locator("[data-points='3']")).to_have_count(2)
    teacher.page.get_by_role("link", name="End").click()
    teacher.press("End it")
    expect_heading(teacher, "It is over.")
    expect_heading(wall, "win")
    expect_heading(pupils[0], "You came")
    assert wall.errors == []


def test_a_phone_that_lost_its_net_comes_back_into_the_class_by_itself(new_person: NewPerson):
    teacher, phone, other = new_person(viewport=DESK), new_person(), new_person()
    address = open_class(teacher)
    phone.page.clock.install()
    for pupil, name in ((phone, "Noor"), (other, "Ben")):
        come_in(pupil, address, name)
    phone.ignores_connection_errors = True
    network = phone.page.context

    lose_net(phone)
    teacher.press("Begin")
    other.page.wait_for_url(GAME)
    network.set_offline(False)
    phone.page.wait_for_url(GAME)

    lose_net(phone)
    give_up(other)
    phone.page.route(STATE, lambda route: route.abort("aborted"))  # or it may leave before that
    network.set_offline(False)
    phone.expect_words("You win! Ben resigned.")
    lose_net(phone)
    phone.page.unroute(STATE)
    phone.page.clock.fast_forward(10_000)  # in which it would have left the game
    phone.expect_words("You win! Ben resigned.")
    network.set_offline(False)
    phone.page.wait_for_url(address)


def test_no_page_of_a_class_keeps_anyone_out(new_person: NewPerson):
    teacher, pupil, other = new_person(viewport=DESK), new_person(), new_person()
    teacher.open("t/new/")
    expect_all_to_fit(teacher)
    address = open_class(teacher)
    pupil.open("t/")
    expect_all_to_fit(pupil)
    pupil.open(address)
    expect_all_to_fit(pupil)
    come_in(pupil, address, "Noor")
    expect_all_to_fit(pupil)
    come_in(other, address, "Ben")
    for page in LOOKS_AT:
        teacher.open(f"{address}{page}")
        expect_all_to_fit(teacher)
    pupil.send(f"{address}rest/")
    teacher.send(f"{address}host/start/")
    expect_heading(pupil, "You are resting")
    expect_all_to_fit(pupil)
    teacher.open(f"{address}wall/")
    expect_all_to_fit(teacher)
    pupil.page.route(GAME, lambda route: route.abort("aborted"))  # so that this page stays
    pupil.press("Go on playing")
    expect(pupil.page.get_by_text("begin")).to_be_visible()
    pupil.check_accessibility()
    pupil.page.unroute(GAME)
    teacher.send(f"{address}host/ask/", board="3x3x3", moves="b2")
    pupil.open(address)
    expect_all_to_fit(pupil)
    for act in ("show-on", "close-question"):
        teacher.open(f"{address}wall/")
        expect_all_to_fit(teacher)
        teacher.send(f"{address}host/{act}/")


def expect_all_to_fit(person: Person) -> None:
    person.check_accessibility_in_all_looks()
    person.page.set_viewport_size({"width": 320, "height": 488})
    assert person.page_width() == 320, person.page.url
    person.page.set_viewport_size(PHONE)


def test_a_class_is_opened_and_entered_by_keys_alone(new_person: NewPerson):
    teacher = new_person(viewport=DESK)
    teacher.open()
    row = teacher.page.get_by_role("link", name="For a class or a party")
    row.focus()
    teacher.page.keyboard.press("Enter")
    expect_heading(teacher, "One link for all.")
    teacher.page.keyboard.press("Escape")
    expect(row).to_be_focused()
    expect_heading(teacher, "Your move.")
    teacher.page.keyboard.press("Enter")
    expect(teacher.page.get_by_role("checkbox", name="Classic")).to_be_focused()
    expect(teacher.page.locator("[data-deaf]")).to_have_count(0)
    teacher.page.keyboard.press("Enter")
    teacher.page.wait_for_url("**/wall/")
    pupil = new_person()
    pupil.open(teacher.page.url.removesuffix("wall/"))
    pupil.page.keyboard.type("Noor")
    pupil.page.keyboard.press("Enter")
    expect_heading(pupil, "You are in!")
    expect(teacher.page.get_by_text("Noor")).to_be_visible()


def test_without_scripts_a_class_is_forms_and_pages_that_come_again(new_person: NewPerson):
    teacher, pupil = new_person(java_script_enabled=False), new_person(java_script_enabled=False)
    address = open_class(teacher)
    come_in(pupil, address, "Noor")
    come_in(new_person(), address, "Ben")
    teacher.press("Begin")
    expect(teacher.page.get_by_role("rowheader", name="Noor")).to_be_visible()
    pupil.page.get_by_role("link", name="begin").click()
    pupil.page.wait_for_url(GAME)

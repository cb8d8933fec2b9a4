import re

from playwright.sync_api import expect

from tests.e2e.people import DESK, PHONE, NewPerson, Person


def test_steps_by_key_and_button_change_the_page_in_place(new_person: NewPerson):
    person = new_person(viewport=DESK)
    person.open("tree/")
    expect(person.page.locator("[data-part=told] h2")).to_have_text("All 38 looked at.")
    person.page.evaluate("window.isSamePage = true")
    top = person.page.locator(".scale").bounding_box()
    person.page.keyboard.press("ArrowLeft")
    expect(person.page).to_have_url(re.compile("step=94"))
    person.page.keyboard.press("ArrowRight")
    expect(person.page).to_have_url(re.compile("step=95"))
    person.page.get_by_role("link", name="From the start").click()
    expect(person.page).to_have_url(re.compile("step=0$"))
    step = person.page.get_by_role("link", name="Step", exact=True)
    for number in range(1, 4):
        step.press("Enter")
        expect(person.page).to_have_url(re.compile(f"step={number}$"))
        expect(step).to_be_focused()
    assert person.page.evaluate("window.isSamePage")
    assert person.page.locator(".scale").bounding_box() == top, "The page moves from step to step."


def test_on_a_phone_the_step_and_what_it_does_stay_in_sight(person: Person):
    person.open("tree/?search=alpha-beta")
    assert person.page_width() == PHONE["width"]
    step = person.page.get_by_role("link", name="Step", exact=True)
    expect(step).to_be_in_viewport(ratio=1)
    person.page.mouse.wheel(0, 400)
    expect(person.page.locator("#at-b1")).to_be_in_viewport()
    expect(person.page.locator(".said")).to_be_in_viewport(ratio=1)
    step.click()
    expect(person.page.locator("[data-part=told]")).to_contain_text("X takes −8")
    person.check_accessibility()
    person.open("tree/two-ways/")
    person.page.get_by_role("link", name="The end is not seen").click()
    expect(person.page.locator("[data-part=told]")).to_contain_text("O plays b2, not c1.")
    assert person.page_width() == PHONE["width"]


def test_values_of_the_explorer_are_read_in_forced_colours(new_person: NewPerson):
    person = new_person(viewport=DESK, forced_colors="active")
    person.open("explore/classic/?moves=a3-b3")
    words = person.page.locator('.verdict[data-value="win"] text').first
    expect(words).to_have_css("fill", "rgb(255, 255, 255)")

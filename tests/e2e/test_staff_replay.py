"""Staff look back at a game: its review, and its positions one after the other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.people import DESK, PHONE, Person
from tests.e2e.staff import NewStaff
from tests.server import Server, manage

# O loses by the fourth move. It ended so long ago that nobody reviews it by himself.
OLD_GAME = """
from datetime import timedelta
from django.db import transaction
from games.engine import Mark, clock
from games.models import Game, Player
from games.play import services
ann, bob = [Player.objects.create(name=name) for name in ("Ann", "Bob")]
with transaction.atomic():
    game = services.create_game(host=ann, mark=Mark.X)
    services.join_game(game.pk, bob)
    for ply, cell in enumerate((0, 4, 8, 2, 6, 3, 7)):
        services.play_move(game.pk, (ann, bob)[ply % 2].pk, ply=ply, cell=cell)
    Game.objects.filter(pk=game.pk).update(finished_at=clock.now() - timedelta(days=2))
print(game.pk)
"""


def open_old_game(server: Server, new_staff: NewStaff, **options: object) -> Person:
    """Return a member of staff at the page of ``OLD_GAME``."""
    status, output = manage("shell", "--no-imports", "-c", OLD_GAME, data=server.data)
    assert status == 0, output
    return new_staff(f"games/game/{output.split()[-1]}/change/", **options)


def expect_shown(staff: Person, number: int) -> None:
    expect(staff.page.locator("[data-shown-step]")).to_have_text(str(number))


def test_a_game_is_reviewed_for_staff_and_stepped_through_without_a_request(
    server: Server, new_staff: NewStaff
):
    staff = open_old_game(server, new_staff)
    page, keys = staff.page, staff.page.keyboard
    staff.expect_words("Nobody has looked at the moves yet.")
    expect_shown(staff, 7)
    staff.check_accessibility_in_all_looks()
    staff.press("Review this game")
    staff.expect_words("O lost the game on move 4.")
    expect_shown(staff, 4)
    expect(page.locator("[data-move-words]")).to_have_text("O c 3: lost")
    expect(page.locator("[data-best]")).to_have_count(4)
    expect(page.locator("[data-graph] circle")).to_have_count(7)
    expect(page.get_by_role("button", name="Review this game")).to_have_count(0)
    staff.check_accessibility_in_all_looks()
    for viewport in (DESK, PHONE):
        page.set_viewport_size(viewport)
        assert staff.page_width() == viewport["width"]

    page.on("request", lambda request: staff.errors.append(f"request for {request.url}"))
    keys.press("ArrowLeft")
    expect_shown(staff, 3)
    staff.expect_board("X...O...X")
    page.get_by_role("link", name="First position").click()
    staff.expect_board(".........")
    page.get_by_role("link", name="One move on").click()
    expect(page.get_by_role("link", name="One move on")).to_be_focused()
    staff.expect_board("X........")
    page.get_by_role("link", name="Last position").click()
    expect(page.locator("[data-board][data-won]")).to_be_attached()
    second = page.get_by_role("list", name="What happened").locator('[data-ply="2"]')
    second.focus()
    keys.press("Enter")
    expect(second).to_have_attribute("aria-current", "step")
    staff.expect_board("X...O....")
    assert page.url.endswith("#2")

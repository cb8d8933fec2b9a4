"""What tests of the admin share: how a member of staff gets in."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.people import Person

# Returns a member of staff at a page of the admin; options are those of a new person.
NewStaff = Callable[..., Person]


def log_in(staff: Person, password: str) -> None:
    staff.page.get_by_label("Username").fill("staff")
    staff.page.get_by_label("Password").fill(password)
    staff.press("Log in")

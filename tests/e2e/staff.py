"""What tests of the admin share: how a member of staff gets in."""

from __future__ import annotations

from tests.e2e.people import NewPerson, Person
from tests.server import Server


def log_in(server: Server, new_person: NewPerson, page: str = "", **options: object) -> Person:
    """Return a member of staff at a page of the admin."""
    staff = new_person(server, **options)
    staff.open(f"{server.url}admin/{page}")
    staff.page.get_by_label("Username").fill("staff")
    staff.page.get_by_label("Password").fill(server.staff_password or "")
    staff.press("Log in")
    return staff

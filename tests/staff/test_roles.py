import re
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.utils import timezone

from games.models import Game, HiddenName, Player, names
from games.people.moderation import services as moderation
from games.people.moderation.models import Report
from games.staff.roles import MODERATE, ROLES, create_roles
from tests.staff.staff import NOBODY, member

LOG = "/admin/admin/logentry/"
USERS = "/admin/auth/user/"


@pytest.fixture
def addresses(game: Game, alice: Player) -> dict[str, str]:
    Game.objects.update(touched_at=timezone.now() - timedelta(days=1))
    HiddenName.objects.hide("Rude")
    moderation.block(game.pk, alice)
    moderation.report(game.pk, alice, kind="name")
    report = Report.objects.get()
    rude = f"/admin/games/hiddenname/{HiddenName.objects.get().pk}/"
    game_page, player = f"/admin/games/game/{game.pk}/", f"/admin/games/player/{alice.pk}/"
    return {
        "games": "/admin/games/game/",
        "game": f"{game_page}change/",
        "delete game": f"{game_page}delete/",
        "history of game": f"{game_page}history/",
        "players": "/admin/games/player/",
        "player": f"{player}change/",
        "history of player": f"{player}history/",
        "matchboxes": "/admin/games/matchbox/",
        "start afresh": "/admin/games/matchbox/start-afresh/",
        "hidden names": "/admin/games/hiddenname/",
        "allow name": f"{rude}delete/",
        "reports": "/admin/games/report/",
        "report": f"/admin/games/report/{report.pk}/change/",
        "blocks": "/admin/games/block/",
        "log": LOG,
        "users": USERS,
        "user": f"{USERS}{User.objects.create(username='other').pk}/change/",
        "new user": f"{USERS}add/",
    }


LISTS = {"games", "game", "players", "player", "matchboxes", "hidden names"} | {
    *("reports", "report", "blocks")
}
MODERATORS = {"history of game", "history of player", "allow name", "log"}
MAY_OPEN = {NOBODY: set(), "Viewers": LISTS, "Moderators": LISTS | MODERATORS}


@pytest.mark.parametrize(("role", "pages"), MAY_OPEN.items())
def test_a_role_opens_its_own_pages_alone(role: str, pages: set[str], addresses: dict[str, str]):
    staff = member(role)
    opened = {name: staff.get(address).status_code for name, address in addresses.items()}
    assert opened == {name: 200 if name in pages else 403 for name in addresses}
    page = staff.get("/admin/").text
    for name in ("games", "players", "matchboxes", "hidden names", "log", "users"):
        assert (f'href="{addresses[name]}"' in page) == (name in pages)
    matchboxes = staff.get(addresses["matchboxes"]).text
    assert (addresses["start afresh"] in matchboxes) == ("start afresh" in pages)


# What is posted to a page, by what that does.
CONFIRMED = {"post": "yes"}
POSTS: dict[str, tuple[str, dict[str, Any]]] = {
    "delete game": ("delete game", CONFIRMED),
    "rename": ("player", {"name": "Sam"}),
    "start afresh": ("start afresh", {}),
    "allow name": ("allow name", CONFIRMED),
    "close": ("games", {"action": "close_games", "confirmed": "yes"}),
    "export": ("games", {"action": "export_csv"}),
    "delete games": ("games", {"action": "delete_selected", **CONFIRMED}),
    "hide": ("players", {"action": "hide_names", "confirmed": "yes"}),
    "forget": ("players", {"action": "forget_people", "confirmed": "yes"}),
    "allow names": ("hidden names", {"action": "delete_selected", **CONFIRMED}),
    "delete log": ("log", {"action": "delete_selected", **CONFIRMED}),
    "make superuser": ("user", {"username": "other", "is_superuser": "on"}),
    "new user": ("new user", {"username": "new", "usable_password": "false"}),
    "dismiss report": ("report", {"decision": "dismiss", "reason": "no reason"}),
    "hide reported": ("report", {"decision": "hide", "reason": "rude"}),
}
MODERATED = [
    *("forget", "rename", "allow name", "close", "export", "hide", "allow names"),
    *("dismiss report", "hide reported"),
]
MAY_DO: dict[str, list[str]] = {NOBODY: [], "Viewers": [], "Moderators": MODERATED}


def post(staff: Client, what: str, addresses: dict[str, str], game: Game, alice: Player) -> int:
    page, data = POSTS[what]
    rude = HiddenName.objects.filter(name="Rude").values_list("pk", flat=True)
    chosen = {"games": game.pk, "players": alice.pk, "hidden names": list(rude)}
    data = {**data, "_selected_action": chosen.get(page, 1)} if "action" in data else data
    return staff.post(addresses[page], data).status_code


@pytest.mark.parametrize("role", MAY_DO)
def test_a_role_may_not_do_anything_else(role: str, addresses, game: Game, alice: Player):
    staff, forbidden = member(role), POSTS.keys() - set(MAY_DO[role])
    answers = {what: post(staff, what, addresses, game, alice) for what in forbidden}
    assert answers == dict.fromkeys(forbidden, 403)
    assert not LogEntry.objects.exists()
    assert list(HiddenName.objects.values_list("name", flat=True)) == ["Rude"]
    assert set(Player.objects.values_list("name", flat=True)) == {"Alice", "Bob"}
    assert Game.objects.get().status == Game.Status.PLAYING
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.parametrize("what", MODERATED)
def test_moderators_may_do_what_is_theirs(what: str, addresses, game: Game, alice: Player):
    status = post(member("Moderators"), what, addresses, game, alice)
    assert status == (200 if what == "export" else 302)


def test_a_superuser_may_do_all_of_it(admin_client: Client, addresses, game: Game, alice: Player):
    opened = {name: admin_client.get(address).status_code for name, address in addresses.items()}
    assert opened == dict.fromkeys(addresses, 200)
    for what in ("hide", "close", "forget", "allow name", "start afresh", "delete game"):
        assert post(admin_client, what, addresses, game, alice) == 302
    assert Player.objects.get(pk=alice.pk).name == names.FORMER
    assert not Game.objects.exists()


def test_visitors_are_led_to_the_login(client: Client, addresses: dict[str, str]):
    assert {client.get(address).status_code for address in addresses.values()} == {302}


def test_a_role_a_name_and_a_password_let_somebody_in(admin_client: Client, client: Client):
    member(NOBODY)
    viewers = Group.objects.get(name="Viewers")
    page = admin_client.get(f"{USERS}add/")
    form = page.context["adminform"].form
    assert list(form.fields) == ["groups", "username", "password"]
    assert next(label for _, label in form.fields["groups"].choices).startswith("Viewer looks at")
    new = {"groups": viewers.pk, "username": "vera", "password": "a long one 5"}
    for missing in new:
        assert admin_client.post(f"{USERS}add/", {**new, missing: ""}).status_code == 200
    admin_client.post(f"{USERS}add/", new)
    vera = User.objects.get(username="vera")
    assert (vera.is_staff, vera.is_superuser, list(vera.groups.all())) == (True, False, [viewers])
    assert client.login(username="vera", password="a long one 5")
    page = f"{USERS}{vera.pk}/change/"
    assert re.search(rf'value="{viewers.pk}"[^>]* checked', admin_client.get(page).text)
    admin_client.post(page, {"username": "vera", "is_active": "on", "groups": ""})
    vera.refresh_from_db()
    assert (vera.is_staff, vera.is_active, vera.groups.exists()) == (False, True, False)


def test_every_permission_of_a_role_exists():
    member(NOBODY)
    permissions = Permission.objects.values_list("content_type__app_label", "codename")
    there = {f"{app}.{codename}" for app, codename in permissions}
    assert set(MODERATE) <= there
    for name, labels in ROLES.items():
        held = Group.objects.get(name=name).permissions
        rows = held.values_list("content_type__app_label", "codename")
        assert {f"{app}.{codename}" for app, codename in rows} == {*labels} & there


def test_roles_are_mended_and_other_groups_are_left_alone():
    member(NOBODY)
    viewers = Group.objects.get(name="Viewers")
    viewers.permissions.set(Permission.objects.filter(codename="delete_game"))
    own = Group.objects.create(name="Friends")
    own.permissions.set(Permission.objects.filter(codename="delete_game"))
    Group.objects.get(name="Moderators").delete()
    create_roles(apps)
    held = set(viewers.permissions.values_list("codename", flat=True))
    assert held == {label.partition(".")[2] for label in ROLES["Viewers"]}
    assert Group.objects.get(name="Moderators").permissions.count() > len(held)
    assert [each.codename for each in own.permissions.all()] == ["delete_game"]

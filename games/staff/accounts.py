"""What staff do to accounts: lock and unlock them, and help who has lost a password."""

from __future__ import annotations

from django.contrib import admin
from django.db import models
from django.http import HttpRequest, HttpResponse

from games.models import Player
from games.people.accounts import services
from games.staff.actions import Change, StaffAdmin


def _is_locked(player: Player) -> bool | None:
    """Say whether an account is locked; None if there is none, or it is one of staff."""
    user = player.user
    return None if user is None or user.is_staff else not user.is_active


LOCK = Change(
    title="Lock the account",
    question=(
        "Do you want to lock these accounts? All their browsers are signed out, and nobody can "
        "sign in to them. Their games and names stay."
    ),
    button="Yes, lock",
    log="Locked the account.",
    done=("1 account was locked.", "{} accounts were locked."),
    applies=lambda player: _is_locked(player) is False,
    make=lambda player: services.lock(player.user),
)
UNLOCK = Change(
    title="Unlock the account",
    question="Do you want to unlock these accounts? Their people can sign in again.",
    button="Yes, unlock",
    log="Unlocked the account.",
    done=("1 account was unlocked.", "{} accounts were unlocked."),
    applies=lambda player: _is_locked(player) is True,
    make=lambda player: services.unlock(player.user),
)
PASSWORD_LINK = Change(
    title="Link to a new password",
    question=(
        "Do you want a link with which this person chooses a new password? It works once, within a "
        "day. Give it to nobody else: whoever opens it has the account."
    ),
    button="Yes, show the link",
    log="Made a link to a new password.",
    done=("Copy the link now, it is not shown again.", "Copy the links now."),
    applies=lambda player: _is_locked(player) is False,
    make=lambda player: services.password_link(player.user),
    shows_link=True,
)


@admin.action(permissions=["change"], description="Lock selected accounts")
def lock_accounts(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return LOCK.run(model_admin, request, players)


@admin.action(permissions=["change"], description="Unlock selected accounts")
def unlock_accounts(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return UNLOCK.run(model_admin, request, players)


@admin.action(permissions=["change"], description="Make a link to a new password")
def make_password_link(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return PASSWORD_LINK.run(model_admin, request, players)

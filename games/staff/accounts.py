"""What staff do to people: silence and lock them, and help who has lost a password."""

from __future__ import annotations

from django.contrib import admin
from django.db import models
from django.http import HttpRequest, HttpResponse

from games.models import Player
from games.people.accounts import services
from games.people.moderation import restrictions
from games.people.moderation.restrictions import Kind
from games.staff.actions import Change, StaffAdmin

SILENCE_DAYS = 7


def is_silenced(player: Player) -> bool | None:
    """Say whether a person is silenced; None for the computer, staff, and who was forgotten."""
    is_staff = player.user is not None and player.user.is_staff
    if player.is_computer or player.forgotten_at or is_staff:
        return None
    return restrictions.active(player, Kind.SILENCE) is not None


def _is_locked(player: Player) -> bool | None:
    if is_silenced(player) is None:
        return None
    is_active = player.user is None or player.user.is_active
    return not is_active or restrictions.active(player, Kind.LOCK) is not None


SILENCE = Change(
    title="Silence for 7 days",
    question=(
        "Do you want to silence these people for 7 days? They play on, but write to nobody and "
        "keep their names. It holds for their browsers, with or without an account."
    ),
    button="Yes, silence",
    log="Silenced for 7 days.",
    done=("1 person was silenced.", "{} people were silenced."),
    applies=lambda player: is_silenced(player) is False,
    make=lambda player: restrictions.silence(player, SILENCE_DAYS),
)
END_SILENCE = Change(
    title="End the silence",
    question="Do you want to let these people write again?",
    button="Yes, end it",
    log="Ended the silence.",
    done=("1 person may write again.", "{} people may write again."),
    applies=lambda player: is_silenced(player) is True,
    make=restrictions.end_silence,
)
LOCK = Change(
    title="Lock out",
    question=(
        "Do you want to lock these people out? All their browsers are signed out, and nobody plays "
        "from them, with or without an account. Their games and names stay."
    ),
    button="Yes, lock",
    log="Locked out.",
    done=("1 person was locked out.", "{} people were locked out."),
    applies=lambda player: _is_locked(player) is False,
    make=services.lock,
)
UNLOCK = Change(
    title="Unlock",
    question="Do you want to unlock these people? They can play and sign in again.",
    button="Yes, unlock",
    log="Unlocked.",
    done=("1 person was unlocked.", "{} people were unlocked."),
    applies=lambda player: _is_locked(player) is True,
    make=services.unlock,
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
    applies=lambda player: player.user is not None and _is_locked(player) is False,
    make=lambda player: services.password_link(player.user),
    shows_link=True,
)


@admin.action(permissions=["change"], description="Silence selected people for 7 days")
def silence_people(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return SILENCE.run(model_admin, request, players)


@admin.action(permissions=["change"], description="End the silence of selected people")
def end_silences(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return END_SILENCE.run(model_admin, request, players)


@admin.action(permissions=["change"], description="Lock selected people out")
def lock_accounts(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return LOCK.run(model_admin, request, players)


@admin.action(permissions=["change"], description="Unlock selected people")
def unlock_accounts(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return UNLOCK.run(model_admin, request, players)


@admin.action(permissions=["change"], description="Make a link to a new password")
def make_password_link(
    model_admin: StaffAdmin, request: HttpRequest, players: models.QuerySet[Player]
) -> HttpResponse | None:
    return PASSWORD_LINK.run(model_admin, request, players)

"""Accounts, as people have them who signed up."""

from __future__ import annotations

from django.contrib.auth.models import User

from games.models import Player, names


def give_account(player: Player) -> Player:
    """Let a player have an account under the name that the player has."""
    player.user = User.objects.create_user(username=names.skeleton(player.name))
    player.save(update_fields=["user"])
    return player

"""The app of people, which connects its receivers to play."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "games.people"
    label = "games_people"
    verbose_name = "People"

    def ready(self) -> None:
        from games.models import kinds
        from games.ops import periodic_tasks
        from games.people.accounts.services import end_locks
        from games.people.accounts.settings import PART as SETTINGS
        from games.people.album import parts as album
        from games.people.duels import fair_play
        from games.people.duels import page as duels_page
        from games.people.duels import seals as seals_of_duels
        from games.people.duels.kind import DuelKind
        from games.people.friends import chat, notifications, parts
        from games.people.friends import services as friends
        from games.people.lobby import page as lobby
        from games.people.lobby.job import tend_queue
        from games.people.lobby.kind import LobbyKind
        from games.people.lobby.models import SIGNS_STORED_EVERY
        from games.people.lobby.services import remove_abandoned, remove_old_seeks
        from games.people.moderation import browsers, restrictions
        from games.people.moderation.services import refuse_blocked
        from games.people.own_games import seals as seals_of_games
        from games.play.signals import (
            help_asked,
            player_joining,
            seat_lost,
            speaking,
        )
        from games.protocol import Say
        from games.sockets.commands import SERVICES, SPEAKING_CHECKS
        from games.web import game_parts, seals, settings_parts

        periodic_tasks.register(tend_queue, SIGNS_STORED_EVERY)
        periodic_tasks.register(remove_abandoned, 20)
        periodic_tasks.register(friends.store_online, friends.STORE_EVERY)
        for remove in (
            remove_old_seeks,
            friends.remove_old_invitations,
            notifications.remove_old_notifications,
        ):
            periodic_tasks.register(remove, 600)
        periodic_tasks.register(notifications.send_due_notifications, notifications.SEND_EVERY)
        periodic_tasks.register(end_locks, 60)
        kinds.register(LobbyKind())
        kinds.register(DuelKind())
        for part in (
            album.PART,
            lobby.CALLED,
            lobby.WAITING,
            lobby.LOOKING,
            lobby.AFTERWARDS,
            duels_page.PART,
            parts.CHAT,
            parts.INVITED,
            parts.FRIENDS,
        ):
            game_parts.register(part)
        for settings in (parts.SETTINGS, SETTINGS):
            settings_parts.register(settings)
        seals.register(*seals_of_games.COLLECTED, seals_of_duels.COLLECTED)
        help_asked.connect(fair_play.refuse_help)
        player_joining.connect(refuse_blocked)
        seat_lost.connect(restrictions.why_signed_out)
        speaking.connect(restrictions.refuse_silenced)
        SPEAKING_CHECKS.append(browsers.refuse_silenced)
        SERVICES[Say] = chat.say
        speaking.connect(chat.refuse_talk)

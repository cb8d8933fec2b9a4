from __future__ import annotations

from django.apps import AppConfig


class FriendsConfig(AppConfig):
    name = "games.people.friends"

    def ready(self) -> None:
        from games.ops import periodic_tasks
        from games.people.friends import chat, notifications, services, views
        from games.protocol import Say
        from games.sockets.commands import SERVICES
        from games.web import game_parts

        periodic_tasks.register(services.store_online, services.STORE_EVERY)
        periodic_tasks.register(services.remove_old_invitations, 600)
        periodic_tasks.register(notifications.remove_old_notifications, 600)
        periodic_tasks.register(notifications.send_due_notifications, notifications.SEND_EVERY)
        for part in (views.CHAT, views.INVITED, views.FRIENDS):
            game_parts.register(part)
        SERVICES[Say] = chat.send_message

from channels.db import database_sync_to_async
from django.conf import settings

from games.models import Player
from games.web.sessions import PLAYER, SessionStore


def session_key(player: Player) -> str:
    session = SessionStore()
    session[PLAYER] = player.pk
    session.save()
    return str(session.session_key)


def cookie_header(key: str) -> tuple[bytes, bytes]:
    return (b"cookie", f"{settings.SESSION_COOKIE_NAME}={key}".encode())


@database_sync_to_async
def session_cookie(player: Player | None) -> tuple[bytes, bytes]:
    return cookie_header(session_key(player) if player else "unknown")

"""The ASGI application: Django for HTTP, and Channels for websockets from the site's own pages."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
# Sets Django up, which has to come before the imports below, as they use models.
http = get_asgi_application()

from games.play import limiters  # noqa: E402
from games.sockets.routing import websocket_urlpatterns  # noqa: E402
from tictactoe_site.cookies import SiteCookies  # noqa: E402
from tictactoe_site.origin import SameOriginValidator  # noqa: E402
from tictactoe_site.proxies import TrustedProxies  # noqa: E402

limiters.prepare()
reverse("games:home")  # imports the views, for which the first visitor would wait
application = TrustedProxies(
    SiteCookies(
        ProtocolTypeRouter(
            {
                "http": http,
                "websocket": SameOriginValidator(
                    CookieMiddleware(URLRouter(websocket_urlpatterns))
                ),
            }
        )
    )
)

"""The security headers of every page and of every refusal, whoever answers.

Django sets most of them for its pages. The health of the server passes its middleware by, and a
request that is refused early never reaches Django: they get from the server what they lack. What
nginx answers itself has the same, see ``deploy/nginx/tictactoe/headers.conf``.
"""

from __future__ import annotations

from functools import cache
from wsgiref.headers import Headers

from csp.utils import build_policy
from django.conf import settings

# The site shares and copies links, and asks for nothing else that a browser guards.
FORBIDDEN = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")


@cache
def security_headers() -> dict[str, str]:
    """Return all but Strict-Transport-Security, for Django knows who came by https."""
    headers = {
        "Content-Security-Policy": build_policy(),
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in FORBIDDEN),
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }
    return {name: value for name, value in headers.items() if value}


def add_to_static_file(headers: Headers, path: str, url: str) -> None:
    """Add to the headers of a file what Django's security middleware, which comes later, would."""
    headers["X-Content-Type-Options"] = "nosniff"
    # Other sites show the picture of a link to this one, and none of the files is secret.
    headers["Cross-Origin-Resource-Policy"] = "cross-origin"

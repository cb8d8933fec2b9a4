"""The security headers of every page and of every refusal.

Django sets most of them on its pages. Monitoring bypasses its middleware, and an early refusal
never reaches Django: there the server adds the headers. nginx adds the same headers to its own
answers, see ``deploy/nginx/tictactoe/headers.conf``.
"""

from __future__ import annotations

from functools import cache
from wsgiref.headers import Headers

from csp.utils import build_policy
from django.conf import settings

# The site may share and copy links, and needs no other browser permission.
FORBIDDEN = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")


@cache
def security_headers() -> dict[str, str]:
    """Return all headers but Strict-Transport-Security, which Django sets for https requests."""
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
    headers["X-Content-Type-Options"] = "nosniff"
    # Other sites show the pictures of links, and no static file is secret.
    headers["Cross-Origin-Resource-Policy"] = "cross-origin"

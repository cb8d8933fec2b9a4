from __future__ import annotations

from functools import cache
from wsgiref.headers import Headers

from csp.utils import build_policy
from django.conf import settings

# The site may share and copy links, and needs no other browser permission.
FORBIDDEN = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")


@cache
def security_headers() -> dict[str, str]:
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
    if "/img/" in url:  # Other sites show those of links.
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"

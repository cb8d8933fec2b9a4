"""The browsers in which an account is signed in, as their list shows them."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from games.web.sessions import RENEWED

# What a browser says of itself. The first that fits counts, as most name others too.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class Browser(NamedTuple):
    login: UserSession
    name: str
    since: datetime
    seen_on: date | None  # which is noted once a day
    is_this: bool


def describe_browsers(user: User) -> list[Browser]:
    """Return the browsers of an account: this one, and then the others, the latest login first."""
    logins = list(UserSession.objects.filter(user=user))
    kept = Session.objects.filter(expire_date__gt=timezone.now())
    sessions = kept.in_bulk([login.session_key for login in logins])
    gone = [login.pk for login in logins if login.session_key not in sessions]
    UserSession.objects.filter(pk__in=gone).delete()
    found = [_describe(each, sessions[each.session_key]) for each in logins if each.pk not in gone]
    return sorted(found, key=lambda each: (each.is_this, each.since), reverse=True)


def _describe(login: UserSession, session: Session) -> Browser:
    seen_on = parse_date(session.get_decoded().get(RENEWED, ""))
    name = browser_name(login.user_agent)
    return Browser(login, name, login.created_at, seen_on, bool(login.is_current()))


def browser_name(user_agent: str) -> str:
    names = [
        next((name for sign, name in known.items() if sign in user_agent), "")
        for known in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, names)) or _("Some browser")

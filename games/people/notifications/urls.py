"""The addresses of calls."""

from __future__ import annotations

from django.urls import path

from games.people.notifications import views

urlpatterns = [
    path("calls/", views.calls, name="calls"),
    path("calls/settings/", views.settings, name="call_settings"),
]

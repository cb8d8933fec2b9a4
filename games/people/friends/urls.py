"""Installed service workers know the address of subscriptions."""

from __future__ import annotations

from django.urls import path

from games.people.friends import views

urlpatterns = [
    path("invitations/", views.invitations, name="invitations"),
    path("g/<game:game_id>/not-now/", views.decline, name="not_now"),
    path("g/<game:game_id>/say/", views.say, name="say"),
    path("calls/", views.subscriptions, name="push_subscriptions"),
    path("calls/settings/", views.prefer, name="notification_preference"),
]

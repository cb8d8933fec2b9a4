"""The addresses of invitations to people met."""

from __future__ import annotations

from django.urls import path

from games.people.met import views

urlpatterns = [
    path("invitations/", views.invitations, name="invitations"),
    path("g/<game:game_id>/not-now/", views.decline, name="not_now"),
]

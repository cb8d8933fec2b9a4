"""The addresses of profiles, and of the file with everything of one's own."""

from __future__ import annotations

from django.urls import path

from games.people.profiles import views

urlpatterns = [
    path("players/", views.profile, name="profiles"),
    path("players/<str:name>/", views.profile, name="profile"),
    path("profile/", views.own, name="own_profile"),
    path("everything.json", views.everything, name="everything"),
]

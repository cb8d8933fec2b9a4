from __future__ import annotations

from django.urls import path

from games.people.lobby import views

urlpatterns = [
    path("anyone/", views.seek, name="seek"),
]

"""The address of the album."""

from __future__ import annotations

from django.urls import path

from games.people.album import views

urlpatterns = [path("album/", views.index, name="album")]

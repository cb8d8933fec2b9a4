"""The address of talk."""

from __future__ import annotations

from django.urls import path

from games.people.talk import views

urlpatterns = [path("g/<game:game_id>/say/", views.say, name="say")]

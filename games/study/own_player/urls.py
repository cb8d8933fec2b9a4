from __future__ import annotations

from django.urls import path

from games.study.own_player import views

urlpatterns = [path("own-player/", views.own_player, name="own_player")]

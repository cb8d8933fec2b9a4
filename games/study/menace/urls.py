from __future__ import annotations

from django.urls import path

from games.study.menace import views

urlpatterns = [
    path("menace/", views.menace, name="menace"),
    path("g/<game:game_id>/box/", views.box, name="box"),
    path("g/<game:game_id>/boxes/", views.boxes, name="boxes"),
]

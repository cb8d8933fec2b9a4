from __future__ import annotations

from django.urls import path

from games.people.moderation import views

urlpatterns = [
    path("g/<game:game_id>/person/", views.person, name="person"),
    path("g/<game:game_id>/block/", views.block, name="block"),
    path("g/<game:game_id>/report/", views.report, name="report"),
    path("blocks/", views.blocks, name="blocks"),
]

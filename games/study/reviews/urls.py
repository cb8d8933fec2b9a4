from __future__ import annotations

from django.urls import path

from games.study.reviews import mistakes, views

urlpatterns = [
    path("g/<game:game_id>/review/", views.review, name="review"),
    path("g/<game:game_id>/review/mistakes/", mistakes.mistakes, name="mistakes"),
]

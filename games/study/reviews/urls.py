"""The addresses of the reviews of games."""

from __future__ import annotations

from django.urls import path

from games.study.reviews import views

urlpatterns = [
    path("g/<game:game_id>/review/", views.review, name="review"),
    path("g/<game:game_id>/review/mistakes/", views.mistakes, name="mistakes"),
]

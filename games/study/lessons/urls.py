from __future__ import annotations

from django.urls import path

from games.study.lessons import views

urlpatterns = [
    path("learn/", views.hub, name="learn"),
    path("learn/<slug:slug>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/answer/", views.answer, name="lesson_answer"),
]
